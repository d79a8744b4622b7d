#!/usr/bin/env bash
# What action.yml runs: converts files, writes their reports, and a table of them for the run's page. Its inputs are the
# variables INPUT_…; GITHUB_OUTPUT and GITHUB_STEP_SUMMARY are the files that GitHub reads.
set -euo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$("$folder/program.sh" ${INPUT_VERSION:+"$INPUT_VERSION"})
"$program" --version

shopt -s nullglob
shopt -s globstar 2>/dev/null || true # the bash of macOS has none: there ** is one folder
files=()
while IFS= read -r pattern; do
    IFS='' # a pattern may have spaces
    # shellcheck disable=SC2206 # it is to be expanded
    found=($pattern)
    unset IFS
    if [ ${#found[@]} -eq 0 ] && [ -n "$pattern" ]; then
        echo "::error::no file matches $pattern"
        exit 66
    fi
    files+=(${found[@]+"${found[@]}"})
done <<<"$INPUT_FILES"

output=$INPUT_OUTPUT
if [ -z "$output" ]; then
    output=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/meshconv.XXXXXX")
    trap 'rm -rf "$output"' EXIT
fi
words=(--to "$INPUT_TO")
case "$INPUT_LOSSLESS" in
"" | false) ;;
true) words+=(--strict lossless) ;;
exact) words+=(--strict exact) ;;
*)
    echo "::error::lossless is true, exact or false, not $INPUT_LOSSLESS"
    exit 64
    ;;
esac
if [ "$INPUT_VERIFY" = true ]; then words+=(--verify); fi
read -r -a more <<<"$INPUT_OPTIONS"

# A file's output is in the folder that the file is in, below the output folder; a folder's tree is kept there.
status=0
said=$(mktemp)
for file in "${files[@]}"; do
    case "/$file/" in
    */../*)
        echo "::error::$file is outside of the workspace; its output would be outside of $output"
        exit 64
        ;;
    esac
    place=$output/$file
    if [ ! -d "$file" ]; then place=$(dirname "$place"); fi
    mkdir -p "$place"
    one=0
    "$program" convert "${words[@]}" ${more[@]+"${more[@]}"} --json --out-dir "$place" -- "$file" >>"$said" || one=$?
    if [ $status -eq 0 ]; then status=$one; fi
done
mkdir -p "$(dirname "$INPUT_REPORT")"
python3 "$folder/action_summary.py" "$INPUT_REPORT" <"$said" >>"$GITHUB_OUTPUT" 2>>"$GITHUB_STEP_SUMMARY"
rm -f "$said"
exit $status
