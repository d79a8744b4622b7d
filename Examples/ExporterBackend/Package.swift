// swift-tools-version: 6.2
import PackageDescription

// The backend of a scanning app's export button: six formats.    swift run exporter-demo FOLDER
// In your own package write .package(url: "https://…/meshconv", from: "…") instead.
let package = Package(
    name: "ExporterBackend",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "ExporterBackend", targets: ["ExporterBackend"])],
    dependencies: [.package(name: "meshconv", path: "../..")],
    targets: [
        .target(
            name: "ExporterBackend",
            dependencies: [.product(name: "MeshConvert", package: "meshconv")]),
        // Makes a scan in the app's form, exports it six times, and prints the results: see check.py.
        .executableTarget(name: "exporter-demo", dependencies: ["ExporterBackend"]),
    ],
    swiftLanguageModes: [.v6]
)
