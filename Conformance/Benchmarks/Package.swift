// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses meshconv never builds it.
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
