#!/usr/bin/env bash
# Prints the version.      usage: Packaging/version.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
echo "$VERSION"
