#!/usr/bin/env bash
# Checks the files of a release, from checksums to Debian systems on which nothing else is installed. Linux, as root.
#
# usage: Packaging/check.sh FOLDER [CHECK...]      (no check: all of them)
#
#   sums       checksums
#   tarball    unpacked into an empty root: a scan becomes a picture; completions, manual page
#   image      digests; the layers run in empty roots
#   formula    Ruby reads it, and what it installs is in the tarball
#   lists      compare.py finds what was changed in a copy; README.md and CITATION.cff name this version
#   skopeo     skopeo reads the images and converts them for Docker
#   schemas    SBOMs, CITATION.cff, workflows, the action and the forms for issues follow their schemas
#   deb        lintian finds nothing
#   library    Packaging/C/check.sh: programs in C link and run, with valgrind and in 100 threads
#   wheel      Packaging/Python/check.sh: the package's tests in a fresh environment
#   debian     in Debian 11, 12 and 13: README.md word for word, the package is installed, runs and leaves nothing behind
#
# The first five need nothing that isn't on a usual system. Debian's systems are made by debootstrap, once, in .build/roots.
set -euo pipefail
start=$PWD
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$ROOT"
checks="sums tarball image formula lists skopeo schemas deb library wheel debian"
case "${1:-}" in
"" | -*)
    sed -n '2,/^set/ { /^set/d; s/^# \{0,1\}//p; }' "$ROOT/Packaging/check.sh" >&2
    exit 64
    ;;
/*) folder=$1 ;;
*) folder=$start/$1 ;;
esac
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
name=meshconv-$VERSION-linux-$MACHINE
corner=$ROOT/Conformance/cases/scan/corner.ply

fail() {
    echo "FAILED $*" >&2
    exit 1
}
need() { # need TOOL PACKAGE
    command -v "$1" >/dev/null || fail "$1 is missing (Debian: apt-get install $2)"
}
now() { date +%s%N; }
seconds() { # seconds SINCE: with two decimals
    local hundredths=$((($(now) - $1) / 10000000))
    printf '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
}
picture() { # picture FILE.png: a PNG whose pixels are not all the same
    python3 - "$1" <<'END' || fail "$1 is not a picture"
import struct, sys, zlib
data, place, packed = open(sys.argv[1], "rb").read(), 8, b""
assert data[:8] == b"\x89PNG\r\n\x1a\n"
while place < len(data):
    size, kind = struct.unpack(">I4s", data[place : place + 8])
    packed += data[place + 8 : place + 8 + size] if kind == b"IDAT" else b""
    place += 12 + size
assert len(set(zlib.decompress(packed))) > 16
END
}

check_sums() {
    (cd "$folder" && sha256sum --quiet -c SHA256SUMS) || fail "SHA256SUMS"
    [ "$(cd "$folder" && find . -type f ! -name SHA256SUMS | wc -l)" -eq "$(wc -l <"$folder/SHA256SUMS")" ] ||
        fail "a file is not in SHA256SUMS"
    echo "sums: $(wc -l <"$folder/SHA256SUMS") files"
}

check_tarball() {
    local began root=$work/empty program=/$name/bin/meshconv enter
    mkdir "$root"
    began=$(now)
    tar -C "$root" -xf "$folder/$name.tar.gz"
    # Only root may change the root; others become root in a namespace of their own.
    enter=(chroot "$root")
    if [ "$(id -u)" -ne 0 ]; then enter=(unshare -r chroot "$root"); fi
    "${enter[@]}" "$program" "/$name/corner.ply" /corner.glb >/dev/null
    "${enter[@]}" "$program" preview /corner.glb /corner.png >/dev/null
    picture "$root/corner.png"
    echo "tarball: unpacked, a scan converted and drawn in an empty root in $(seconds "$began") s"
    [ "$("${enter[@]}" "$program" --version | cut -d' ' -f2)" = "$VERSION" ] || fail "the program is not $VERSION"
    Tests/one-file.sh "$root$program"

    local share=$root/$name/share
    bash -n "$share/bash-completion/completions/meshconv"
    if command -v zsh >/dev/null; then zsh -n "$share/zsh/site-functions/_meshconv"; fi
    if command -v fish >/dev/null; then fish -n "$share/fish/vendor_completions.d/meshconv.fish"; fi
    if command -v groff >/dev/null; then
        [ -z "$(groff -man -Kutf8 -Tutf8 -ww -z "$share/man/man1/meshconv.1" 2>&1)" ] || fail "groff warns about the manual page"
    fi
    for file in LICENSE NOTICE README.md licences/LGPL-2.1.txt share/thumbnailers/meshconv.thumbnailer; do
        [ -s "$root/$name/$file" ] || fail "the tarball has no $file"
    done
}

check_image() {
    if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null || ! mknod "$work/probe" c 1 3 2>/dev/null; then
        echo "image: not run, since it needs devices and mounts, which only root can make, and not in every container"
        return
    fi
    unshare -m Packaging/image_run.py "$folder/meshconv-$VERSION-image-$MACHINE.tar" "$work/image" "$corner" \
        -- corner.ply corner.glb >/dev/null
    local mount=work # the folder for the user's files in the image
    [ -s "$work/image/$mount/corner.glb" ] || fail "the image wrote no corner.glb"
    local receiver=$folder/meshconv-receiver-$VERSION-image-$MACHINE.tar said
    if [ ! -f "$receiver" ]; then
        echo "image: converts a scan in its own root"
        return
    fi
    unshare -m Packaging/image_run.py "$receiver" "$work/receiver" -- --directory scans --port 18173 >"$work/said" 2>&1 &
    local server=$! tries=0
    until said=$(curl -sI http://127.0.0.1:18173/) || [ $tries -eq 50 ]; do
        tries=$((tries + 1))
        sleep 0.2
    done
    kill $server
    wait $server || true
    grep -q '^HTTP/1.1 200' <<<"$said" || fail "the receiver's image answers '$said' and says: $(head -c 400 "$work/said")"
    echo "image: converts a scan in its own root; that of the receiver answers"
}

check_formula() {
    [ "$(grep -c ' sha256 "[0-9a-f]\{64\}"$' "$folder/meshconv.rb")" -ge 1 ] || fail "no checksum in meshconv.rb"
    if grep -q '@[A-Z]' "$folder/meshconv.rb"; then fail "meshconv.rb is not filled in"; fi
    grep -q "$(sha256sum "$folder/$name.tar.gz" | cut -d' ' -f1)" "$folder/meshconv.rb" || fail "meshconv.rb has another checksum"
    tar -tf "$folder/$name.tar.gz" >"$work/names"
    sed -n 's/.*\.install "\(.*\)"$/\1/p' "$folder/meshconv.rb" | while read -r file; do
        grep -qx "$name/$file" "$work/names" || fail "meshconv.rb installs $file, which is not in the tarball"
    done
    if command -v ruby >/dev/null; then ruby -c "$folder/meshconv.rb" >/dev/null; fi
    echo "formula: checksums and files are those of the tarball"
}

check_lists() {
    local status=0
    Packaging/compare.py "$folder" "$folder" >/dev/null || fail "compare.py: a release differs from itself"
    mkdir "$work/new"
    sed '5d' "$folder/surface-$VERSION.txt" >"$work/new/surface-9.txt"
    sed '$s/[0-9a-f]*$/0/' "$folder/outputs-$VERSION.txt" >"$work/new/outputs-9.txt"
    Packaging/compare.py "$folder" "$work/new" >"$work/said" || status=$?
    if [ $status -ne 1 ] || ! grep -q '^1 public names are gone' "$work/said" || ! grep -q '^1 outputs are different' "$work/said"; then
        fail "compare.py does not find what was changed: $(cat "$work/said")"
    fi
    # The places that repeat the version.
    grep -qx "version: $VERSION" CITATION.cff || fail "CITATION.cff is not of version $VERSION"
    [ "$(grep -oE '\b[0-9]+\.[0-9]+\.[0-9]+\b' README.md | sort -u)" = "$VERSION" ] || fail "README.md names another version than $VERSION"
    echo "lists: $(grep -vc '^#' "$folder/surface-$VERSION.txt") public names, $(grep -vc '^#' "$folder/outputs-$VERSION.txt") outputs"
}

check_skopeo() {
    need skopeo skopeo
    local image
    for image in "$folder"/*-image-"$MACHINE".tar; do
        [ "$(skopeo inspect "oci-archive:$image" |
            python3 -c 'import json, sys; print(json.load(sys.stdin)["Labels"]["org.opencontainers.image.version"])')" = "$VERSION" ] ||
            fail "$image is not $VERSION"
        skopeo copy -q --insecure-policy "oci-archive:$image" "docker-archive:$work/docker.tar:meshconv:$VERSION"
        rm "$work/docker.tar"
        echo "skopeo: reads and converts ${image##*/}"
    done
}

check_schemas() {
    local tools=.build/packaging-python/bin bom
    if [ ! -x $tools/check-jsonschema ]; then
        python3 -m venv .build/packaging-python
        $tools/python -m pip install -q 'cyclonedx-python-lib[validation]' check-jsonschema
    fi
    for bom in "$folder"/*.cdx.json; do
        $tools/python - "$bom" <<'END' || fail "$bom"
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read())
sys.exit(str(fault) if fault else 0)
END
        echo "schemas: ${bom##*/} follows CycloneDX 1.6, $(grep -c '"type": "library"' "$bom") parts"
    done
    follow() { # follow SCHEMA FILE...
        $tools/check-jsonschema -q --builtin-schema "vendor.$1" "${@:2}" || fail "$1"
    }
    follow citation-file-format CITATION.cff
    follow github-workflows .github/workflows/*.yml
    follow github-actions action.yml
    follow github-issue-config .github/ISSUE_TEMPLATE/config.yml
    follow github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml .github/ISSUE_TEMPLATE/conversion.yml
    echo "schemas: CITATION.cff, workflows, action, forms"
}

check_deb() {
    need lintian lintian
    lintian --allow-root --fail-on error,warning "$folder"/meshconv_*.deb || fail "lintian"
    echo "deb: lintian finds no error and no warning"
}

check_library() {
    need valgrind valgrind
    need cc gcc
    mkdir "$work/library"
    tar -C "$work/library" -xf "$folder/libmeshconv-$VERSION-linux-$MACHINE.tar.gz" --strip-components=1
    tar -C "$work/library" -xf "$folder/$name.tar.gz" "$name/bin/meshconv"
    MESHCONV=$work/library/$name/bin/meshconv Packaging/C/check.sh "$work/library"
}

check_wheel() {
    Packaging/Python/check.sh "$folder"/meshconv-"$VERSION"-*.whl
}

debian() { # debian SUITE: its system is in $work/SUITE afterwards
    local suite=$1 kept=.build/roots/$1
    if [ ! -d "$kept" ]; then
        need debootstrap debootstrap
        mkdir -p .build/roots
        rm -rf "$kept.new"
        debootstrap --variant=minbase "$suite" "$kept.new" >"$work/log" 2>&1 || fail "no system $suite: $(tail -n 2 "$work/log")"
        mv "$kept.new" "$kept"
    fi
    cp -a "$kept/." "$work/$suite"
}
check_debian() {
    local suite root commands began
    # The commands of the first block below "Install".
    commands=$(sed -n '/^## Install/,/^## / { /^```$/q; s/^\$ //p; }' README.md | sed 's/ *#.*//')
    for suite in bullseye bookworm trixie; do
        root=$work/$suite
        debian $suite
        cp "$folder/$name.tar.gz" "$root/root"
        began=$(now)
        chroot "$root" /bin/sh -ec "cd /root; $commands" >"$work/said" 2>&1 || fail "README.md in $suite: $(tail -n 3 "$work/said")"
        picture "$root/root/$name/corner.png"
        echo "debian: $suite, $(chroot "$root" cat /etc/debian_version): README.md word for word in $(seconds "$began") s"
        rm -r "$root/root/$name" "$root/root/$name.tar.gz"

        files() { (cd "$root" && find . -path ./var/lib/dpkg -prune -o -path ./var/log -prune -o -path ./var/cache -prune -o -path ./var/lib/apt -prune -o -print | sort); }
        files >"$work/before"
        cp "$folder"/meshconv_*.deb "$root/meshconv.deb"
        began=$(now)
        chroot "$root" apt-get install -y /meshconv.deb >"$work/said" 2>&1 || fail "apt-get install in $suite: $(cat "$work/said")"
        chroot "$root" meshconv /usr/share/doc/meshconv/examples/corner.ply /tmp/corner.glb >/dev/null
        chroot "$root" meshconv preview /tmp/corner.glb /tmp/corner.png >/dev/null
        picture "$root/tmp/corner.png"
        echo "debian: $suite: package installed, a scan converted and drawn in $(seconds "$began") s"
        chroot "$root" apt-get purge -y meshconv >"$work/said" 2>&1 || fail "apt-get purge in $suite: $(cat "$work/said")"
        rm "$root/meshconv.deb" "$root/tmp/corner.glb" "$root/tmp/corner.png"
        files | diff "$work/before" - || fail "the package left files behind in $suite"
        rm -rf "$root"
    done
}

[ $# -gt 0 ] || set -- $checks
for check; do
    case " $checks " in
    *" $check "*) "check_$check" ;;
    *)
        echo "error: no check named $check; there are: $checks" >&2
        exit 64
        ;;
    esac
done
