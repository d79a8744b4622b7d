#!/usr/bin/env bash
# Checks that the program of Examples/build-static.sh works in a root with nothing but itself and an input: no library, no
# /proc, no /tmp, no device.      usage: Tests/one-file.sh PROGRAM
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
largest=33000000

root=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-root.XXXXXX")
trap 'rm -rf "$root"' EXIT
cp "$program" "$root/meshconv"
mkdir "$root/scans"
cp Conformance/cases/scan/corner.ply Conformance/cases/stl/binary.stl "$root/scans"
cp Conformance/cases/obj/mtl_tex_plain.obj Conformance/cases/obj/mtl_tex_plain.mtl "$root/scans"
cp Conformance/cases/obj/*.png "$root/scans"

# Only root may change the root; others become root in a namespace of their own.
enter=(chroot "$root")
if [ "$(id -u)" -ne 0 ]; then enter=(unshare -r chroot "$root"); fi
if ! "${enter[@]}" /meshconv --version >/dev/null; then
    echo "error: $program does not run in an empty root (${enter[*]})" >&2
    exit 1
fi

failed=0
# expect STATUS WORDS...: ends with this status.
expect() {
    local wanted=$1 status=0
    shift
    "${enter[@]}" /meshconv "$@" >"$root/said" 2>&1 </dev/null || status=$?
    if [ "$status" -ne "$wanted" ]; then
        echo "FAILED meshconv $*: exit code $status, expected $wanted" >&2
        sed 's/^/    /' "$root/said" | head -n 5 >&2
        failed=1
    fi
}
must() {
    if ! "$@" >/dev/null 2>&1; then
        echo "FAILED $*" >&2
        failed=1
    fi
}

expect 0 --version
version=$(cat "$root/said")
expect 0 --help
must grep -q USAGE "$root/said"
expect 0 formats --json
# The version and the documents name one commit.
commit=$(sed -n 's/.*(\(.*\)).*/\1/p' <<<"$version")
if [ "$commit" ]; then must grep -q "\"commit\": *\"$commit\"" "$root/said"; else must grep -q '"commit": *null' "$root/said"; fi
expect 0 info /scans/corner.ply
expect 0 check /scans/corner.ply
expect 0 convert /scans/corner.ply /scans/corner.obj --threads 4 --report /scans/report.json
must test -s "$root/scans/report.json"
expect 0 convert /scans/corner.obj /scans/back.ply --threads 4 --verify
expect 0 diff /scans/corner.obj /scans/back.ply
expect 0 convert /scans/binary.stl /scans/cube.ply
expect 0 diff /scans/binary.stl /scans/cube.ply
# Over an existing file, and with textures beside it.
expect 0 convert /scans/binary.stl /scans/cube.ply
expect 0 convert /scans/mtl_tex_plain.obj /scans/textured.ply
mkdir "$root/scans/away"
expect 0 convert /scans/textured.ply /scans/away/textured.obj
must test -s "$root/scans/away/textured.mtl"
must test "$(find "$root/scans/away" -name '*.png' | wc -l)" -ge 1
# To a stream, which is staged somewhere until its end; and failing as it should.
expect 0 convert /scans/corner.ply - --to obj
must grep -q '^v ' "$root/said"
expect 66 convert /scans/missing.ply /scans/x.obj
expect 73 convert /scans/corner.ply /nowhere/x.obj
must test -z "$(find "$root" -name '.*meshconv-*')"

size=$(wc -c <"$program" | tr -d ' ')
if [ "$size" -gt "$largest" ]; then
    echo "FAILED $size bytes, more than $largest" >&2
    failed=1
fi
if [ "$failed" -ne 0 ]; then exit 1; fi
echo "$version: $size bytes, runs in an empty root"
