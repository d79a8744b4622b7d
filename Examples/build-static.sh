#!/usr/bin/env bash
# Builds meshconv as one file that needs nothing else: no Swift, no shared library, no /proc, no /tmp. It runs in an
# otherwise empty root. Linux; a few minutes.
#
# usage: Examples/build-static.sh [OUTPUT [PRODUCT...]]      (default: ./meshconv)
# Further products of the package are built with the same flags and stay in .build/static/release.
#
# Fully static against glibc, which Swift's own toolchain can do everywhere: 32 MB, and it starts twice as fast as the
# usual program. With `-static-stdlib` alone it is no smaller and still needs the libstdc++, libm and libc of a system at
# least as new; Swift's SDK for musl has to be downloaded first. A quarter of the file is Swift's standard library, a
# quarter FoundationEssentials and ArgumentParser (the command line). The full Foundation, ICU and the C library's locales
# are not in it.
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. Examples/ensure-zlib.sh

case "${1:-meshconv}" in
/*) output=${1:-} ;;
*) output=$start/${1:-meshconv} ;;
esac
if [ -d "$output" ]; then
    echo "error: $output is a folder; name the file that is to be made" >&2
    exit 64
fi
if ! mkdir -p "$(dirname "$output")"; then exit 73; fi # before the build, not after it
if [ "$(uname -s)" != Linux ]; then
    echo "error: this makes a Linux program. On a Mac, 'swift build -c release' gives one file that runs on every Mac." >&2
    exit 69
fi
for tool in swift clang; do
    command -v "$tool" >/dev/null 2>&1 && continue
    echo "error: $tool is missing; Swift 6.3 or later is needed, see https://www.swift.org/install" >&2
    exit 69
done
ensure_zlib
for library in libc.a libm.a libz.a libstdc++.a; do
    # Clang prints the bare name if it does not find the file.
    [ "$(clang -print-file-name="$library")" != "$library" ] && continue
    echo "error: $library is missing. Debian has it in libc6-dev, zlib1g-dev and libstdc++-12-dev;" >&2
    echo "    Fedora in glibc-static, zlib-static and libstdc++-static." >&2
    exit 69
done

EXAMPLES=$PWD/Examples
. Examples/static-flags.sh
static_commit
static_flags .build/static
echo "Building meshconv${MESHCONV_COMMIT:+ of commit $MESHCONV_COMMIT} (the first time takes a few minutes) ..."
static_warm || echo "note: another build of this commit may have other bytes" >&2
for product in meshconv "${@:2}"; do
    static_build "$product"
done
static_place meshconv "$output"
printf '%s   %s bytes   %s\n' "$output" "$(wc -c <"$output" | tr -d ' ')" "$("$output" --version)"
