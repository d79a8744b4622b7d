"""Shared by the checks in this folder: the files of a target, and Swift code without its comments and strings."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# In this order at every position: a block comment, a line comment, a multi-line string, a string. So `//` inside a
# string is no comment and `"` inside a comment no string. Raw strings (#"…"#) are not used in this project.
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def code(path):
    """The text of a Swift file with comments and strings blanked; every line keeps its number."""
    text = path.read_text(encoding="utf-8")
    return TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def files(folder):
    """The Swift files under a folder of the package, in a fixed order."""
    return sorted((ROOT / folder).rglob("*.swift"))


def name(path):
    """A file's path as the lists write it."""
    return path.relative_to(ROOT).as_posix()


def finish(title, faults, said):
    """Prints the result and ends the process, with 1 if there were faults."""
    for fault in faults:
        print(f"error: {fault}")
    print(f"{title}: {len(faults)} faults" if faults else f"{title}: {said}")
    raise SystemExit(1 if faults else 0)
