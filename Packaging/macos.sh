#!/usr/bin/env bash
# Builds the program for macOS 14 and later, on both kinds of Macs, and packs it as release.sh does with that for Linux.
# usage: Packaging/macos.sh OUTPUT      (on a Mac with Xcode)
set -euo pipefail
start=$PWD
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
case "${1:?usage: Packaging/macos.sh OUTPUT}" in
/*) output=$1 ;;
*) output=$start/$1 ;;
esac
cd "$ROOT"
if [ "$(uname -s)" != Darwin ]; then
    echo "error: only a Mac can build for macOS" >&2
    exit 69
fi
EXAMPLES=$ROOT/Examples
. Examples/static-flags.sh
static_commit

name=meshconv-$VERSION-macos-universal
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
programs=()
for machine in arm64 x86_64; do
    build=(swift build -c release --product meshconv --triple "$machine-apple-macosx14.0" --scratch-path ".build/$machine")
    "${build[@]}"
    programs+=("$("${build[@]}" --show-bin-path)/meshconv")
done
lipo -create -output "$stage/meshconv" "${programs[@]}"
strip "$stage/meshconv"
codesign --force --sign - "$stage/meshconv" # strip has broken the linker's signature; without one arm64 doesn't run it
lipo "$stage/meshconv" -verify_arch arm64 x86_64

Packaging/tree.sh "$stage/meshconv" "$stage/$name"
cp README.md LICENSE NOTICE Conformance/cases/scan/corner.ply "$stage/$name"
"$stage/$name/bin/meshconv" "$stage/$name/corner.ply" "$stage/corner.glb" --strict --verify

# The tar of macOS has no option for times: the files have them.
mkdir -p "$output"
find "$stage/$name" -exec touch -h -t "$(date -u -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)" {} +
(cd "$stage" && find "$name" | sort | tar --format ustar --uid 0 --gid 0 --uname '' --gname '' --no-recursion -cf - -T -) |
    gzip -6n >"$output/$name.tar.gz"
echo "$output/$name.tar.gz"
