#!/usr/bin/env bash
# Tests the flow, with Prefect in an environment of its own.     usage: run.sh [MESHCONV]
# Without MESHCONV the program of this repository is built. Where packages can't be installed, it says so and succeeds.
set -euo pipefail
meshconv=${1:-}
if [ -n "$meshconv" ]; then meshconv=$(realpath "$meshconv"); fi
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ -z "$meshconv" ]; then
    swift build --package-path ../../.. --product meshconv
    meshconv=$(swift build --package-path ../../.. --show-bin-path)/meshconv
fi
environment=../../../.build/ingestion-venv
if ! { python3 -m venv "$environment" &&
    "$environment/bin/pip" install -q --disable-pip-version-check -r ../requirements.txt -r requirements.txt; }; then
    echo "Prefect can't be installed here: the flow was not tested"
    exit
fi
# Those of several processes mostly wait: beside the others.
"$environment/bin/python" run.py "$meshconv" test_uploads test_storage test_flow &
beside=$!
failed=0
"$environment/bin/python" run.py "$meshconv" test_processes test_s3 test_workers || failed=1
wait "$beside" && exit "$failed"
