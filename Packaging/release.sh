#!/usr/bin/env bash
# Makes the files of a release in one folder. Packaging/check.sh checks them. Linux; about 20 minutes the first time.
#
# usage: Packaging/release.sh OUTPUT [PART...]      (no part: all of them)
#
# The parts, in the order in which they are made:
#   tarball        meshconv with completions, manual page, thumbnailer, licences and a scan to try it with
#   deb            the same as a Debian package
#   image          meshconv as a container image (OCI archive)
#   receiver       the server for uploads (Examples/Receiver): its tarball, its SBOM, and an image with both programs
#   library        libmeshconv for C
#   wheel          the Python package
#   documentation  the site
#   sbom           what meshconv is made of: versions and licences (CycloneDX)
#   surface        the public names and the digests of outputs, which compare.py compares with those of the next release
#   formula        for Homebrew; with macOS if OUTPUT has that tarball (macos.sh)
#   notes          this version's section of the changelog
#   sums           SHA256SUMS of all that is in OUTPUT
#
# The same commit on the same system gives the same bytes. MESHCONV_PROGRAM and MESHCONV_RECEIVER name programs that are built
# already; SOURCE_DATE_EPOCH is the commit's time if it is not set.
set -euo pipefail
start=$PWD
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
if [ -n "${MESHCONV_PROGRAM:-}" ]; then MESHCONV_PROGRAM=$(realpath "$MESHCONV_PROGRAM"); fi
if [ -n "${MESHCONV_RECEIVER:-}" ]; then MESHCONV_RECEIVER=$(realpath "$MESHCONV_RECEIVER"); fi
cd "$ROOT"
parts="tarball deb image receiver library wheel documentation sbom surface formula notes sums"

case "${1:-}" in
"" | -*)
    sed -n '2,/^set/ { /^set/d; s/^# \{0,1\}//p; }' "$ROOT/Packaging/release.sh" >&2
    exit 64
    ;;
/*) OUTPUT=$1 ;;
*) OUTPUT=$start/$1 ;;
esac
shift
mkdir -p "$OUTPUT"
export MESHCONV_REPRODUCIBLE=1 # Packaging/reproducible.sh
stage=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-release.XXXXXX")
trap 'rm -rf "$stage"' EXIT
name=meshconv-$VERSION-linux-$MACHINE

program() { # sets MESHCONV_PROGRAM, and builds it unless it is given
    if [ -z "${MESHCONV_PROGRAM:-}" ]; then
        MESHCONV_PROGRAM=$ROOT/.build/static/meshconv
        Examples/build-static.sh "$MESHCONV_PROGRAM"
    fi
    case "$("$MESHCONV_PROGRAM" --version)" in
    "meshconv $VERSION" | "meshconv $VERSION ("*) ;;
    *)
        echo "error: $MESHCONV_PROGRAM is $("$MESHCONV_PROGRAM" --version), not $VERSION" >&2
        return 65
        ;;
    esac
}
receiver() { # the same for the receiver
    if [ -z "${MESHCONV_RECEIVER:-}" ]; then
        MESHCONV_RECEIVER=$ROOT/Examples/Receiver/.build/static/meshconv-receiver
        Examples/Receiver/build-static.sh "$MESHCONV_RECEIVER"
    fi
}
library() { # builds the C library into $stage/$library, once
    library=libmeshconv-$VERSION-linux-$MACHINE
    [ -d "$stage/$library" ] || Packaging/C/build.sh "$stage/$library"
}
pack() { # pack NAME: $stage/NAME as OUTPUT/NAME.tar.gz
    tar -C "$stage" --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        -c "$1" | gzip -6n >"$OUTPUT/$1.tar.gz.new"
    mv "$OUTPUT/$1.tar.gz.new" "$OUTPUT/$1.tar.gz"
}
notices() { # notices PACKAGE...: sets `notices`, the licences in an image as words for image.py
    local file
    rm -rf "$stage/licences"
    Packaging/licences.sh "$stage/licences" "$@"
    notices=()
    for file in LICENSE NOTICE "$stage"/licences/*; do notices+=("/licences/${file##*/}=$file"); done
}

part_tarball() {
    program
    Packaging/tree.sh "$MESHCONV_PROGRAM" "$stage/$name"
    cp README.md LICENSE NOTICE Conformance/cases/scan/corner.ply "$stage/$name"
    Packaging/licences.sh "$stage/$name/licences" libc6-dev zlib1g-dev libstdc++
    pack "$name"
}
part_deb() {
    program
    Packaging/deb.sh "$MESHCONV_PROGRAM" "$OUTPUT"
}
part_receiver() {
    local folder=meshconv-receiver-$VERSION-linux-$MACHINE
    program
    receiver
    mkdir -p "$stage/$folder/bin"
    cp "$MESHCONV_RECEIVER" "$stage/$folder/bin/meshconv-receiver"
    cp Examples/Receiver/README.md LICENSE NOTICE "$stage/$folder"
    Packaging/licences.sh "$stage/$folder/licences" libc6-dev zlib1g-dev libstdc++ libsqlite3-dev
    pack "$folder"
    notices libc6-dev zlib1g-dev libstdc++ libsqlite3-dev
    Packaging/image.py "$OUTPUT/meshconv-receiver-$VERSION-image-$MACHINE.tar" --version "$VERSION" \
        --name meshconv-receiver --entrypoint /meshconv-receiver --entrypoint=--meshconv --entrypoint /meshconv -- \
        "/meshconv=$MESHCONV_PROGRAM" "/meshconv-receiver=$MESHCONV_RECEIVER" \
        "${notices[@]}"
    Packaging/sbom.py meshconv-receiver "$MESHCONV_RECEIVER" "$OUTPUT/$folder.cdx.json"
}
part_image() {
    program
    notices libc6-dev zlib1g-dev libstdc++
    Packaging/image.py "$OUTPUT/meshconv-$VERSION-image-$MACHINE.tar" --version "$VERSION" --name meshconv \
        --entrypoint /meshconv -- "/meshconv=$MESHCONV_PROGRAM" "${notices[@]}"
}
# The library for C, the wheel and the site have scripts of their own.
part_library() {
    library
    cp Packaging/C/README.md Packaging/C/example.c NOTICE "$stage/$library"
    Packaging/licences.sh "$stage/$library/licences" zlib1g-dev libstdc++
    pack "$library"
}
part_wheel() {
    program
    library
    Packaging/licences.sh "$stage/licences-wheel" libc6-dev zlib1g-dev libstdc++
    Packaging/Python/build.py --library "$stage/$library/libmeshconv.so.0" --program "$MESHCONV_PROGRAM" \
        --licences "$stage/licences-wheel" --output "$OUTPUT"
}
part_documentation() {
    local folder=meshconv-$VERSION-documentation
    Packaging/site.sh "$stage/$folder"
    pack "$folder"
}

part_sbom() {
    program
    Packaging/sbom.py meshconv "$MESHCONV_PROGRAM" "$OUTPUT/$name.cdx.json"
}
part_surface() { # lists that CI keeps true (Tests/documentation.sh, meshconformance --golden)
    cp Tests/lists/public-surface.txt "$OUTPUT/surface-$VERSION.txt"
    cp Conformance/golden.txt "$OUTPUT/outputs-$VERSION.txt"
    local packed=$OUTPUT/libmeshconv-$VERSION-linux-$MACHINE.tar.gz
    if [ -f "$packed" ]; then
        tar -xOf "$packed" --wildcards '*/libmeshconv.so.0' >"$stage/libmeshconv.so"
        nm -D --defined-only "$stage/libmeshconv.so" | awk 'NF == 3 { print "C symbol " $3 }' | sort -u >>"$OUTPUT/surface-$VERSION.txt"
    fi
}
part_formula() { Packaging/formula.py "$OUTPUT" "$VERSION" "$(releases)"; }
part_notes() {
    awk -v version="$VERSION" '/^## / { on = ($2 == version); next } on' CHANGELOG.md >"$OUTPUT/notes-$VERSION.md"
    if [ ! -s "$OUTPUT/notes-$VERSION.md" ]; then
        echo "error: CHANGELOG.md has no section '## $VERSION'" >&2
        return 65
    fi
}
part_sums() {
    (cd "$OUTPUT" && find . -type f ! -name SHA256SUMS ! -name '*.new' | sed 's#^\./##' | sort | xargs sha256sum >SHA256SUMS.new)
    mv "$OUTPUT/SHA256SUMS.new" "$OUTPUT/SHA256SUMS"
}

[ $# -gt 0 ] || set -- $parts
for part; do
    case " $parts " in
    *" $part "*) ;;
    *)
        echo "error: no part named $part; there are: $parts" >&2
        exit 64
        ;;
    esac
done
for part in $parts; do # in their order, not as typed: formula and sums read the files of the others
    case " $* " in
    *" $part "*) ;;
    *) continue ;;
    esac
    began=$SECONDS
    "part_$part"
    printf '%-14s %4d s\n' "$part" $((SECONDS - began))
done
