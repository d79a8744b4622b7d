#!/usr/bin/env bash
# Prints the path of a meshconv to run: the one that $MESHCONV_PROGRAM names, or one of PATH, or the released program of this
# checkout's version, which is downloaded once, with its checksum. The hook and the action call it.
#
# usage: Packaging/program.sh [VERSION]      (of a version that is named, only the released program is taken)
# MESHCONV_SHA256 is the checksum that the download must have; without it the release's own list is used.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [ -n "${MESHCONV_PROGRAM:-}" ]; then
    echo "$MESHCONV_PROGRAM"
    exit
elif [ -z "${1:-}" ] && command -v meshconv; then
    exit
fi
version=${1:-$VERSION}
version=${version#v}
case "$(uname -s)-$MACHINE" in
Linux-x86_64) name=meshconv-$version-linux-x86_64 ;;
Darwin-*) name=meshconv-$version-macos-universal ;;
*)
    echo "error: there is no released program for $(uname -s) on $MACHINE; build one, and name it in MESHCONV_PROGRAM" >&2
    exit 69
    ;;
esac
folder=${XDG_CACHE_HOME:-$HOME/.cache}/meshconv/$version
if [ ! -x "$folder/$name/bin/meshconv" ]; then
    mkdir -p "$folder"
    work=$(mktemp -d "$folder/new.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    from=$(releases)/v$version
    for file in "$name.tar.gz" SHA256SUMS; do
        curl -fsSL --retry 3 -o "$work/$file" "$from/$file" || {
            echo "error: $from/$file can't be downloaded" >&2
            exit 69
        }
    done
    if [ -n "${MESHCONV_SHA256:-}" ]; then
        echo "$MESHCONV_SHA256  $name.tar.gz" >"$work/expected"
    else
        grep "  $name.tar.gz\$" "$work/SHA256SUMS" >"$work/expected"
    fi
    check=(sha256sum)
    if ! command -v sha256sum >/dev/null; then check=(shasum -a 256); fi # macOS
    (cd "$work" && "${check[@]}" -c expected >/dev/null) || {
        echo "error: $from/$name.tar.gz has another checksum than expected" >&2
        exit 65
    }
    tar -C "$work" -xzf "$work/$name.tar.gz"
    # Another run may have been faster: its program is the same.
    mv "$work/$name" "$folder/" 2>/dev/null || true
fi
echo "$folder/$name/bin/meshconv"
