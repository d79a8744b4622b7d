#!/usr/bin/env bash
# Builds everything and runs all unit tests.   usage: Tests/run.sh [options of swift test, such as --filter PLY]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. Examples/ensure-zlib.sh
ensure_zlib

# A module that is imported without being declared as a dependency builds by luck only: an error here.
# Tests are built in the same go, so that nothing is planned or compiled twice.
swift build --build-tests --explicit-target-dependency-import-check error
# All tests are Swift Testing's; without XCTest the last line is the one that counts them.
swift test --skip-build --disable-xctest "$@"
