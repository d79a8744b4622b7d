// swift-tools-version: 6.2
import PackageDescription

// The ways of using the library, from one line to single steps.    swift run examples room.ply FOLDER
// In your own package write .package(url: "https://…/meshconv", from: "…") instead.
let package = Package(
    name: "Examples",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "meshconv", path: "../..")],
    targets: [
        .executableTarget(
            name: "examples",
            dependencies: [
                .product(name: "MeshConvert", package: "meshconv"),
                .product(name: "MeshConvertFoundation", package: "meshconv"),
                .product(name: "Reconstruction", package: "meshconv"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
