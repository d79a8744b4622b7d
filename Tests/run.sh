#!/usr/bin/env bash
# Builds everything and runs all unit tests.   usage: Tests/run.sh [options of swift test, such as --filter PLY]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. Examples/ensure-zlib.sh
ensure_zlib

# Importing a module without declaring the dependency only builds by luck: an error here.
# Tests are built in the same go, so that nothing is planned or compiled twice.
swift build --build-tests --explicit-target-dependency-import-check error
# All tests use Swift Testing; without XCTest the last line has their count.
swift test --skip-build --disable-xctest "$@"
