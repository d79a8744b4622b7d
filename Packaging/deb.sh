#!/usr/bin/env bash
# Makes the Debian package. It depends on nothing: the program is static.
# usage: Packaging/deb.sh PROGRAM OUTPUT
#
# MESHCONV_MAINTAINER is who is named in it, as `Name <address>`; without it the address is nobody's.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
maintainer=${MESHCONV_MAINTAINER:-The meshconv authors <authors@meshconv.example>}
architecture=$(dpkg --print-architecture)
root=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-deb.XXXXXX")
trap 'rm -rf "$root"' EXIT

"$ROOT/Packaging/tree.sh" "$1" "$root/usr"
share=$root/usr/share documents=$root/usr/share/doc/meshconv
mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"
gzip -9n "$share/man/man1/meshconv.1"
mkdir -p "$documents/examples" "$share/lintian/overrides" "$root/DEBIAN"
cp "$ROOT/Conformance/cases/scan/corner.ply" "$documents/examples"
cp "$ROOT/README.md" "$ROOT/NOTICE" "$documents"
"$ROOT/Packaging/licences.sh" "$documents/linked" libc6-dev zlib1g-dev libstdc++
rm "$documents/linked/LGPL-2.1.txt" "$documents/linked/GPL-3.txt" # Debian has both in /usr/share/common-licenses
cat >"$documents/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: meshconv

Files: *
Copyright: 2026 the meshconv authors
License: Apache-2.0

License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.
 .
 The program is linked with Swift's standard library and Swift Argument Parser (Apache-2.0 with Runtime Library
 Exception), the GNU C library (LGPL-2.1 or later, /usr/share/common-licenses/LGPL-2.1), libstdc++ (GPL-3 with GCC Runtime
 Library Exception, /usr/share/common-licenses/GPL-3) and zlib (Zlib). Their notices are in /usr/share/doc/meshconv/linked.
END
gzip -9n >"$documents/changelog.gz" <<END
meshconv ($VERSION) unstable; urgency=medium

  * Version $VERSION; what changed is in CHANGELOG.md of the project.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
cat >"$share/lintian/overrides/meshconv" <<END
# One file that runs on every Debian from 11 on, and in empty roots.
meshconv: statically-linked-binary [usr/bin/meshconv]
meshconv: embedded-library zlib [usr/bin/meshconv]
END
find "$root" -type f ! -path '*/bin/*' -exec chmod 644 {} +
find "$root" -type d -exec chmod 755 {} +
cat >"$root/DEBIAN/control" <<END
Package: meshconv
Version: $VERSION
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)
Section: graphics
Priority: optional
Description: converter for 3D files and phone scans that lists what is lost
 Converts PLY, OBJ, STL, OFF, glTF/GLB, USD/USDZ and the captures of scanning
 apps into each other. What the target can't hold is known before a byte is
 written, and reported with a format that can; --strict refuses it.
 .
 It also shows what is in a file, checks it, compares two files, draws pictures
 and gives file managers previews.
END
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod 644 "$root/DEBIAN"/*
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
# With several threads the bytes would depend on their number.
DPKG_DEB_THREADS_MAX=1 dpkg-deb --root-owner-group -Zxz --build "$root" "$2/meshconv_${VERSION}_$architecture.deb" >/dev/null
