// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of meshconv never build it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "meshconv", path: "../..")],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "MeshConvert", package: "meshconv")
            ])
    ],
    swiftLanguageModes: [.v6]
)
