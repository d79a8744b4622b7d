#!/usr/bin/env bash
# Type-checks the libraries for iOS 17, on Linux and without an Apple SDK.    usage: Tests/apple-typecheck.sh
#
# How: the toolchain's textual interface of the standard library still carries Apple's @available attributes. With its
# target line rewritten for an iOS triple, the compiler itself says what iOS 17 lacks (`Array.span`, `InlineArray`,
# `UInt128` ...). The interfaces of concurrency and strings are rebuilt in the same way. Tests/apple-stubs declares, with Apple's
# signatures, what the libraries use of Dispatch, Foundation, the C library and zlib, and what MeshConvertApple uses of
# Apple's frameworks; a new call needs a line there. Nothing is linked or run.
#
# Not checked: targets that run on Linux only (executables, conformance). check-apple.py checks the names that no
# interface reveals.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# In dependency order: each is emitted as a module that the later ones import.
targets=$(awk '!/^#/ && / apple( |$)/ { print $1 }' Tests/lists/targets.txt)
ios=${IOS:-17.0}
triple=x86_64-apple-ios$ios-simulator

swiftc=$(readlink -f "$(command -v swiftc)")
toolchain=$(dirname "$(dirname "$swiftc")")
interface=$toolchain/lib/swift/linux/Swift.swiftmodule/$(uname -m)-unknown-linux-gnu.swiftinterface
if [ ! -f "$interface" ]; then
    echo "error: this toolchain has no $interface" >&2
    exit 1
fi

# Rebuilding the standard library takes half a minute; it is kept as long as the toolchain's interface is the same and
# the checkout has not moved (its files contain their own paths).
cache=.build/apple-$ios-$( (cat "$interface" && pwd) | cksum | cut -d ' ' -f 1)
resources=$cache/sdk/usr/lib/swift
if [ ! -f "$cache/with-concurrency" ]; then
    rm -rf "$cache"
    mkdir -p "$resources/Swift.swiftmodule"
    # One declaration is @backDeployed without a body in the Linux interface, which only the attribute forbids.
    sed -e "s/-target $(uname -m)-unknown-linux-gnu/-target $triple/" \
        -e '/^@backDeployed/{N;N;/_diagnoseUnavailableCodeReached/s/@backDeployed([^)]*)//}' \
        "$interface" >"$resources/Swift.swiftmodule/x86_64-apple-ios-simulator.swiftinterface"
    # Here the attribute is on many such declarations, and typealiases that a Linux compiler wrote don't respect its own.
    for module in _Concurrency _StringProcessing; do
        mkdir -p "$resources/$module.swiftmodule"
        sed -e "s/-target $(uname -m)-unknown-linux-gnu/-target $triple -disable-availability-checking/" \
            -e '/@backDeployed/d' "${interface//Swift.swiftmodule/$module.swiftmodule}" \
            >"$resources/$module.swiftmodule/x86_64-apple-ios-simulator.swiftinterface"
    done
    for folder in shims clang; do
        ln -s "$toolchain/lib/swift/$folder" "$resources/$folder"
    done
    touch "$cache/with-concurrency"
fi

modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT

# Objective-C is switched off, since the Linux interface lacks the pointer type that bridging needs.
# check MODULE FILE...
check() {
    local module=$1
    shift
    "$toolchain/bin/swiftc" -frontend -emit-module -o "$modules/$module.swiftmodule" -module-name "$module" \
        -swift-version 6 -target "$triple" -sdk "$cache/sdk" -resource-dir "$resources" -module-cache-path "$cache/modules" \
        \
        -disable-objc-interop -Onone -parse-as-library -package-name meshconv -warnings-as-errors -strict-memory-safety \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -enable-upcoming-feature InternalImportsByDefault -enable-experimental-feature Lifetimes \
        -I "$resources" -I "$modules" -I Tests/apple-stubs/Darwin -I Sources/CZlib -I Sources/CPrefetch \
        -I Tests/apple-stubs/CCommit -Xcc -ITests/apple-stubs/zlib "$@"
}

# What a module that is not optimised imports: nothing of it is used here. It can't import itself.
echo >"$modules/SwiftOnoneSupport.swift"
check SwiftOnoneSupport "$modules/SwiftOnoneSupport.swift" -O \
    -disable-implicit-concurrency-module-import -disable-implicit-string-processing-module-import
for stub in Dispatch Foundation simd CoreFoundation CoreGraphics CoreVideo Metal ARKit ModelIO UniformTypeIdentifiers \
    CoreTransferable UIKit BackgroundTasks USDKit RealityKit SwiftUI; do
    check $stub Tests/apple-stubs/$stub.swift
done
failed=""
for target in $targets; do
    files=()
    while IFS= read -r file; do files+=("$file"); done < <(find "Sources/$target" -name '*.swift' | LC_ALL=C sort)
    if check "$target" "${files[@]}"; then
        echo "$target: ${#files[@]} files fit iOS $ios"
    else
        # Its importers would only repeat the error.
        failed=$target
        break
    fi
done
if [ -n "$failed" ]; then
    echo "error: $failed does not compile for iOS $ios; the targets after it were not checked" >&2
    exit 1
fi
check ScanShare Examples/ScanShare/Sources/*.swift
echo "Examples/ScanShare fits iOS $ios"
