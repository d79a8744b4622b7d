#!/usr/bin/env bash
# Checks that another package finds this one by a tag, and that it builds and runs: the products exist, one import is enough
# for a program, and no public name collides with one of Apple's frameworks.    usage: Tests/client-package.sh
# (lists/check-dependencies.py looks for unsafe flags, with which older Swift refuses a tag as a dependency; Swift 6.3 doesn't.)
# What is built depends on the folder, not on the tag: with the build folder of this package, nothing is compiled twice.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. Examples/ensure-zlib.sh
ensure_zlib

place=$(mktemp -d "${TMPDIR:-/tmp}/meshconv-client.XXXXXX")
trap 'rm -rf "$place"' EXIT

# The working tree, uncommitted changes included, as a repository with a tag.
mkdir "$place/meshconv"
cp -R Package.swift Sources Tests "$place/meshconv"
git=(git -c user.name=client -c user.email=client@example.com -c commit.gpgsign=false -c init.defaultBranch=main)
(
    cd "$place/meshconv"
    "${git[@]}" init -q
    "${git[@]}" add -A
    "${git[@]}" commit -qm "What is to be tagged"
    "${git[@]}" tag 1.0.0
)

sources=$place/client/Sources
mkdir -p "$sources/whole" "$sources/part" "$sources/AppleNames"
# The examples, each file beside types that are named as those of frameworks that an app imports. (Foundation is there itself.)
awk '!/^#/ && $1 != "Foundation:" { for (i = 2; i <= NF; i++) print "public struct " $i " {}" }' Tests/lists/apple-names.txt |
    LC_ALL=C sort -u >"$sources/AppleNames/AppleNames.swift"
cp -R Examples/ExporterBackend/Sources/ExporterBackend Examples/Library/Sources/examples "$sources"
for file in "$sources"/ExporterBackend/*.swift "$sources"/examples/*.swift; do
    printf 'import AppleNames\n' | cat - "$file" >"$file.new"
    mv "$file.new" "$file"
done
manifest() { # manifest DEPENDENCY: prints the manifest of the client
    cat <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "client",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package($1)],
    targets: [
        .executableTarget(
            name: "whole", dependencies: [.product(name: "MeshConvert", package: "meshconv")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
        .executableTarget(
            name: "part",
            dependencies: ["FormatSTL", "FormatPLY", "FormatOBJ"].map { .product(name: \$0, package: "meshconv") }),
        .target(name: "AppleNames"),
        .target(
            name: "ExporterBackend", dependencies: ["AppleNames", .product(name: "MeshConvert", package: "meshconv")]),
        .executableTarget(
            name: "examples",
            dependencies: ["AppleNames"]
                + ["MeshConvert", "MeshConvertFoundation"].map { .product(name: \$0, package: "meshconv") }),
    ]
)
END
}
# The program in the README, and a member of a type of another module, for which the one import is enough.
cat >"$sources/whole/Whole.swift" <<'END'
import MeshConvert

@main struct Whole {
    static func main() throws {
        let report = try convert("a.obj", to: "a.ply")
        print(report.summary)
        for loss in report.losses { print(loss.code.rawValue) }
    }
}
END
# One format and the model only.
cat >"$sources/part/Part.swift" <<'END'
import FormatOBJ
import FormatPLY
import FormatSTL
import MeshModel

@main struct Part {
    static func main() {
        print(MeshScene().meshes.count, OBJFormat().descriptor.id, PLYFormat().descriptor.id, STLFormat().descriptor.id)
    }
}
END
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$place/client/a.obj"

root=$PWD
build=$root/.build/debug
cd "$place/client"
refused() { # refused WHAT: prints the errors of the last command, and ends
    grep -m 20 -E 'error|warning' build.log >&2 || tail -n 20 build.log >&2
    echo "error: a package that depends on $1 of this one does not build" >&2
    exit 1
}
manifest "url: \"file://$place/meshconv\", from: \"1.0.0\"" >Package.swift
# As users have it, without the flags of .ci/run.
env -u MESHCONV_CI swift package resolve >build.log 2>&1 && env -u MESHCONV_CI swift package describe >>build.log 2>&1 || refused "a tag"
manifest "name: \"meshconv\", path: \"$root\"" >Package.swift
swift build --scratch-path "$root/.build" >build.log 2>&1 || refused "the folder"
failed=0
same() { # same WHAT EXPECTED FOUND
    if [ "$2" != "$3" ]; then
        printf 'FAILED %s: expected "%s", found "%s"\n' "$1" "$2" "$3" >&2
        failed=1
    fi
}
same "the report's summary" "Nothing lost." "$("$build/whole")"
same "vertices of the output" "element vertex 3" "$(head -c 300 a.ply | tr -d '\0' | grep -a '^element vertex')"
same "products of single formats" "0 obj ply stl" "$("$build/part")"
if [ "$failed" -ne 0 ]; then exit 1; fi
echo "client package: finds a tag, builds, converts, no name collides"
