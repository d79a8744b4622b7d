#!/usr/bin/env bash
# Builds `readers`, which times meshconv's readers in process beside those of C and C++.
#
# usage: build.sh LIBRARY SOURCES OUTPUT
#
# LIBRARY is a folder that Packaging/C/build.sh filled. SOURCES has what others published, and what is not kept here: fast_obj.h
# (thisistherk/fast_obj), cgltf.h (jkuhlmann/cgltf), miniply.h and miniply.cpp (vilya/miniply), and, for USD, the checkout
# tinyusdz (lighttransport/tinyusdz) with its static library in tinyusdz/build; without it USD has no row.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ $# -ne 3 ]; then
    echo "usage: build.sh LIBRARY SOURCES OUTPUT" >&2
    exit 64
fi
library=$1 sources=$2 output=$3
tiny=()
if [ -e "$sources/tinyusdz/build/libtinyusdz_static.a" ]; then
    tiny=(-DHAS_TINYUSDZ -I"$sources/tinyusdz/src" "$sources/tinyusdz/build/libtinyusdz_static.a")
fi
g++ -std=c++17 -O3 -I"$library" -I"$sources" "$here/readers.cpp" "$sources/miniply.cpp" "${tiny[@]}" \
    "$library/libmeshconv.a" -lpthread -lm -ldl -o "$output"
