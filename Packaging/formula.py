#!/usr/bin/env python3
"""Fills in the Homebrew formula from the tarballs of a release.     usage: formula.py FOLDER VERSION RELEASES

FOLDER has the tarballs and gets meshconv.rb; RELEASES is the address below which each tag has a folder.
"""
import hashlib
import pathlib
import re
import sys

TEMPLATE = pathlib.Path(__file__).resolve().parent / "Homebrew/meshconv.rb"


def main():
    folder, version, releases = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3].rstrip("/")
    text = TEMPLATE.read_text(encoding="utf-8")
    text = text[text.index("class ") :]
    for system in re.findall(r"@SHA256-([\w-]+)@", text):
        tarball = folder / f"meshconv-{version}-{system}.tar.gz"
        if tarball.exists():
            text = text.replace(f"@SHA256-{system}@", hashlib.sha256(tarball.read_bytes()).hexdigest())
        else:
            print(f"note: {tarball.name} is not there: the formula is for the other system only", file=sys.stderr)
            block = "on_" + system.split("-")[0]
            text = re.sub(rf"  {block} do\n.*?\n  end\n\n", "", text, flags=re.DOTALL)
    if " sha256 " not in text:
        sys.exit(f"error: {folder} has no tarball of {version}; make it first (Packaging/release.sh {folder} tarball)")
    text = text.replace("@VERSION@", version).replace("@RELEASES@", releases)
    text = text.replace("@HOMEPAGE@", releases.removesuffix("/releases/download"))
    (folder / "meshconv.rb").write_text(text, encoding="utf-8")


main()
