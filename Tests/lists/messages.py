#!/usr/bin/env python3
"""All messages of the program, as one page, and the rules that they keep.

usage: messages.py            check the rules and that Conformance/MESSAGES.md is up to date
       messages.py --write    write Conformance/MESSAGES.md

A message is a string of three words or more in Sources that people may read: losses, notes, errors, help. What is
interpolated counts as one character, shown as `…`. Strings joined by `+` are one message. No message may be longer than
100 characters (in the help of commands and options: no sentence), and none may use the words of UNPLAIN.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Conformance/MESSAGES.md"
LONGEST = 100

# Tools for developers, and code that makes test data.
IGNORED = {"MeshConformance", "meshconformance", "ScanFixtures", "CCommit", "CPrefetch", "CZlib"}

# Paragraphs, which the terminal wraps.
HELP = {("meshconv", "Commands"), ("meshconv", "Options")}

# What a reader has to translate first, and what to write instead.
UNPLAIN = {
    r"foretold": "planned, reported",
    r"\btold\b": "reported, listed",
    r"\bholds? against\b": "compare",
    r"\b(is|as) none\b": "no …, missing",
    r"\bno words? for\b": "can't store",
    r"\bfor granted\b": "assume",
    r"\bstands? (beside|in|there)\b": "is next to, is",
    r"\bstays? behind\b": "is left out",
    r"\bas (they|it) likes?\b": "differently",
    r"\bnot there\b": "missing, not found",
    r"\bis there already\b": "exists already",
    r"\b(whoever|whatever|nobody|soup|shall)\b": "(say who or what)",
    r"\bwears?\b": "has, uses",
    r"\bof which\b": "(a second sentence)",
    r"\bis to be\b": "has to be, must be",
    r"\bat no place\b": "without a position",
    r"\btakes? (numbers|this|it|them|\S|…) for\b": "assume, read as",
}

# Strings that are data: text of files, code, paths and patterns.
DATA = re.compile(r"^[#<{\[(/]|^(ply|format|element|property|comment|solid|newmtl|mtllib|map_|def |over )\b|^\S+=\S*$")


def strings(text):
    """Yields (position, end, contents) of the string literals of Swift code; an interpolation is '…'."""
    place, size = 0, len(text)
    while place < size:
        if text.startswith("//", place):
            place = text.find("\n", place) % (size + 1)
        elif text.startswith("/*", place):
            place = text.find("*/", place) % (size + 1) + 2
        elif text[place] == "#" and text.startswith('#"', place):
            place = text.find('"#', place + 2) % (size + 1) + 2
        elif text[place] == '"':
            contents, end = literal(text, place)
            yield place, end, contents
            place = end
        else:
            place += 1


def literal(text, place):
    """Returns the contents and the end of the literal that starts at a place."""
    mark = '"""' if text.startswith('"""', place) else '"'
    place += len(mark)
    contents = []
    while not text.startswith(mark, place):
        if text.startswith("\\(", place):
            place = interpolation(text, place + 2)
            contents.append("…")
        elif text.startswith("\\\n", place):
            place += 2
            while text[place] == " ":
                place += 1
        elif text[place] == "\\":
            contents.append({"n": "\n", "t": " "}.get(text[place + 1], text[place + 1]))
            place += 2
        else:
            contents.append(text[place])
            place += 1
    return "".join(contents), place + len(mark)


def interpolation(text, place):
    """Returns the end of an interpolation, behind its closing parenthesis."""
    depth = 1
    while depth:
        if text[place] == '"':
            place = literal(text, place)[1]
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return place


def messages(path):
    """Returns the messages of a file; strings joined by '+' are one."""
    text = path.read_text()
    found, last = [], None
    for start, end, contents in strings(text):
        if last is not None and re.fullmatch(r"\s*\+\s*", text[last:start]):
            found[-1] += contents
        else:
            found.append(contents)
        last = end
    lines = [line.strip() for contents in found for line in contents.split("\n")]
    words = re.compile(r"[A-Za-z'’…]{2,}|…|\d+")
    return [line for line in lines if len(words.findall(line)) > 2 and re.search("[a-z]{3}", line) and not DATA.match(line)]


def main():
    modules, faults = {}, []
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        module = path.relative_to(ROOT / "Sources").parts[0]
        if module in IGNORED:
            continue
        for message in messages(path):
            modules.setdefault(module, {}).setdefault(message, path.name)
            where = path.relative_to(ROOT)
            parts = re.split(r"(?<=[.;:]) ", message) if where.parts[1:3] in HELP else [message]
            if max(map(len, parts)) > LONGEST:
                faults.append(f"{where}: more than {LONGEST} characters: {message}")
            for pattern, instead in UNPLAIN.items():
                if hit := re.search(pattern, message):
                    faults.append(f"{where}: write '{instead}' instead of '{hit[0]}': {message}")
    count = sum(map(len, modules.values()))
    page = [
        "# Messages",
        "",
        f"All {count:,} texts of the program that people may read, made by `Tests/lists/messages.py --write`; `…` is what",
        f"the program fills in. The same script checks that none has more than {LONGEST} characters and that none uses these",
        "words:",
        "",
        "| not | but |",
        "|---|---|",
    ]
    page += [f"| `{pattern.replace('|', '&#124;')}` | {instead} |" for pattern, instead in UNPLAIN.items()]
    for module, entries in modules.items():
        page += ["", f"## {module}", ""]
        page += [f"- {message.replace('<', '&lt;')}" for message in sorted(entries, key=str.lower)]
    text = "\n".join(page) + "\n"
    if "--write" in sys.argv:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        faults.append("Conformance/MESSAGES.md is out of date: run Tests/lists/messages.py --write")
    print("\n".join(faults))
    print(f"{count} messages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
