#!/usr/bin/env bash
# Shows that a commit gives the same program: builds the static one twice, from two clones at the same path, and compares them byte
# by byte. At another path, or with randomized addresses, the compiler orders a few instructions otherwise.
#
# usage: Packaging/reproducible.sh      (Linux; 10 to 20 minutes)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=$(git rev-parse HEAD)
if [ "$(git status --porcelain)" ]; then
    echo "note: the changes that are not committed are not built" >&2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! setarch -R true 2>/dev/null; then
    echo "error: addresses can't be fixed here (setarch -R), so that no two builds are the same" >&2
    exit 69
fi

build() { # build NAME: the program is NAME.program
    git clone --quiet --no-checkout . "$work/clone"
    git -C "$work/clone" checkout --quiet --detach "$commit"
    nice -n 19 "$work/clone/Examples/build-static.sh" "$work/$1.program"
    rm -rf "${work:?}/clone"
}

build first
build second
first=$work/first.program second=$work/second.program
sha256sum "$first" "$second"
if ! cmp "$first" "$second"; then
    echo "error: the same commit gave two programs" >&2
    # What differs often shows as text: a path, a date, an order.
    diff <(strings -a "$first") <(strings -a "$second") | head -n 20 >&2 || true
    exit 1
fi
echo "commit $commit: the same $(wc -c <"$second" | tr -d ' ') bytes"
