#!/usr/bin/env python3
"""Who may import whom: the manifest and the sources against one table.

The table is the architecture. A target that wants one more import changes this file, where a reviewer sees it.
"""
import json
import os
import re
import subprocess

from swift_source import ROOT, code, files, finish, name

# The libraries of the package's users, one a line; behind the name, what other scripts check.
LISTED = [line.split()[0] for line in (ROOT / "Tests/lists/targets.txt").read_text(encoding="utf-8").splitlines()
          if line and not line.startswith("#")]
# A format's row is only in the table below if it may import more than others.
FORMATS = {target for target in LISTED if target.startswith("Format")}
FORMAT = {"MeshFormats", "MeshModel", "MeshBytes"}
LIBRARIES = {
    # One line of C, since only for C a build can define the commit.
    "CCommit": set(),
    # One instruction of the processor, which only C has a word for.
    "MeshModel": {"CPrefetch"},
    "MeshBytes": set(),
    "MeshFormats": {"MeshModel", "MeshBytes"},
    "MeshArchive": {"MeshBytes", "CZlib"},
    # Bytes in, pixels out.
    "MeshImages": {"MeshBytes", "MeshArchive"},
    "MeshCompression": set(),
    # Bytes in, arrays out: it knows nothing of scenes or formats.
    "MeshDraco": set(),
    "MeshOperations": {"MeshModel"},
    # Frames in, clouds and surfaces out: it knows no file and no package.
    "Reconstruction": {"MeshModel"},
    # Scenes and arrays in, pixels out: it knows no file and no image format.
    "MeshRender": {"MeshModel"},
    # Neither of the two may know the other: what proves a conversion must not share the errors of what converts.
    "MeshComparison": {"MeshModel"},
    # Routing sees descriptors, never a format's module; a format never sees another.
    "MeshRouting": {"MeshFormats", "MeshModel"},
    "FormatGLTF": FORMAT | {"MeshCompression", "MeshDraco"},
    "FormatUSD": FORMAT | {"MeshArchive", "MeshCompression"},
    # Captures know no mesh format: their meshes are entries, which the caller reads.
    "ScanPackages": FORMAT | {"MeshArchive", "MeshImages", "Reconstruction"},
    # Not for users: packages for tests. It knows no reader, so that both can't share a mistake.
    "ScanFixtures": {"MeshArchive", "MeshBytes", "MeshImages"},
    "MeshConvert": {"MeshRouting", "MeshOperations", "MeshComparison", "MeshArchive", "MeshImages", "MeshRender", "Reconstruction", "ScanPackages", "CCommit"} | FORMATS | FORMAT,
    "MeshConvertFoundation": {"MeshConvert", "MeshFormats"},
    # What uses Apple's classes, and the numbers for them.
    "MeshConvertApple": {"MeshConvertFoundation", "MeshConvert", "ScanPackages", "Reconstruction", "MeshImages", "MeshModel"},
    # The C library: what its header declares.
    "MeshConvertC": {"MeshConvert", "MeshOperations", "ScanPackages", "CMeshConv"} | FORMAT,
    # Not for users: the parts of the program of the same name, as a library so that tests can use it.
    "MeshConformance": {
        "MeshConvert", "MeshRouting", "MeshOperations", "ScanPackages", "MeshArchive", "MeshImages", "MeshCompression", "MeshDraco",
    } | FORMAT,
}
LIBRARIES = {target: FORMAT for target in FORMATS} | LIBRARIES
EXECUTABLES = {
    "meshconv": {"MeshConvert", "MeshRouting", "ScanPackages", "ArgumentParser"} | FORMAT,
    "meshconformance": {"MeshConformance", "MeshConvert", "MeshRouting", "ScanPackages", "ScanFixtures"} | FORMAT,
}
# Modules of the system; no others are allowed. Foundation in a library would cost every program that links it.
C_LIBRARY = {"Glibc", "Musl", "Android", "Darwin"}
SYSTEM = {
    "MeshConvertFoundation": {"Foundation", "FoundationEssentials"},
    "MeshConvertApple": {
        "AppKit", "ARKit", "BackgroundTasks", "CoreFoundation", "CoreGraphics", "CoreTransferable", "CoreVideo", "Foundation", "Metal",
        "ModelIO", "RealityKit", "SwiftUI", "UIKit", "USDKit", "UniformTypeIdentifiers", "simd",
    },
    # Not for users; the whole of Foundation on Apple's systems, which have no FoundationEssentials.
    "MeshConformance": C_LIBRARY | {"Dispatch", "FoundationEssentials", "Foundation"},
    "MeshBytes": C_LIBRARY | {"Dispatch"},
    "MeshConvert": {"Dispatch"},
    # Threads that start after a fork, too.
    "MeshConvertC": C_LIBRARY,
    "meshconv": C_LIBRARY | {"Dispatch", "FoundationEssentials"},
    "meshconformance": C_LIBRARY | {"Dispatch", "FoundationEssentials", "Foundation"},
}
# The one file that hands modules on to those who import its own: all of them are in the table's row.
EXPORTS = "Sources/MeshConvert/Exports.swift"
IN_TESTS = C_LIBRARY | {"Testing", "Dispatch", "Foundation", "FoundationEssentials"}

IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)",
    re.MULTILINE,
)


def declared(target):
    for dependency in target["dependencies"]:
        for kind in ("byName", "target", "product"):
            if kind in dependency:
                yield dependency[kind][0]


def allowed(target):
    """The targets that a target may depend on, and the system modules that it may import; None if the table doesn't know it."""
    if target in LIBRARIES or target in EXECUTABLES:
        return (LIBRARIES | EXECUTABLES)[target], SYSTEM.get(target, set())
    if target == "MeshconvTests":
        # The program is mostly run; only its tables and texts are imported. The libraries define its documents, and the pages
        # about formats are made from the lists that their readers go by.
        return {
            "meshconv", "MeshConvert", "MeshFormats", "MeshBytes", "ScanFixtures", "ScanPackages", "FormatGLTF", "FormatUSD",
        }, IN_TESTS
    if target.endswith("Tests") and target[:-5] in LIBRARIES:
        # A test may build its input with its target, and with all that this depends on, and may prove its result; tests of
        # conversions also with what conformance has for that.
        tested = {"ScanFixtures", "MeshComparison"} | ({"MeshConformance"} if target == "MeshConvertTests" else set())
        todo = [target[:-5]]
        while todo:
            one = todo.pop()
            tested.add(one)
            todo += LIBRARIES.get(one, set()) - tested
        return tested, IN_TESTS
    return None


def main():
    # As users have it, without the flags of .ci/run.
    plain = {key: value for key, value in os.environ.items() if key != "MESHCONV_CI"}
    text = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, env=plain, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    package = json.loads(text)
    faults = []
    imports = 0
    for target in package["targets"]:
        title = target["name"]
        for setting in target.get("settings", []):
            if "unsafeFlags" in setting["kind"]:
                faults.append(f"{title}: unsafeFlags; no package could depend on a tag that has them")
        if target["type"] == "system":
            continue
        rule = allowed(title)
        if rule is None:
            faults.append(f"{title}: a target that the table in {name(ROOT / 'Tests/lists/check-dependencies.py')} lacks")
            continue
        modules, system = rule
        for dependency in sorted(set(declared(target)) - modules):
            faults.append(f"Package.swift: {title} may not depend on {dependency}")
        folder = ("Tests/" if target["type"] == "test" else "Sources/") + title
        for path in files(folder):
            source = code(path)
            if "@_exported" in source and name(path) != EXPORTS:
                faults.append(f"{name(path)}: only {EXPORTS} may hand modules on")
            for match in IMPORT.finditer(source):
                imports += 1
                module = match.group(1)
                line = source.count("\n", 0, match.start(1)) + 1
                if module not in modules | system | {"Swift", "_Concurrency"}:
                    faults.append(f"{name(path)}:{line}: {title} may not import {module}")
                elif module in modules and module not in set(declared(target)):
                    faults.append(f"{name(path)}:{line}: {title} imports {module} without declaring it")
    known = {target["name"] for target in package["targets"]}
    for missing in sorted((LIBRARIES.keys() | EXECUTABLES.keys() | set(LISTED)) - known):
        faults.append(f"{missing}: in the table or in targets.txt, not in Package.swift")
    finish("dependencies", faults, f"{len(known)} targets, {imports} imports as the table says")


main()
