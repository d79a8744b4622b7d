#!/usr/bin/env bash
# Builds the documentation as a site of static files.     usage: Packaging/site.sh FOLDER [BASE]
#
# FOLDER/index.html and FOLDER/pages are plain pages of the Markdown in Documentation/, which need no JavaScript.
# FOLDER/documentation is all of it with the public declarations of all modules, as docc renders it. BASE is the path below
# which a server will have the site, such as /meshconv. Every link within the site is followed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -ge 1 ] || {
    sed -n 's/^# Builds/Builds/p' "$0" >&2
    exit 64
}
output=$(realpath -m "$1")
base=${2:-/}
cd "$root"
[ ! -e "$output" ] || {
    echo "error: $output exists" >&2
    exit 73
}

began=$SECONDS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check markdown-it-py==4.0.0

Tests/documentation.sh "$output" "$base"
"$work/venv/bin/python" Packaging/site/plain.py "$output"
python3 Packaging/site/check_links.py "$output" "$base"
echo "site: $(find "$output" -type f | wc -l) files, $(du -sh "$output" | cut -f 1), $((SECONDS - began)) s"
