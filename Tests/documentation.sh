#!/usr/bin/env bash
# Builds the documentation of all libraries, the articles, and the pages of Documentation/; a warning is a failure.
# usage: Tests/documentation.sh [OUTPUT.doccarchive [BASE]]
#
# BASE is the path below which a server will have it: /meshconv. Packaging/site.sh makes the whole site.
#
# Without an output the archive is discarded, and this is only a test: every link leads somewhere, and where one parameter
# is documented, all are. The public declarations are compared with a list as well (lists/check-surface.py).
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
    # The extensions of types of other libraries.
    find "$graphs" -name "$library@*.symbols.json" -exec cp {} "$work/graphs" \;
done

python3 Tests/lists/check-surface.py "$work/graphs"
python3 Tests/lists/check-snippets.py
# The code of each step of the tutorials is a file by itself.
modules=$(swift build --show-bin-path)
for step in Documentation/Tutorials/Code/*.swift; do
    swiftc -typecheck -swift-version 6 -warnings-as-errors -I "$modules/Modules" -I Sources/CZlib -I Sources/CPrefetch \
        -Xcc -fmodule-map-file="$modules/CCommit.build/module.modulemap" "$step"
done
python3 Packaging/site/catalog.py "$work/meshconv.docc"

docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
"$docc" convert "$work/meshconv.docc" --additional-symbol-graph-dir "$work/graphs" --warnings-as-errors \
    --hosting-base-path "${2:-/}" \
    --fallback-display-name meshconv --fallback-bundle-identifier meshconv --fallback-bundle-version 1 \
    --output-path "${1:-$work/meshconv.doccarchive}" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
if grep -A 2 '^warning:' "$work/log" >&2; then
    echo "documentation: $(grep -c '^warning:' "$work/log") warnings" >&2
    exit 1
fi
echo "documentation: $(echo $libraries | wc -w) libraries, no warning"
