#!/usr/bin/env python3
"""Compares the public declarations of the libraries with public-surface.txt.     usage: check-surface.py SYMBOL-GRAPHS

The list is what users may rely on: a change to it is a change for them and belongs into the changelog. With
MESHCONV_RECORD=1 it is written anew. No type may have a name of apple-names.txt. Tests/documentation.sh makes the symbol
graphs and runs this.
"""
import json
import os
import pathlib
import sys

from swift_source import ROOT, finish, name

LIST = ROOT / "Tests/lists/public-surface.txt"
APPLE = ROOT / "Tests/lists/apple-names.txt"
TYPES = {"struct", "enum", "class", "protocol", "typealias", "actor"}
HEAD = "# The public declarations of the libraries, compared by check-surface.py. MESHCONV_RECORD=1 Tests/documentation.sh writes it.\n"


def declarations(folder):
    """Lines such as `MeshConvert func convert(_:to:options:)`; extensions count to the module that declares them."""
    found = set()
    for path in sorted(pathlib.Path(folder).glob("*.symbols.json")):
        graph = json.loads(path.read_text(encoding="utf-8"))
        module = graph["module"]["name"]
        for symbol in graph["symbols"]:
            kind = symbol["kind"]["identifier"].removeprefix("swift.")
            if symbol["accessLevel"] == "public" and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                found.add(f"{module} {kind} {'.'.join(symbol['pathComponents'])}")
    return sorted(found)


def collisions(found):
    """The types that are named as one of a framework that apps import."""
    lines = [line.split(":") for line in APPLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    owner = {each: framework for framework, names in lines for each in names.split()}
    types = [(line, line.split()[2]) for line in found if line.split()[1] in TYPES]
    return [f"named as a type of {owner[each]}: {line}" for line, each in types if each in owner]


def main():
    found = declarations(sys.argv[1])
    if os.environ.get("MESHCONV_RECORD"):
        LIST.write_text(HEAD + "\n".join(found) + "\n", encoding="utf-8")
        finish("public surface", [], f"{len(found)} declarations recorded")
    listed = LIST.read_text(encoding="utf-8").splitlines()[1:] if LIST.exists() else []
    faults = [f"public, but not in {name(LIST)}: {line}" for line in sorted(set(found) - set(listed))]
    faults += [f"in {name(LIST)}, but not public any more: {line}" for line in sorted(set(listed) - set(found))]
    faults += collisions(found)
    finish("public surface", faults, f"{len(found)} declarations, all listed, none named as a type of Apple's frameworks")


main()
