#!/usr/bin/env python3
"""Every block of Swift in the documentation is part of a file that is compiled: of an example, or of a test.

Indentation, imports, blank lines and comments with two slashes are not compared.
"""
import re

from swift_source import ROOT, finish, name

PAGES = ["README.md", "CONTRIBUTING.md", "Documentation/**/*.md", "Sources/*/*.docc/*.md", "Examples/*/README.md"]
COMPILED = ["Examples/*/Sources/**/*.swift", "Tests/*Tests/**/*.swift"]


def lines(text):
    found = (re.sub(r"(^|\s)// .*$", "", line).strip() for line in text.splitlines())
    return "\n".join(line for line in found if line and not line.startswith("import "))


def files(patterns):
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern) if ".build" not in path.parts)


def main():
    compiled = ["\n" + lines(path.read_text(encoding="utf-8")) + "\n" for path in files(COMPILED)]
    count, faults = 0, []
    for page in files(PAGES):
        for match in re.finditer(r"^```swift\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
            count += 1
            block = "\n" + lines(match[1]) + "\n"
            if not any(block in text for text in compiled):
                faults.append(f"{name(page)}: no compiled file has these lines: {match[1].strip().splitlines()[0]} …")
    finish("snippets", faults, f"{count} blocks of Swift in the documentation, all compiled")


main()
