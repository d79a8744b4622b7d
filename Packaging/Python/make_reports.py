#!/usr/bin/env python3
"""Writes src/meshconv/reports.py from the JSON schemas that the program prints.

usage: make_reports.py PROGRAM [--check]        --check: only compares, and fails if the file is out of date
"""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# The package itself can't be imported without its library.
field_name = runpy.run_path(str(HERE / "src" / "meshconv" / "_records.py"))["field_name"]

DOCUMENTS = ("report", "info", "plan", "diff", "check", "formats")

# The name of the class for the object at a path of a schema. Equal objects share a name.
NAMES = {
    "report": "Report", "info": "Info", "plan": "Plan", "diff": "Diff", "check": "Check", "formats": "Formats",
    "tool": "Tool", "config": "UsedConfig", "error": "Problem", "input": "Input", "sideFiles": "SideFile", "outputs": "Output",
    "report.options": "Options", "diff.options": "DiffOptions", "route": "Step", "rejected": "Step",
    "losses": "Loss", "predictedInVain": "Loss", "diagnostics": "Diagnostic", "totals": "Totals",
    "instanced": "Totals", "bounds": "Bounds", "primitives": "PrimitiveInfo", "attributes": "AttributeInfo",
    "subsets": "SubsetInfo", "motion": "Motion", "motion.skins": "SkinInfo", "motion.clips": "ClipInfo",
    "settings": "MovedSetting", "motion.targets": "TargetInfo", "surface": "Surface", "info.names": "Names",
    "tables": "TableInfo", "columns": "ColumnInfo", "metadata": "Metadata", "unmapped": "Unmapped",
    "info.package": "PackageInfo", "models": "PackageModel", "findings": "Finding", "plan.targets": "PlannedTarget",
    "differences": "Difference", "formats.formats": "Format", "variants": "FormatVariant",
    "formats.options": "FormatOption", "purposes": "Purpose", "packages": "PackageFormat",
    "packageKinds": "PackageKind",
}

SUMMARIES = {
    "Report": "What a conversion did, and all that it lost.",
    "Info": "What is in a file.",
    "Plan": "What conversions would lose.",
    "Diff": "What of one file is missing or changed in another.",
    "Check": "What is wrong or unusual in a file.",
    "Formats": "The formats, and what each can hold.",
    "Loss": "One thing that is not carried over as it was.",
    "Problem": "Why something failed.",
    "Finding": "One thing that is wrong or unusual.",
    "Difference": "One thing that is missing or changed.",
}

# What a class has beside the fields of its schema.
MEMBERS = {
    "Report": '''
    #: The verdict as a sentence.
    summary: str = field(default="", compare=False)
    #: The outputs of a conversion in memory by name, the main one first; empty if they were written to files.
    files: dict[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @property
    def data(self) -> bytes:
        """The main output of a conversion in memory."""
        for content in self.files.values():
            return content
        raise ValueError("the output was written to a file, it is not in memory")
''',
    "Loss": '''
    def __str__(self) -> str:
        return self.message
''',
    "Diff": '''
    def __bool__(self) -> bool:
        raise TypeError("use .equal: whether a comparison is true is ambiguous")
''',
}

# Reports that have all their fields if the work is done; if it is not, there is an exception instead of a report.
WHOLE_IF_DONE = {"Plan", "Diff", "Check", "Formats"}

LONGEST_LITERAL = 12


def class_name(path: list[str]) -> str:
    for start in range(len(path) - 1, -1, -1):
        if (name := NAMES.get(".".join([path[start], path[-1]]) if start < len(path) - 1 else "")) is not None:
            return name
    if (name := NAMES.get(path[-1])) is not None:
        return name
    raise SystemExit(f"make_reports.py: no class name for {'.'.join(path)}")


class Writer:
    def __init__(self) -> None:
        self.fields: dict[str, dict[str, str]] = {}

    def kind(self, schema: dict[str, Any], path: list[str]) -> str:
        """The type of a value, without "or None"."""
        if "enum" in schema:
            values = [value for value in schema["enum"] if value is not None]
            if len(values) > LONGEST_LITERAL or len(values) == 1:
                return "str"
            return f"Literal[{', '.join(json.dumps(value) for value in values)}]"
        types = self.types(schema)
        if "object" in types:
            properties = schema.get("properties")
            if properties is None:
                return "dict[str, Any]"
            if all("enum" in value for value in properties.values()):
                return "dict[str, str]"
            return self.record(schema, path)
        if "array" in types:
            return f"list[{self.full(schema.get('items', {}), path)}]"
        if "number" in types:
            return "float"
        return {"string": "str", "integer": "int", "boolean": "bool"}.get(types[0], "Any") if types else "Any"

    @staticmethod
    def types(schema: dict[str, Any]) -> list[str]:
        types = schema.get("type", [])
        return [each for each in ([types] if isinstance(types, str) else types) if each != "null"]

    def full(self, schema: dict[str, Any], path: list[str]) -> str:
        nullable = "null" in schema.get("type", []) or None in schema.get("enum", [])
        return self.kind(schema, path) + (" | None" if nullable else "")

    def record(self, schema: dict[str, Any], path: list[str]) -> str:
        name = class_name(path)
        required = set(schema.get("required", []))
        fields: dict[str, str] = {}
        for key, value in schema["properties"].items():
            kind = self.full(value, [*path, key])
            if kind.startswith("list[") and not kind.endswith("| None"):
                fields[field_name(key)] = f"{kind} = field(default_factory=list)"
            elif kind.startswith("dict["):
                fields[field_name(key)] = f"{kind} = field(default_factory=dict)"
            # Named only where a file with defaults set something.
            elif key != "config" and (key in required or name in WHOLE_IF_DONE) and not kind.endswith("| None"):
                fields[field_name(key)] = kind
            else:
                fields[field_name(key)] = f"{kind.removesuffix(' | None')} | None = None"
        known = self.fields.setdefault(name, fields)
        for key in [*known, *(key for key in fields if key not in known)]:
            first, second = known.get(key), fields.get(key)
            if first == second:
                continue
            # Two documents have the same object; a field that one of them may lack may be None.
            kinds = {each.removesuffix(" = None").removesuffix(" | None") for each in (first, second) if each}
            if len(kinds) != 1 or "field(" in next(iter(kinds)):
                raise SystemExit(f"make_reports.py: {name}.{key} has two types: {first}, {second}")
            known[key] = f"{kinds.pop()} | None = None"
        # In the order of their last use, so that a class follows those that it uses.
        self.fields[name] = self.fields.pop(name)
        return name

    def text(self) -> str:
        lines = ['"""The reports as dataclasses. Made by make_reports.py from the program\'s JSON schemas; don\'t edit."""', "",
                 "from __future__ import annotations", "", "from dataclasses import dataclass, field",
                 "from typing import Any, Literal", "", "from ._records import Record", "",
                 f"__all__ = {json.dumps(sorted(self.fields))}"]
        for name, fields in self.fields.items():
            lines += ["", "", "@dataclass(frozen=True, kw_only=True)", f"class {name}(Record):"]
            if name in SUMMARIES:
                lines += [f'    """{SUMMARIES[name]}"""', ""]
            lines += [f"    {key}: {kind}" for key, kind in fields.items()]
            lines += MEMBERS.get(name, "").rstrip("\n").split("\n") if name in MEMBERS else []
        return "\n".join(lines) + "\n"


def main() -> None:
    program, *options = sys.argv[1:]
    writer = Writer()
    for document in DOCUMENTS:
        output = subprocess.run([program, "schema", document], check=True, capture_output=True).stdout
        writer.record(json.loads(output), [document])
    target = HERE / "src" / "meshconv" / "reports.py"
    if "--check" in options:
        if target.read_text() != writer.text():
            raise SystemExit(f"{target.name} is out of date: run make_reports.py {program}")
    else:
        target.write_text(writer.text())


if __name__ == "__main__":
    main()
