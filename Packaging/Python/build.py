#!/usr/bin/env python3
"""Builds the wheel: the package, the C library and the program, for Python 3.10 and later.

usage: build.py --library libmeshconv.so --program meshconv [--licences FOLDER] [--output FOLDER] [--platform TAG]

The same inputs give the same bytes. Nothing is compiled here, and nothing but the standard library is needed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import platform
import subprocess
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

METADATA = """\
Metadata-Version: 2.4
Name: meshconv
Version: {version}
Summary: Converts PLY, OBJ, STL, OFF, glTF/GLB, USD/USDZ and phone scans into each other, and lists what is lost
Keywords: 3d,mesh,point cloud,ply,obj,stl,gltf,glb,usd,usdz,lidar,converter
License-Expression: Apache-2.0
{licences}
Classifier: Development Status :: 4 - Beta
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Topic :: Multimedia :: Graphics :: 3D Graphics :: 3D Modeling
Classifier: Topic :: Scientific/Engineering
Classifier: Typing :: Typed
Requires-Python: >=3.10
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Provides-Extra: trimesh
Requires-Dist: numpy; extra == "trimesh"
Requires-Dist: trimesh; extra == "trimesh"
Provides-Extra: open3d
Requires-Dist: numpy; extra == "open3d"
Requires-Dist: open3d; extra == "open3d"
Description-Content-Type: text/markdown

{description}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: meshconv-build
Root-Is-Purelib: false
Tag: py3-none-{platform}
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--library", type=Path, required=True, help="the shared C library")
    parser.add_argument("--program", type=Path, required=True, help="the static program, installed as 'meshconv'")
    parser.add_argument("--licences", type=Path, help="the licences of what program and library have linked in")
    parser.add_argument("--output", type=Path, default=Path.cwd(), help="the folder for the wheel")
    parser.add_argument("--platform", default=f"manylinux_2_34_{platform.machine()}", help="the platform's tag")
    return parser.parse_args()


def contents(version: str, options: argparse.Namespace) -> list[tuple[str, bytes, int]]:
    """Names in the wheel, bytes and modes, without the record."""
    info = f"meshconv-{version}.dist-info"
    files = [
        (f"meshconv/{path.name}", path.read_bytes(), 0o644)
        for path in sorted((HERE / "src" / "meshconv").iterdir())
        if (path.suffix == ".py" and path.name != "_version.py") or path.name == "py.typed"
    ]
    # The version in the package is the program's: one place says it.
    files.append(("meshconv/_version.py", f'__version__ = "{version}"\n'.encode(), 0o644))
    files.append(("meshconv/libmeshconv.so", options.library.read_bytes(), 0o755))
    files.append((f"meshconv-{version}.data/scripts/meshconv", options.program.read_bytes(), 0o755))
    description = (HERE / "README.md").read_text(encoding="utf-8")
    licences = [ROOT / "LICENSE", ROOT / "NOTICE", *(sorted(options.licences.iterdir()) if options.licences else [])]
    lines = "\n".join(f"License-File: {path.name}" for path in licences)
    metadata = METADATA.format(version=version, licences=lines, description=description)
    files.append((f"{info}/METADATA", metadata.encode(), 0o644))
    files.append((f"{info}/WHEEL", WHEEL.format(platform=options.platform).encode(), 0o644))
    files += [(f"{info}/licenses/{path.name}", path.read_bytes(), 0o644) for path in licences]
    return files


def digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def write(target: Path, files: list[tuple[str, bytes, int]], info: str) -> None:
    record = "".join(f"{name},{digest(content)},{len(content)}\n" for name, content, _ in files)
    files = [*files, (f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644)]
    # Zip can't say anything before 1980.
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, content, compresslevel=9)


def main() -> None:
    options = arguments()
    printed = subprocess.run([options.program.resolve(), "--version"], check=True, capture_output=True, text=True)
    version = printed.stdout.split()[1]
    target = options.output / f"meshconv-{version}-py3-none-{options.platform}.whl"
    options.output.mkdir(parents=True, exist_ok=True)
    write(target, contents(version, options), f"meshconv-{version}.dist-info")
    print(target)


if __name__ == "__main__":
    main()
