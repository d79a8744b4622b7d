// swift-tools-version: 6.2
import PackageDescription

// One list for every target: what the compiler must hold against us.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name)] + dependencies,
        swiftSettings: settings
    )
}

// zlib is found through pkg-config only where the manifest is evaluated on Linux: on a Mac, Homebrew's copy would
// otherwise be linked into iOS builds, while the system's own needs no search path at all.
#if os(Linux)
    let zlib: Target = .systemLibrary(
        name: "CZlib",
        pkgConfig: "zlib",
        providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]
    )
#else
    let zlib: Target = .systemLibrary(name: "CZlib")
#endif

// Only a script that builds for others names the commit (Examples/build-static.sh): 40 hexadecimal digits, `-dirty` behind
// them where files were changed. Swift code can't be given a text without unsafe flags, so it goes through a line of C.
let commit = Context.environment["MESHCONV_COMMIT"] ?? ""
let commitSettings: [CSetting] =
    !commit.isEmpty && commit.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    ? [.define("MESHCONV_COMMIT", to: "\"\(commit)\"")] : []

let package = Package(
    name: "meshconv",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        // The face, and the modules whose types it speaks in: scenes, losses and options, progress, routes.
        .library(
            name: "MeshConvert",
            targets: [
                "MeshConvert", "MeshModel", "MeshFormats", "MeshBytes", "MeshRouting", "MeshOperations", "ScanPackages",
            ]),
        .library(name: "MeshConvertFoundation", targets: ["MeshConvertFoundation"]),
        .library(name: "MeshConvertApple", targets: ["MeshConvertApple", "ScanPackages", "MeshModel"]),
        .library(name: "FormatPLY", targets: ["FormatPLY", "MeshModel"]),
        .library(name: "FormatOBJ", targets: ["FormatOBJ", "MeshModel"]),
        .library(name: "FormatSTL", targets: ["FormatSTL", "MeshModel"]),
        .library(name: "FormatGLTF", targets: ["FormatGLTF", "MeshModel"]),
        .library(name: "FormatUSD", targets: ["FormatUSD", "MeshModel"]),
        .library(name: "ScanPackages", targets: ["ScanPackages", "MeshModel", "MeshFormats", "MeshBytes"]),
        .executable(name: "meshconv", targets: ["meshconv"]),
    ],
    dependencies: [
        // Only the executable uses it: options, help screens and completions that people already know how to read.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        zlib,
        .target(name: "CCommit", cSettings: commitSettings),
        // Rounding functions of the C library: nobody else would link it for a client of MeshModel alone.
        .target(
            name: "MeshModel", swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        library("MeshBytes"),
        library("MeshFormats", ["MeshModel", "MeshBytes"]),
        library("MeshArchive", ["MeshBytes", "CZlib"]),
        // Pixels of PNG and JPEG files: the same on every platform; knows no scenes.
        library("MeshImages", ["MeshBytes", "MeshArchive"]),
        // Streams that glTF's extensions compress buffer views with, and USD its crates; knows neither of them, nor files.
        library("MeshCompression"),
        // Meshes that glTF's KHR_draco_mesh_compression holds; knows neither glTF nor files.
        library("MeshDraco"),
        library("MeshOperations", ["MeshModel"]),
        library("MeshRouting", ["MeshFormats", "MeshModel"]),
        library("FormatPLY", ["MeshFormats", "MeshModel", "MeshBytes"]),
        library("FormatOBJ", ["MeshFormats", "MeshModel", "MeshBytes"]),
        library("FormatSTL", ["MeshFormats", "MeshModel", "MeshBytes"]),
        library(
            "FormatGLTF", ["MeshFormats", "MeshModel", "MeshBytes", "MeshCompression", "MeshDraco"]),
        library("FormatUSD", ["MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshCompression"]),
        // Captures of scanning apps: frames with cameras and depth, and what belongs to them. It knows no mesh format.
        library("ScanPackages", ["MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshImages"]),
        // The test scene of the specification as packages of every kind; for tests only. It does not know the readers.
        library("ScanFixtures", ["MeshArchive", "MeshBytes", "MeshImages"]),
        library(
            "MeshConvert",
            [
                "MeshRouting", "MeshOperations", "MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshImages",
                "FormatPLY", "FormatOBJ", "FormatSTL", "FormatGLTF", "FormatUSD", "ScanPackages", "CCommit",
            ]
        ),
        // URL and Data for those who have Foundation anyway; a program without it need not link it.
        library("MeshConvertFoundation", ["MeshConvert", "MeshFormats"]),
        // Meshes of ARKit's anchors, whose frameworks nobody else is to link; elsewhere than on iOS it is empty.
        library("MeshConvertApple", ["ScanPackages", "MeshModel"]),
        .executableTarget(
            name: "meshconv",
            dependencies: [
                "MeshConvert", "MeshFormats", "MeshModel", "MeshBytes", "MeshRouting", "ScanPackages",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        library(
            "MeshConformance",
            ["MeshConvert", "MeshRouting", "MeshOperations", "MeshFormats", "MeshModel", "MeshBytes"]),
        .executableTarget(
            name: "meshconformance",
            dependencies: [
                "MeshConformance", "MeshConvert", "MeshRouting", "MeshFormats", "MeshModel", "MeshBytes",
                "ScanPackages", "ScanFixtures",
            ],
            swiftSettings: settings
        ),
        tests("MeshModel"),
        tests("MeshBytes"),
        tests("MeshArchive", ["MeshBytes"]),
        tests("MeshImages", ["MeshArchive", "MeshBytes"]),
        tests("MeshCompression"),
        tests("MeshDraco"),
        tests("MeshFormats", ["MeshModel", "MeshBytes"]),
        tests("MeshOperations", ["MeshModel"]),
        tests("MeshRouting", ["MeshFormats", "MeshModel", "MeshBytes"]),
        tests("FormatPLY", ["MeshFormats", "MeshModel", "MeshBytes"]),
        tests("FormatOBJ", ["MeshFormats", "MeshModel", "MeshBytes"]),
        tests("FormatSTL", ["MeshFormats", "MeshModel", "MeshBytes"]),
        tests("FormatGLTF", ["MeshFormats", "MeshModel", "MeshBytes"]),
        tests("FormatUSD", ["MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshCompression"]),
        tests(
            "ScanPackages",
            ["ScanFixtures", "MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshImages"]),
        tests("MeshConformance", ["MeshConvert", "MeshFormats", "MeshModel", "MeshBytes", "MeshRouting"]),
        tests("MeshConvertFoundation", ["MeshConvert"]),
        tests(
            "MeshConvert",
            [
                "MeshFormats", "MeshModel", "MeshBytes", "MeshRouting", "MeshOperations", "MeshImages", "FormatGLTF",
                "ScanPackages", "ScanFixtures",
            ]),
        // Runs the built executable, which lies beside the test bundle.
        .testTarget(
            name: "MeshconvTests",
            dependencies: ["meshconv", "MeshConvert", "MeshFormats", "MeshBytes", "ScanFixtures"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
