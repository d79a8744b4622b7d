#!/usr/bin/env bash
# Copies the licences of what a static program has linked in: those of Debian's packages, as they are on the building system.
# usage: Packaging/licences.sh FOLDER PACKAGE...
#
# The C library is under the LGPL 2.1, whose text must come along; who wants to link another one builds from source. Swift's
# libraries and the packages are under the Apache License 2.0 (LICENSE), Swift's with an exception that asks for no notice.
set -euo pipefail
folder=$1
mkdir -p "$folder"
for package in "${@:2}"; do
    found=
    for file in "/usr/share/doc/$package/copyright" "/usr/share/doc/$package"-*-dev/copyright; do # libstdc++-12-dev
        if [ -f "$file" ]; then found=$file; fi
    done
    if [ -z "$found" ]; then
        echo "error: /usr/share/doc has no licence of $package; releases are built on Debian or Ubuntu" >&2
        exit 69
    fi
    cp -L "$found" "$folder/$package.txt"
done
cp -L /usr/share/common-licenses/LGPL-2.1 "$folder/LGPL-2.1.txt"
cp -L /usr/share/common-licenses/GPL-3 "$folder/GPL-3.txt"
chmod 644 "$folder"/*
