#!/usr/bin/env bash
# Lays out what belongs to the program below a prefix: bin, completions, manual page, thumbnailer.
# usage: Packaging/tree.sh PROGRAM PREFIX
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
prefix=$2 share=$2/share
mkdir -p "$prefix/bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d" "$share/thumbnailers" "$share/mime/packages"
install -m 755 "$1" "$prefix/bin/meshconv"
"$1" man >"$share/man/man1/meshconv.1"
"$1" completions bash | sed '1{/^#!/d;}' >"$share/bash-completion/completions/meshconv"
"$1" completions zsh >"$share/zsh/site-functions/_meshconv"
"$1" completions fish >"$share/fish/vendor_completions.d/meshconv.fish"
install -m 644 "$ROOT/Examples/Thumbnailer/meshconv.thumbnailer" "$share/thumbnailers"
install -m 644 "$ROOT/Examples/Thumbnailer/meshconv-types.xml" "$share/mime/packages"
