#!/usr/bin/env python3
"""Names that library code may not use because iOS 17 or macOS 14 lack them.

apple-typecheck.sh asks the compiler, but sees only what the standard library's interface says. This is the list of
what it cannot see, and it covers every library, also those that are not type-checked there.
"""
import re

from swift_source import code, files, finish, name, ROOT

NAMES = {
    r"Mutex": "Synchronization is iOS 18, macOS 15: use the lock of MeshBytes",
    r"Atomic\w*": "Synchronization is iOS 18, macOS 15: hand out work by index instead",
    r"Synchronization": "is iOS 18, macOS 15",
    r"TaskExecutor": "is iOS 18, macOS 15",
    r"Float16": "doesn't exist on Intel Macs: keep the bits as UInt16",
    r"InlineArray": "is iOS 26, macOS 26",
    r"U?Int128": "is iOS 18, macOS 15: use multipliedFullWidth",
    r"Foundation\w*": "libraries do without it",
    r"UTF8Span|utf8Span": "is iOS 26, macOS 26",
}
PATTERN = re.compile("|".join(rf"(?P<n{i}>\b(?:{word})\b)" for i, word in enumerate(NAMES)))
# The only libraries that may use Foundation; the second only on Apple's systems.
WITH_FOUNDATION = {"MeshConvertFoundation", "MeshConvertApple"}
# Programs, and their libraries: they never run on a phone.
PROGRAMS = {"meshconv", "meshconformance", "MeshConformance"}


def main():
    reasons = list(NAMES.values())
    faults = []
    seen = 0
    for folder in sorted(path for path in (ROOT / "Sources").iterdir() if path.name not in PROGRAMS):
        for path in files(folder.relative_to(ROOT)):
            seen += 1
            source = code(path)
            for match in PATTERN.finditer(source):
                if match.group().startswith("Foundation") and folder.name in WITH_FOUNDATION:
                    continue
                line = source.count("\n", 0, match.start()) + 1
                faults.append(f"{name(path)}:{line}: {match.group()} {reasons[int(match.lastgroup[1:])]}")
    finish("names that iOS 17 lacks", faults, f"none in {seen} files")


main()
