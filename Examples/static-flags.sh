# Sourced by scripts that build static programs and libraries. EXAMPLES is this folder's absolute path.

# `static_commit` exports MESHCONV_COMMIT, which `--version` and reports name: that of git, followed by `-dirty` if files were
# changed; outside a checkout, what the environment has.
static_commit() {
    # A folder inside another repository is no checkout of this one.
    if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
        MESHCONV_COMMIT=$(git rev-parse HEAD)
        if [ "$(git status --porcelain)" ]; then MESHCONV_COMMIT+=-dirty; fi
    fi
    export MESHCONV_COMMIT="${MESHCONV_COMMIT:-}"
}

# `static_flags SCRATCH` compiles what such a program starts with into the folder SCRATCH, fetches the dependencies, and sets
# `flags`, the words for `swift build`, and `same`, what comes before them. A separate folder: otherwise the flags would make the
# usual build start over.
#
# Equal functions are merged (--icf=safe: except those whose address is taken), and the table for unwinding C++ exceptions
# is left out, since nothing throws any. Together that saves 0.8 MB.
# The linker warns about parts of the C library that would load shared ones (dlopen, names of users); nothing calls them.
static_flags() {
    scratch=$1
    mkdir -p "$scratch"
    clang -O2 -Wall -Werror -c "$EXAMPLES/static-start.c" -o "$scratch/static-start.o"
    flags=(-c release --scratch-path "$scratch" --static-swift-stdlib -Xswiftc -static-executable
        -Xlinker -s -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr -Xlinker --build-id=none
        -Xlinker "$PWD/$scratch/static-start.o")
    # The compiler orders some of what it keeps by addresses and by a seed. Both are the same in each run if the compiler finds in
    # its cache what another run finds there (`static_warm`), if it is told so little by the environment that this is the same,
    # and if each module has one thread, since several share memory in an order that depends on what else the machine does.
    # The last two are for releases (MESHCONV_REPRODUCIBLE=1): a toolchain may need other variables, and one thread takes longer.
    same=(env SWIFT_DETERMINISTIC_HASHING=1)
    if [ "${MESHCONV_REPRODUCIBLE:-}" ]; then
        same=(env -i "PATH=$PATH" "HOME=${HOME:-/}" SWIFT_DETERMINISTIC_HASHING=1 "MESHCONV_COMMIT=${MESHCONV_COMMIT:-}")
        if [ "${PKG_CONFIG_PATH:-}" ]; then same+=("PKG_CONFIG_PATH=$PKG_CONFIG_PATH"); fi
        flags+=(-Xswiftc -num-threads -Xswiftc 1)
    fi
    if setarch -R true 2>/dev/null; then same+=(setarch -R); fi
    # Dependencies are fetched here, where variables that name a proxy or a mirror still hold.
    if ! swift package --scratch-path "$scratch" resolve >"$scratch/resolve.log" 2>&1; then
        cat "$scratch/resolve.log" >&2
        return 1
    fi
}

# `static_warm` puts the modules of C that the program imports into the compiler's cache. Otherwise those that happen to be
# compiled first do that, other ones in each run, and get a few other instructions.
static_warm() {
    local cache
    "${same[@]}" swift build --target CCommit "${flags[@]}" >"$scratch/build-CCommit.log" 2>&1 || return
    cache=$(swift build --show-bin-path "${flags[@]}") || return
    printf 'import %s\n' CCommit CPrefetch CZlib Dispatch FoundationEssentials Glibc Synchronization >"$scratch/modules.swift"
    "${same[@]}" swiftc -typecheck "$scratch/modules.swift" -module-name Modules -module-cache-path "$cache/ModuleCache" \
        -O -g -swift-version 6 -static-stdlib -static-executable -Xcc -fPIC -Xcc -g -Xcc -fno-omit-frame-pointer \
        -Xcc -fmodule-map-file="$PWD/Sources/CPrefetch/module.modulemap" \
        -Xcc -fmodule-map-file="$PWD/Sources/CZlib/module.modulemap" \
        -Xcc -fmodule-map-file="$cache/CCommit.build/module.modulemap" -Xcc -I -Xcc "$PWD/Sources/CCommit/include" || return
    touch "$cache/ModuleCache/modules.timestamp" "$scratch/warm"
}

# `static_build PRODUCT` builds a product with these flags; if it fails, the end of the compiler's messages is shown.
static_build() {
    "${same[@]}" swift build --product "$1" "${flags[@]}" >"$scratch/build-$1.log" 2>&1 && return
    tail -n 40 "$scratch/build-$1.log" >&2
    return 1
}

# `static_settle PROGRAM` clears the hashes that the compiler leaves for its own next run, and which differ from run to run.
static_settle() {
    local place
    read -r -a place < <(readelf -SW "$1" 2>/dev/null | sed -n 's/.* \.swift_modhash *PROGBITS *[0-9a-f]* \([0-9a-f]*\) \([0-9a-f]*\) .*/\1 \2/p') || return 0
    head -c $((16#${place[1]})) /dev/zero |
        dd of="$1" bs=64K oflag=seek_bytes seek=$((16#${place[0]})) conv=notrunc status=none
}

# `static_place PRODUCT OUTPUT` copies a program that was built. It appears whole or not at all, and never overwrites a running one.
static_place() {
    cp "$scratch/release/$1" "$2.new"
    static_settle "$2.new"
    mv -f "$2.new" "$2"
}
