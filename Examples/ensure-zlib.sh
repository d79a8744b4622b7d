# Sourced by scripts that build: `ensure_zlib` makes sure that the compiler finds zlib, the one C library meshconv uses.
#
# macOS has zlib in its SDK. On Linux the headers are a separate package. It is installed here if possible (as root, or
# with a sudo that asks for no password); otherwise the command to type is printed and the function fails.

has_zlib() {
    # pkg-config is fastest; if it is missing, the compiler that comes with Swift knows, too.
    pkg-config --exists zlib 2>/dev/null && return 0
    for compiler in clang cc; do
        command -v "$compiler" >/dev/null 2>&1 || continue
        printf '#include <zlib.h>\n' | "$compiler" -x c -fsyntax-only - 2>/dev/null && return 0
    done
    return 1
}

ensure_zlib() {
    [ "$(uname -s)" = Darwin ] && return 0
    has_zlib && return 0

    if ! command -v apt-get >/dev/null 2>&1; then
        echo "error: zlib's headers are missing. Install them (Fedora: sudo dnf install zlib-devel) and try again." >&2
        return 1
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "error: zlib's headers are missing. Type this, then try again:" >&2
            echo "    sudo apt-get update && sudo apt-get install -y zlib1g-dev" >&2
            return 1
        fi
        as_root="sudo -n"
    fi
    echo "zlib's headers are missing: installing Debian's package zlib1g-dev."
    # If the index can't be refreshed, the old one may do: the install decides.
    $as_root apt-get update -q </dev/null || true
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q zlib1g-dev </dev/null || true
    if ! has_zlib; then
        echo "error: zlib1g-dev could not be installed; see apt-get's messages above." >&2
        return 1
    fi
}
