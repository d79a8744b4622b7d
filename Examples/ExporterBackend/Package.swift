// swift-tools-version: 6.2
import PackageDescription

// What stands behind the export button of a scanning app: six formats.    swift run exporter-demo FOLDER
// A package of your own says .package(url: "https://…/meshconv", from: "…") instead.
let package = Package(
    name: "ExporterBackend",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "ExporterBackend", targets: ["ExporterBackend"])],
    dependencies: [.package(name: "meshconv", path: "../..")],
    targets: [
        .target(
            name: "ExporterBackend",
            dependencies: [
                .product(name: "MeshConvert", package: "meshconv"),
                .product(name: "ScanPackages", package: "meshconv"),
            ]),
        // Makes a scan as the app keeps it, exports it six times, and prints what came of it: see check.py.
        .executableTarget(name: "exporter-demo", dependencies: ["ExporterBackend"]),
    ],
    swiftLanguageModes: [.v6]
)
