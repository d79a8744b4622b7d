// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of meshconv never build it. fuzz.py builds it, with the sanitizers.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "meshconv", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [.product(name: "MeshConformance", package: "meshconv")])
    ],
    swiftLanguageModes: [.v6]
)
