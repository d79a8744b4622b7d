# Sourced by scripts that build static programs: `static_flags SCRATCH` compiles what such a program starts with into the folder
# SCRATCH, and sets `flags`, the words for `swift build`. EXAMPLES is this folder's absolute path.
#
# Equal functions are merged (--icf=safe: except those whose address is taken), and the table for unwinding C++ exceptions
# is left out, since nothing throws any. Together that saves 0.8 MB.
# The linker warns about parts of the C library that would load shared ones (dlopen, names of users); nothing calls them.
static_flags() {
    mkdir -p "$1"
    clang -O2 -Wall -Werror -c "$EXAMPLES/static-start.c" -o "$1/static-start.o"
    flags=(-c release --scratch-path "$1" --static-swift-stdlib -Xswiftc -static-executable
        -Xlinker -s -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr -Xlinker "$PWD/$1/static-start.o")
}
