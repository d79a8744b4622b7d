#!/usr/bin/env python3
"""Writes what a static program is made of as CycloneDX 1.6: names, versions and licences.

usage: sbom.py meshconv|meshconv-receiver PROGRAM OUTPUT.json

Versions are those of the building system: the compiler's own, those of Package.resolved beside the program's manifest, which
the build has made, and those of Debian's packages of the static libraries.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
SWIFT = "Apache-2.0 WITH Swift-exception"
# Packages with another licence than Swift's: most of the server's are under the Apache License without an exception.
EXCEPTED = {
    "swift-algorithms", "swift-argument-parser", "swift-async-algorithms", "swift-atomics", "swift-collections",
    "swift-numerics", "swift-system",
}
OTHERS = {"grdb.swift": "MIT"}
# Debian's packages of the libraries that are linked in; the pattern, since one has a version in its name.
DEBIAN = {
    "glibc": ("libc6-dev", "LGPL-2.1-or-later"),
    "zlib": ("zlib1g-dev", "Zlib"),
    "libstdc++": ("libstdc++-*-dev", "GPL-3.0-or-later WITH GCC-exception-3.1"),
}
# What only one program has, by the folder of its manifest.
PROGRAMS = {
    "meshconv": (ROOT, "FoundationEssentials", {}),
    "meshconv-receiver": (
        ROOT / "Examples/Receiver", "Foundation with ICU", {"sqlite": ("libsqlite3-dev", "blessing")},
    ),
}

def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def component(name, version, licence, purl, **more):
    return {
        "type": "library", "bom-ref": purl, "name": name, "version": version,
        "licenses": [{"expression": licence}], "purl": purl, **more,
    }


def swift(foundation):
    version = re.search(r"Swift version ([\w.-]+)", said("swift", "--version")).group(1)
    purl = f"pkg:swift/github.com/swiftlang/swift@{version}"
    licence = SWIFT + (" AND Unicode-3.0" if "ICU" in foundation else "")
    return component(f"Swift standard library, runtime and {foundation}", version, licence, purl)


def packages(folder):
    """The Swift packages that a manifest asks for, directly or by others."""
    for pin in json.loads((folder / "Package.resolved").read_text())["pins"]:
        place = pin["location"].removeprefix("https://").removesuffix(".git")
        state = pin["state"]
        name = pin["identity"]
        yield component(
            name, state["version"], OTHERS.get(name, SWIFT if name in EXCEPTED else "Apache-2.0"), f"pkg:swift/{place}@{state['version']}",
            properties=[{"name": "revision", "value": state["revision"]}],
        )


def libraries(more):
    for name, (pattern, licence) in (DEBIAN | more).items():
        rows = said("dpkg-query", "-W", "-f", "${source:Package} ${source:Version} ${db:Status-Status}\n", pattern)
        installed = sorted(row.split()[:2] for row in rows.splitlines() if row.endswith(" installed"))
        if not installed:
            sys.exit(f"error: no version of {name}: Debian's package {pattern} is not installed")
        source, version = installed[-1]
        purl = f"pkg:deb/debian/{source}@{version.replace(':', '%3A')}?arch=source"
        yield component(name, version, licence, purl)


def main():
    name, program, output = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder, foundation, more = PROGRAMS[name]
    version = os.environ["VERSION"]
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    parts = [swift(foundation), *packages(folder), *libraries(more)]
    purl = f"pkg:generic/{name}@{version}"
    head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True)
    commit = head.stdout.strip() if head.returncode == 0 else "unknown"
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": purl, "name": name, "version": version, "purl": purl,
                "licenses": [{"expression": "Apache-2.0"}],
                "hashes": [{"alg": "SHA-256", "content": digest}],
                "properties": [{"name": "commit", "value": commit}],
            },
        },
        "components": parts,
        "dependencies": [
            {"ref": purl, "dependsOn": [part["bom-ref"] for part in parts]},
            *({"ref": part["bom-ref"]} for part in parts),
        ],
    }
    output.write_text(json.dumps(document, indent=1) + "\n")


main()
