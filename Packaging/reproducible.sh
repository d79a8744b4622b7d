#!/usr/bin/env bash
# Shows whether a commit gives the same program everywhere (with Swift 6.3 it does not yet): builds the static one twice, from clones
# in two folders whose paths differ in every part and in length, and compares them byte by byte.
#
# usage: Packaging/reproducible.sh [PROGRAM]      (Linux; 10 to 20 minutes)
#
# With PROGRAM, one that was built before, only one is built, and compared with it: a downloaded one can be checked like this,
# with the same versions of Swift and of Debian's static libraries, which the release's SBOM names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=$(git rev-parse HEAD)
if [ "$(git status --porcelain)" ]; then
    echo "note: the changes that are not committed are not built" >&2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # build FOLDER: the program is FOLDER.program
    mkdir -p "$(dirname "$work/$1")"
    git clone --quiet --no-checkout . "$work/$1"
    git -C "$work/$1" checkout --quiet --detach "$commit"
    nice -n 19 "$work/$1/Examples/build-static.sh" "$work/$1.program"
    rm -rf "${work:?}/$1"
}

first=${1:-$work/first.program}
[ $# -gt 0 ] || build first
build another/and/deeper/place
second=$work/another/and/deeper/place.program
sha256sum "$first" "$second"
if ! cmp "$first" "$second"; then
    echo "error: the same commit gave two programs" >&2
    # What differs often shows as text: a path, a date, an order.
    diff <(strings -a "$first") <(strings -a "$second") | head -n 20 >&2 || true
    exit 1
fi
echo "commit $commit: the same $(wc -c <"$second" | tr -d ' ') bytes"
