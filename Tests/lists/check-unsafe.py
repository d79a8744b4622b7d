#!/usr/bin/env python3
"""Which files may hold unsafe code: unsafe-files.txt is exactly the files of Sources that do, each with its reason.

Comments and strings don't count. A new file needs a line there, where a reviewer sees it; a file that no longer
needs its line must lose it. Each says in a comment which bounds hold, and why: `Bounds: ...`.

What the compiler doesn't check for several threads (`@unchecked Sendable`, `nonisolated(unsafe)`) has a lock, or a comment
that says why it needs none: which thread has it, that it never changes, or that a signal handler reads it.
"""
import re

from swift_source import ROOT, code, files, finish, name

LIST = ROOT / "Tests/lists/unsafe-files.txt"
WORD = re.compile(r"unsafe", re.IGNORECASE)
SHARED = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)")
BOUNDS = re.compile(r"^\s*//.*\bBounds: \S", re.MULTILINE)
REASON = re.compile(r"thread|never change|doesn't change|handler", re.IGNORECASE)


def unguarded(path):
    """Yields the lines of shared state that has neither a lock nor a reason."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for index, line in enumerate(lines):
        if not SHARED.search(line) or line.lstrip().startswith("//"):
            continue
        first, last = index, index + 1
        while first > 0 and lines[first - 1].lstrip().startswith(("//", "@")):
            first -= 1
        closing = line[: len(line) - len(line.lstrip())] + "}"
        while line.endswith("{") and last < len(lines) and not lines[last].startswith(closing):
            last += 1
        text = lines[first:last]
        comments = " ".join(part[part.index("//"):] for part in text if "//" in part)
        if not any("Lock()" in part for part in text) and not REASON.search(comments):
            yield index + 1


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
        for number in unguarded(path):
            faults.append(f"{name(path)}:{number}: shared between threads, without a lock or a reason")
        match = WORD.search(source := code(path))
        if match:
            found[name(path)] = source.count("\n", 0, match.start()) + 1
            if not BOUNDS.search(path.read_text(encoding="utf-8")):
                faults.append(f"{name(path)}: unsafe code without a comment 'Bounds: ...' on what keeps it inside")
    for path in sorted(found.keys() - reasons.keys()):
        faults.append(f"{path}:{found[path]}: unsafe code in a file that {name(LIST)} doesn't list")
    for path in sorted(reasons.keys() - found.keys()):
        faults.append(f"{path}: listed in {name(LIST)}, but has no unsafe code (or is gone)")
    finish("unsafe code", faults, f"in {len(found)} files, all listed")


main()
