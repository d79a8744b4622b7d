#!/usr/bin/env python3
"""Which files may hold unsafe code: unsafe-files.txt is exactly the files of Sources that do, each with its reason.

Comments and strings don't count. A new file needs a line there, where a reviewer sees it; a file that no longer
needs its line must lose it.
"""
import re

from swift_source import ROOT, code, files, finish, name

LIST = ROOT / "Tests/lists/unsafe-files.txt"
WORD = re.compile(r"unsafe", re.IGNORECASE)


def main():
    faults = []
    reasons = {}
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        path, _, reason = line.partition(" ")
        if not reason.strip():
            faults.append(f"{name(LIST)}:{number}: {path} has no reason")
        if path in reasons:
            faults.append(f"{name(LIST)}:{number}: {path} stands here twice")
        reasons[path] = reason.strip()
    found = {}
    for path in files("Sources"):
        match = WORD.search(source := code(path))
        if match:
            found[name(path)] = source.count("\n", 0, match.start()) + 1
    for path in sorted(found.keys() - reasons.keys()):
        faults.append(f"{path}:{found[path]}: unsafe code in a file that {name(LIST)} doesn't list")
    for path in sorted(reasons.keys() - found.keys()):
        faults.append(f"{path}: listed in {name(LIST)}, but has no unsafe code (or is gone)")
    finish("unsafe code", faults, f"in {len(found)} files, all listed")


main()
