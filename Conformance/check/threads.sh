#!/usr/bin/env bash
# Runs the tests under the thread sanitizer, which finds data races, and prints what it found.
#
# usage: Conformance/check/threads.sh [SUITES...]      (names or patterns of `swift test --filter`; default: those with threads)
#
# A build of its own, in .build/threads: a quarter of an hour of two cores. Tests that start programs are left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. Examples/ensure-zlib.sh
ensure_zlib
build=${MESHCONV_THREADS_BUILD:-.build/threads}
nice -n 19 swift build --build-tests --sanitize=thread --scratch-path "$build" 2>&1 | tail -n 3
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ $# -gt 0 ] || set -- MeshBytesTests FormatPLYTests FormatOBJTests FormatSTLTests FormatOFFTests FormatGLTFTests FormatUSDTests \
    MeshConvertTests MeshConvertCTests MeshFormatsTests MeshModelTests MeshComparisonTests ReconstructionTests ScanPackagesTests
status=0
for suite; do
    # A race doesn't end the tests, so that one run shows all.
    TSAN_OPTIONS="halt_on_error=0 exitcode=66" nice -n 19 timeout 3600 \
        swift test --skip-build --disable-xctest --sanitize=thread --scratch-path "$build" --filter "$suite" >"$log" 2>&1 || status=$?
    printf '%s: %s; %d warnings\n' "$suite" "$(grep -ao 'Test run with.*' "$log" | tail -n 1)" "$(grep -ac 'WARNING: ThreadSanitizer' "$log" || true)"
    grep -a -A 30 'WARNING: ThreadSanitizer' "$log" | head -n 400 || true
done
exit "$status"
