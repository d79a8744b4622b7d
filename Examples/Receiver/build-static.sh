#!/usr/bin/env bash
# Builds the receiver as one file that needs nothing else, as Examples/build-static.sh does with meshconv. Linux; 71 MB, of
# which the full Foundation is the most; ten minutes the first time.
#
# usage: Examples/Receiver/build-static.sh [OUTPUT]      (default: ./meshconv-receiver)
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
case "${1:-meshconv-receiver}" in
/*) output=${1:-} ;;
*) output=$start/${1:-meshconv-receiver} ;;
esac
for library in libsqlite3.a libc.a libm.a libstdc++.a; do
    # Clang prints the bare name if it does not find the file.
    [ "$(clang -print-file-name="$library")" != "$library" ] && continue
    echo "error: $library is missing. Debian has it in libsqlite3-dev, libc6-dev and libstdc++-12-dev." >&2
    exit 69
done
EXAMPLES=$(cd .. && pwd)
. ../static-flags.sh
static_flags .build/static
static_build meshconv-receiver
static_place meshconv-receiver "$output"
printf '%s   %s bytes\n' "$output" "$(wc -c <"$output" | tr -d ' ')"
