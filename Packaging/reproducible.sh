#!/usr/bin/env bash
# Tells whether a commit gives the same program: builds the static one twice, from two clones that lie in the same folder one
# after the other, and compares them byte by byte.
#
# usage: Packaging/reproducible.sh [PROGRAM [FOLDER]]      (Linux; 10 to 20 minutes)
#
# With PROGRAM, one that was built before, only one is built, and compared with it: a downloaded one can be checked like this,
# with the same versions of Swift and of Debian's static libraries, which the release's SBOM names. FOLDER is where the checkout
# lay of which it was built: Swift 6.3 orders some instructions by the text of the paths, so another folder gives other bytes, and
# another PATH or HOME may, too.
set -euo pipefail
export MESHCONV_REPRODUCIBLE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=$(git rev-parse HEAD)
if [ "$(git status --porcelain)" ]; then
    echo "note: the changes that are not committed are not built" >&2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

place=${2:-$work/checkout}
if [ -e "$place" ]; then
    echo "error: $place is there; it has to be a folder that is not" >&2
    exit 64
fi

build() { # build NAME: the program is NAME in the folder of this run
    git clone --quiet --no-checkout . "$place"
    git -C "$place" checkout --quiet --detach "$commit"
    nice -n 19 "$place/Examples/build-static.sh" "$work/$1"
    find "$place/.build/static" -name '*.pcm' -newer "$place/.build/static/warm" |
        sed 's/^/note: compiled during the build, so other instructions may follow: /' >&2
    rm -rf "${place:?}"
}

first=${1:-$work/first}
[ $# -gt 0 ] || build first
build second
second=$work/second
sha256sum "$first" "$second"
if ! cmp "$first" "$second"; then
    echo "error: the same commit gave two programs" >&2
    trap - EXIT
    echo "note: what was built stays in $work" >&2
    # What differs often shows as text: a path, a date, an order.
    diff <(strings -a "$first") <(strings -a "$second") | head -n 20 >&2 || true
    exit 1
fi
echo "commit $commit: the same $(wc -c <"$second" | tr -d ' ') bytes"
