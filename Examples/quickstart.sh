#!/usr/bin/env bash
# From a fresh clone to a converted scan: builds meshconv, converts a small scan from this repository, shows the reports.
# usage: Examples/quickstart.sh [OUTPUT-FOLDER]      (default: a new folder under the system's temporary folder)
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. Examples/ensure-zlib.sh

if ! command -v swift >/dev/null 2>&1; then
    echo "error: Swift 6.3 or later is needed; see https://www.swift.org/install" >&2
    exit 1
fi
ensure_zlib

case "${1:-}" in
"") out=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-quickstart.XXXXXX") ;;
/*) out=$1 ;;
*) out=$start/$1 ;;
esac
mkdir -p "$out"

echo "Building meshconv (the first time takes a few minutes) ..."
swift build -c release --product meshconv
PATH="$(swift build -c release --show-bin-path):$PATH"

# Prints the command as typed, then runs it.
show() {
    printf '\n$ %s\n' "$*"
    "$@"
}

cp Conformance/cases/scan/corner.ply "$out/corner.ply"
cd "$out"

printf '\nA small room corner, scanned: points, normals, colours, confidence and triangles in a binary PLY.\n'
show meshconv info corner.ply

printf '\nTo OBJ. What OBJ has no place for is reported, with a way to keep it.\n'
show meshconv corner.ply corner.obj

printf '\nA picture of it.\n'
show meshconv preview corner.obj corner.png

printf '\nTo PLY as text and back to binary: nothing may be lost.\n'
show meshconv convert corner.ply corner-text.ply --to ply.ascii
show meshconv convert corner-text.ply corner-binary.ply --to ply.binary
show meshconv diff corner.ply corner-binary.ply

printf '\nWhat of the scan is missing in the OBJ (diff ends with 1 where something is):\n'
show meshconv diff corner.ply corner.obj || [ $? -eq 1 ]

printf '\nDone. The files are in %s\n' "$out"
