#!/usr/bin/env bash
# Tests the action, the hook and the download of a released program, without a network.
# usage: Packaging/test_pipelines.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-pipelines.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p "models/one/deep down" models/two
cp "$ROOT/Conformance/cases/scan/corner.ply" "models/one/deep down/room.ply"
cp "$ROOT/Conformance/cases/scan/corner.ply" models/two/room.ply
cp "$ROOT/Conformance/cases/stl/binary.stl" models/two/part.stl

failed=0
# expect STATUS WORDS FILE COMMAND...: the command ends with this status, and FILE has these words afterwards; without
# words it is empty.
expect() {
    local status=0
    "${@:4}" >said 2>&1 </dev/null || status=$?
    if [ $status -ne "$1" ] || ! { if [ "$2" ]; then grep -q -e "$2" "$3"; else [ ! -s "$3" ]; fi; }; then
        printf 'FAILED %s: exit code %d, expected %d and "%s" in %s\n' "${*:4}" $status "$1" "$2" "$3" >&2
        sed 's/^/    /' said >&2
        failed=1
    fi
}

hook() { env MESHCONV_PROGRAM="$program" "$ROOT/Packaging/hook.sh" "$@"; }
expect 0 "" said hook --to glb models/two/part.stl "models/one/deep down/room.ply"
expect 1 "confidence would be lost" said hook --to obj models/two/part.stl "models/one/deep down/room.ply" models/two/room.ply
[ "$(grep -c '^models/' said)" -eq 2 ] || { echo "FAILED the hook names two files" && failed=1; }
expect 0 "" said hook --to obj --allow attribute.dropped models/two/room.ply
printf 'ply\n' >models/broken.ply
expect 1 "broken.ply" said hook --to glb models/broken.ply models/two/part.stl
rm models/broken.ply
expect 0 "" said hook --to glb

action() { # action NAME=VALUE...: with the defaults of action.yml
    : >output
    : >summary
    env MESHCONV_PROGRAM="$program" GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary RUNNER_TEMP="$work" INPUT_VERSION= INPUT_OUTPUT= \
        INPUT_LOSSLESS=false INPUT_VERIFY=false INPUT_OPTIONS= INPUT_REPORT=meshconv.ndjson "$@" "$ROOT/Packaging/action.sh"
}
expect 0 "^converted=3" output action INPUT_FILES=$'models/two\nmodels/one/**/*.ply' INPUT_TO=glb INPUT_LOSSLESS=true INPUT_OUTPUT=out
for file in "models/one/deep down/room.glb" models/two/room.glb models/two/part.glb; do
    [ -s "out/$file" ] || { echo "FAILED the action writes out/$file" && failed=1; }
done
[ "$(wc -l <meshconv.ndjson)" -eq 3 ] || { echo "FAILED the action's report has a line for each file" && failed=1; }
expect 2 "| models/two/room.ply | .*confidence" summary action INPUT_FILES=models/two INPUT_TO=obj INPUT_LOSSLESS=true
grep -q "^failed=1" output || { echo "FAILED the action counts what was refused" && failed=1; }
expect 0 "confidence" summary action INPUT_FILES=models/two/room.ply INPUT_TO=obj INPUT_OPTIONS="--strict --allow attribute.dropped"
expect 66 "no file matches nothing/" said action INPUT_FILES='nothing/*.ply' INPUT_TO=glb
expect 64 "lossless is true, exact or false" said action INPUT_FILES=models/two INPUT_TO=glb INPUT_LOSSLESS=maybe
expect 64 "expected --to one of" summary action INPUT_FILES=models/two INPUT_TO=nonsense
expect 64 "outside of the workspace" said action INPUT_FILES=models/../models/two INPUT_TO=glb
[ -z "$(find . -maxdepth 1 -name 'meshconv.*' ! -name '*.ndjson')" ] || { echo "FAILED the action leaves outputs behind" && failed=1; }

# A release in a folder: what is downloaded has its checksum, or isn't run.
name=meshconv-$VERSION-linux-$MACHINE
mkdir -p "releases/v$VERSION" "$name/bin"
printf '#!/bin/sh\necho released\n' >"$name/bin/meshconv"
chmod +x "$name/bin/meshconv"
tar -czf "releases/v$VERSION/$name.tar.gz" "$name"
(cd "releases/v$VERSION" && sha256sum "$name.tar.gz" >SHA256SUMS)
released() { env -u MESHCONV_PROGRAM XDG_CACHE_HOME="$work/cache" MESHCONV_RELEASES="file://$work/releases" "$@"; }
expect 0 "cache/meshconv/$VERSION/$name/bin/meshconv" said released "$ROOT/Packaging/program.sh" "v$VERSION"
expect 0 "^released" said "$(cat said)"
mv releases away
expect 0 "cache/" said released "$ROOT/Packaging/program.sh" "$VERSION"
mv away releases
rm -r cache
expect 65 "another checksum" said released MESHCONV_SHA256="$(printf '%064d' 0)" "$ROOT/Packaging/program.sh" "$VERSION"
printf 'x' >>"releases/v$VERSION/$name.tar.gz"
expect 65 "another checksum" said released "$ROOT/Packaging/program.sh" "$VERSION"
expect 69 "can't be downloaded" said released "$ROOT/Packaging/program.sh" 9.9.9
[ -z "$(find cache -name meshconv -type f)" ] || { echo "FAILED a program with a wrong checksum was kept" && failed=1; }

if [ $failed -ne 0 ]; then exit 1; fi
echo "pipelines: the action, the hook and the download"
