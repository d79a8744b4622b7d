#!/usr/bin/env python3
"""Apple's privacy manifests: each declares exactly the categories of APIs that the code beside it uses.

Apple asks for a reason where code calls one of a list of functions ("Describing use of required reason API"). The
libraries' manifest is in the target that calls them; the example app has one of its own. A new call without its category
is a fault, and so is a category that nothing needs any more.
"""
import plistlib
import re

from swift_source import ROOT, code, files, finish, name

# The category, its reasons that may be chosen, and the names that need it.
CATEGORIES = {
    "FileTimestamp": (
        {"C617.1", "3B52.1"},
        r"f?stat|lstat|fstatat|f?getattrlist|getattrlist(?:bulk|at)|creationDate|(?:file|content)?[mM]odificationDate\w*|"
        r"creationDateKey|attributesOfItem",
    ),
    "DiskSpace": (
        {"E174.1", "85F4.1"},
        r"f?statfs|f?statvfs|volume\w*Capacity\w*|systemFreeSize|systemSize|attributesOfFileSystem",
    ),
    "SystemBootTime": ({"35F9.1"}, r"mach_(?:absolute|continuous)_time|systemUptime"),
    "UserDefaults": ({"CA92.1"}, r"(?:NS)?UserDefaults|AppStorage|SceneStorage"),
    "ActiveKeyboards": (set(), r"activeInputModes"),
}
ANY = re.compile("|".join(rf"\b(?:{names})\b" for _, names in CATEGORIES.values()))
# Programs never run on a phone.
PROGRAMS = {"meshconv", "meshconformance", "MeshConformance"}


def manifest(path, faults):
    """The declared reasons of each category."""
    content = plistlib.loads(path.read_bytes())
    for key in ("NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes"):
        if content.get(key):
            faults.append(f"{name(path)}: {key}: the code tracks nobody and collects nothing")
    return {
        entry["NSPrivacyAccessedAPIType"].removeprefix("NSPrivacyAccessedAPICategory"): set(
            entry["NSPrivacyAccessedAPITypeReasons"]
        )
        for entry in content.get("NSPrivacyAccessedAPITypes", [])
    }


def used(paths):
    """For each category the first place that needs it."""
    found = {}
    for path in paths:
        # Most files have none of the names, not even in comments.
        if not ANY.search(path.read_text(encoding="utf-8")):
            continue
        source = code(path)
        for category, (_, names) in CATEGORIES.items():
            match = re.search(rf"\b(?:{names})\b", source)
            if match and category not in found:
                found[category] = f"{name(path)}:{source.count(chr(10), 0, match.start()) + 1}: {match.group()}"
    return found


def main():
    faults = []
    libraries = [p for p in sorted((ROOT / "Sources").iterdir()) if p.is_dir() and p.name not in PROGRAMS]
    groups = {
        "Sources/MeshBytes/PrivacyInfo.xcprivacy": [
            path for folder in libraries for pattern in ("*.swift", "*.c", "*.h") for path in sorted(folder.rglob(pattern))
            # Nothing in it is compiled for a phone.
            if path.name != "System+Linux.swift"
        ],
        "Examples/ScanShare/PrivacyInfo.xcprivacy": files("Examples/ScanShare/Sources"),
    }
    for place, paths in groups.items():
        declared = manifest(ROOT / place, faults)
        needed = used(paths)
        for category in sorted(needed.keys() - declared.keys()):
            faults.append(f"{needed[category]} needs {category} in {place}")
        for category in sorted(declared.keys() - needed.keys()):
            faults.append(f"{place}: {category}, which nothing in the code needs")
        for category in sorted(declared.keys() & needed.keys()):
            for reason in sorted(declared[category] - CATEGORIES[category][0]):
                faults.append(f"{place}: {reason} is no reason of {category} that this code has")
            if not declared[category]:
                faults.append(f"{place}: {category} without a reason")
    finish("privacy manifests", faults, f"{len(groups)} say what {sum(map(len, groups.values()))} files use")


main()
