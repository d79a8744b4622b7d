#!/usr/bin/env bash
# Builds the documentation of all libraries; a warning is a failure.    usage: Tests/documentation.sh [OUTPUT.doccarchive]
#
# Without an output the archive is thrown away: then this is a test that every link leads somewhere and that whoever
# documents one parameter documents all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

libraries=$(awk '!/^#/ && / documentation( |$)/ { print $1 }' Tests/lists/targets.txt)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

swift package dump-symbol-graph --skip-synthesized-members --minimum-access-level public >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
graphs=$(sed -n 's/^Files written to //p' "$work/log")
mkdir "$work/graphs"
for library in $libraries; do
    cp "$graphs/$library.symbols.json" "$work/graphs"
    # What a library adds to the types of another one.
    find "$graphs" -name "$library@*.symbols.json" -exec cp {} "$work/graphs" \;
done

docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
"$docc" convert --additional-symbol-graph-dir "$work/graphs" --fallback-display-name meshconv \
    --fallback-bundle-identifier meshconv --fallback-bundle-version 1 \
    --output-path "${1:-$work/meshconv.doccarchive}" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
if grep -A 2 '^warning:' "$work/log" >&2; then
    echo "documentation: $(grep -c '^warning:' "$work/log") warnings" >&2
    exit 1
fi
echo "documentation: $(echo $libraries | wc -w) libraries, no warning"
