#!/usr/bin/env bash
# The pre-commit hook: refuses assets that would lose something in the format that they are delivered in.
# usage: Packaging/hook.sh [OPTION...] FILE...      (options of `meshconv convert`, such as --to glb or --allow CODE)
#
# Each file is converted with --strict into a folder that is removed: what would be lost is named, and what can't be read is too.
set -euo pipefail
program=$("$(dirname "${BASH_SOURCE[0]}")/program.sh")

# Words that are files are the ones to check; all others are options and their values.
files=() options=()
for word; do
    if [ -f "$word" ]; then files+=("$word"); else options+=("$word"); fi
done
work=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-hook.XXXXXX")
trap 'rm -rf "$work"' EXIT
refused=0
for file in ${files[@]+"${files[@]}"}; do
    # One by one: files of one name in several folders would meet in the output folder.
    if ! said=$("$program" convert --strict --quiet ${options[@]+"${options[@]}"} --out-dir "$work/out" -- "$file" 2>&1); then
        printf '%s\n%s\n' "$file" "$said" | sed "s#$work/out/##; 2,\$s/^/    /"
        refused=1
    fi
    rm -rf "$work/out"
done
exit $refused
