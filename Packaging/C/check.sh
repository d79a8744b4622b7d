#!/usr/bin/env bash
# Checks the C library that build.sh has made, in an empty folder: what can be seen of it, that programs link against it as
# shared and static library, what they print, and with valgrind that no access is invalid and nothing is lost. A minute.
#
# usage: [MESHCONV=PROGRAM] Packaging/C/check.sh FOLDER [THREADS]      (default: 100)
#
# With a program of the same version, documents are compared with what it prints, byte for byte.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd "$1" && pwd)
threads=${2:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$home/example.c" "$home/check.c" "$folder/meshconv.h" "$work"
cp -P "$folder"/libmeshconv.* "$work"
cd "$work"

fail() {
    echo "error: $*" >&2
    exit 1
}

# The header, in the oldest dialects that have its types.
echo '#include "meshconv.h"' >header.c
for dialect in c89 c99 c11 c17; do
    cc -std=$dialect -Wall -Wextra -Wstrict-prototypes -pedantic -Werror -c header.c -o header.o
done
c++ -x c++ -std=c++11 -Wall -Wextra -pedantic -Werror -c header.c -o header.o

# What can be seen: the functions of the header, and nothing else.
sed -n 's/^[a-z][a-z0-9_ ]*[ *]\(meshconv_[a-z_]*\)(.*/\1/p' meshconv.h | sort >declared
nm -D --defined-only libmeshconv.so.0 | awk '{print $3}' | sort | diff - declared || fail "libmeshconv.so shows other names"
nm --defined-only libmeshconv.a | sed -n 's/^[0-9a-f]\{16\} [A-Z] //p' | sort | diff - declared || fail "libmeshconv.a shows others"
readelf -d libmeshconv.so.0 | grep -q 'soname: \[libmeshconv.so.0\]' || fail "no soname"
needed=$(readelf -d libmeshconv.so.0 | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
case "$needed" in
*libc.so.6*) ;;
*) fail "expected the C library, found $needed" ;;
esac
for library in $needed; do
    case "$library" in
    libc.so.6 | libm.so.6 | libgcc_s.so.1 | ld-linux*) ;;
    *) fail "libmeshconv.so needs $library" ;;
    esac
done
newest=$(objdump -T libmeshconv.so.0 | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
[ "$(printf '%s\n' "$newest" GLIBC_2.34 | sort -V | tail -n 1)" = GLIBC_2.34 ] || fail "it needs $newest"

# A square with colours, which has something to lose.
cat >square.ply <<'END'
ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
property float confidence
element face 1
property list uchar int vertex_indices
end_header
0 0 0 255 0 0 0.5
1 0 0 0 255 0 0.25
1 1 0 0 0 255 0.125
0 1 0 9 9 9 1
4 0 1 2 3
END

strict=(-std=c99 -O2 -Wall -Wextra -pedantic -Werror)
cc "${strict[@]}" example.c libmeshconv.a -lm -lpthread -o example-static
cc "${strict[@]}" example.c -L. -lmeshconv -Wl,-rpath,"$work" -o example-shared
PKG_CONFIG_PATH=$folder pkg-config --exists meshconv 2>/dev/null || ! command -v pkg-config >/dev/null || fail "meshconv.pc"
for kind in static shared; do
    ./example-$kind square.ply out.glb >glb-$kind
    ./example-$kind square.ply out.stl >stl-$kind
    grep -q 'POSITION     float32 x 3, 4 rows: 0 0 0' glb-$kind || fail "no columns"
    grep -q 'attribute.dropped /vertexSets/0/COLOR_0' stl-$kind || fail "no loss"
    grep -q 'error 65 broken.ply:6:1: .*\[input.invalid-value\]' stl-$kind || fail "no place of an error"
done
cmp glb-static glb-shared
cc -O2 -Wall -Wextra -Werror check.c libmeshconv.a -lm -lpthread -o check-static
cc -O2 -Wall -Wextra -Werror check.c -L. -lmeshconv -lpthread -Wl,-rpath,"$work" -o check-shared
./check-static square.ply "$threads"
./check-shared square.ply "$threads"

if [ -n "${MESHCONV:-}" ]; then
    tail -c +2 square.ply >broken.ply
    for words in "info square.ply" "check square.ply" "plan square.ply" "plan square.ply out.stl" "diff square.ply out.glb" \
        "info missing.ply" "info broken.ply" "plan square.ply square.fbx" "formats all"; do
        # shellcheck disable=SC2086 # words are words
        (set +e; ./check-shared $words >of-library; echo $? >>of-library)
        words=${words% all}
        # shellcheck disable=SC2086
        (set +e; "$MESHCONV" $words --json >of-program 2>/dev/null; echo $? >>of-program)
        cmp of-library of-program || fail "another document: $words"
    done
fi

# Swift finds what must not be freed by itself in constants that carry bits of an enumeration, which valgrind can't follow: the
# same few bytes for any number of calls. So more calls must not lose more.
grind() { valgrind --quiet --leak-check=full --show-leak-kinds=definite --error-exitcode=9 "$@"; }
lost() { valgrind --leak-check=full --undef-value-errors=no "$@" 2>&1 >/dev/null | sed -n 's/.*definitely lost: \([0-9,]*\) bytes.*/\1/p'; }
strip example-static example-shared check-static check-shared
for kind in static shared; do
    grind --errors-for-leak-kinds=definite ./example-$kind square.ply out.glb >/dev/null || fail "valgrind: example-$kind"
done
grind --undef-value-errors=no --show-leak-kinds=none --errors-for-leak-kinds=none ./check-static square.ply 4 || fail "valgrind: check"
one=$(lost ./check-static square.ply 1)
many=$(lost ./check-static square.ply 8)
[ -n "$one" ] && [ "$one" = "$many" ] || fail "1 thread loses $one bytes, 8 lose $many"
echo "The C library is sound: $(wc -l <declared) functions, $needed up to $newest, $threads threads."
