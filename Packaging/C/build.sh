#!/usr/bin/env bash
# Builds the C library into a folder: meshconv.h, libmeshconv.so.0 (libmeshconv.so is a link to it), libmeshconv.a,
# meshconv.pc and the licence. Linux; a few minutes.
#
# usage: Packaging/C/build.sh FOLDER [NAME...]      (names: so, a; default: both)
#
# Swift's standard library, zlib and the C++ library are inside, and no symbol but meshconv_* can be seen. What is left is
# the C library: version 2.34 or later (Debian 12, Ubuntu 22.04, Fedora 35, RHEL 9).
#
# The flags are those of the static program, and so is the scratch folder: what one has compiled the other doesn't.
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
. Examples/ensure-zlib.sh

if [ $# -eq 0 ]; then
    echo "usage: Packaging/C/build.sh FOLDER [so|a ...]" >&2
    exit 64
fi
case "$1" in
/*) folder=$1 ;;
*) folder=$start/$1 ;;
esac
names=${*:2}
names=" ${names:-so a} "
if [ "$(uname -s)" != Linux ]; then
    echo "error: this makes libraries for Linux. On a Mac, add the package to the project in Xcode." >&2
    exit 69
fi
for tool in swift clang ld ar objcopy nm; do
    command -v "$tool" >/dev/null 2>&1 && continue
    echo "error: $tool is missing; Swift 6.3 or later and binutils are needed" >&2
    exit 69
done
ensure_zlib

EXAMPLES=$root/Examples
. Examples/static-flags.sh
static_commit
static_flags .build/static
echo "Building the C library (the first time takes a few minutes) ..."
static_build MeshConvertC

mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objects=$scratch/release/MeshConvertC.product/Objects.LinkFileList
swift=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')_static/linux
runtime=$(find "$swift" -name swiftrt.o | head -n 1)
libraries=(
    -L"$swift" --start-group
    -lswift_Concurrency -lswift_StringProcessing -lswift_RegexParser -lswiftSynchronization -lswiftDispatch -lswiftGlibc
    -lswift_Builtin_float -lswift_Volatile -lswiftSwiftOnoneSupport -lswiftCore -ldispatch -lBlocksRuntime
    "$(clang -print-file-name=libz.a)" "$(clang -print-file-name=libstdc++.a)"
    --end-group
)

if [[ $names == *" so "* ]]; then
    clang -O2 -fPIC -Wall -Werror -c Packaging/C/glibc-2.34.c -o "$work/glibc.o"
    # Equal functions are merged, and what nothing uses is left out.
    clang -shared -fuse-ld=lld -o "$work/libmeshconv.so.0" "$runtime" "$work/glibc.o" "@$objects" \
        "${libraries[@]/#/-Wl,}" -lm -Wl,-soname,libmeshconv.so.0 -Wl,--version-script=Packaging/C/exports.map \
        -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,--icf=safe -Wl,--as-needed -Wl,-z,defs -Wl,-s
    mv -f "$work/libmeshconv.so.0" "$folder/libmeshconv.so.0"
    ln -sf libmeshconv.so.0 "$folder/libmeshconv.so"
fi
if [[ $names == *" a "* ]]; then
    # One object of everything, in which only the names of the header stay global.
    ld -r --force-group-allocation -o "$work/all.o" "$runtime" "@$objects" "${libraries[@]}"
    nm --defined-only "$work/all.o" | sed -n 's/.* T \(meshconv_.*\)/\1/p' | grep -v '^meshconv_commit' >"$work/names"
    objcopy --strip-debug --keep-global-symbols="$work/names" "$work/all.o" "$work/meshconv.o"
    strip --strip-unneeded "$work/meshconv.o"
    rm -f "$work/libmeshconv.a"
    ar rcs "$work/libmeshconv.a" "$work/meshconv.o"
    mv -f "$work/libmeshconv.a" "$folder/libmeshconv.a"
fi
cp Sources/CMeshConv/meshconv.h LICENSE "$folder/"
version=$(sed -n 's/.*let version = "\(.*\)".*/\1/p' "Sources/MeshConvert/Reports/Report+JSON.swift")
sed "s/@VERSION@/$version/" Packaging/C/meshconv.pc.in >"$folder/meshconv.pc"
wc -c "$folder"/libmeshconv.* | sed '$d'
