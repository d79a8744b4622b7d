#!/usr/bin/env bash
# Builds everything and runs all unit tests.   usage: Tests/run.sh [options of swift test, such as --filter PLY]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. Examples/ensure-zlib.sh
ensure_zlib

# A module that is imported without being declared as a dependency builds by luck only: an error here.
swift build --explicit-target-dependency-import-check error
# All tests are Swift Testing's; without XCTest the last line is the one that counts them.
swift test --disable-xctest "$@"
