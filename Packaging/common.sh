# shellcheck shell=bash disable=SC2034
# Sourced by the scripts of this folder: sets ROOT (the checkout), VERSION and MACHINE (x86_64, aarch64), and the time that all
# files of a release carry: that of the commit, so that the same commit gives the same bytes.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The one place of the version; the program prints it, too.
export VERSION
VERSION=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' "$ROOT/Sources/MeshConvert/Reports/Report+JSON.swift")
MACHINE=$(uname -m)
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%ct 2>/dev/null || date +%s)}"
export LC_ALL=C TZ=UTC
umask 022

# Where releases can be downloaded: a folder of an address with one folder for each tag.
releases() {
    local origin
    if [ "${MESHCONV_RELEASES:-}" ]; then
        echo "$MESHCONV_RELEASES"
    elif [ "${GITHUB_REPOSITORY:-}" ]; then
        echo "${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/releases/download"
    else
        origin=$(git -C "$ROOT" remote get-url origin 2>/dev/null || true)
        case "$origin" in
        https://*) echo "${origin%.git}/releases/download" ;;
        *) echo "https://meshconv.example/releases/download" ;; # nobody's address: the formula of a private build
        esac
    fi
}
