#!/usr/bin/env bash
# Builds the receiver, runs its tests, and tries it over sockets.     usage: run.sh [MESHCONV]
# Without MESHCONV the program of this repository is built.
set -euo pipefail
meshconv=${1:-}
if [ -n "$meshconv" ]; then meshconv=$(realpath "$meshconv"); fi
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ -z "$meshconv" ]; then
    swift build --package-path ../.. --product meshconv
    meshconv=$(swift build --package-path ../.. --show-bin-path)/meshconv
fi
if [ "$(uname -s)" = Linux ] && ! printf '#include <sqlite3.h>\n' | clang -x c -fsyntax-only - 2>/dev/null; then
    apt-get install -qq -y libsqlite3-dev || {
        echo "error: SQLite's headers are missing. Install them (Debian: libsqlite3-dev) and try again." >&2
        exit 69
    }
fi
swift build --build-tests --explicit-target-dependency-import-check error
swift test --skip-build --disable-xctest
swift format lint --strict -r Sources Tests Package.swift
python3 check.py .build/debug/meshconv-receiver "$meshconv"
python3 check_page.py .build/debug/meshconv-receiver "$meshconv"
python3 check_requests.py .build/debug/meshconv-receiver "$meshconv" --count 200
