// swift-tools-version: 6.2
import PackageDescription

// The same settings for every target: everything that the compiler can check.
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

// One line for each format: its target, and what it needs beyond what every format has. From this list come the product, the
// target, its tests, and the dependency of MeshConvert.
let formats: [(name: String, dependencies: [Target.Dependency])] = [
    ("FormatPLY", []),
    ("FormatOBJ", []),
    ("FormatSTL", []),
    ("FormatOFF", []),
    ("FormatGLTF", ["MeshCompression", "MeshDraco"]),
    ("FormatUSD", ["MeshArchive", "MeshCompression"]),
]
let formatDependencies: [Target.Dependency] = ["MeshFormats", "MeshModel", "MeshBytes"]

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

// Apple's privacy manifest belongs to the target that calls the functions which it names. Resources would make the target
// import Foundation on Linux.
#if os(Linux)
    let bytes: Target = .target(name: "MeshBytes", exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: settings)
#else
    let bytes: Target = .target(
        name: "MeshBytes", resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings)
#endif

// The commit, if a script that builds for others sets it (Examples/build-static.sh): 40 hexadecimal digits, followed by
// `-dirty` if files were changed. Without unsafe flags a build can't define a string for Swift, so a line of C has it.
let commit = Context.environment["MESHCONV_COMMIT"] ?? ""
let commitSettings: [CSetting] =
    !commit.isEmpty && commit.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    ? [.define("MESHCONV_COMMIT", to: "\"\(commit)\"")] : []

// The checks as a library, for the fuzzers (Conformance/Fuzz) alone.
let fuzzing: [Product] =
    Context.environment["MESHCONV_FUZZ"] == nil ? [] : [.library(name: "MeshConformance", targets: ["MeshConformance"])]

let package = Package(
    name: "meshconv",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        // The main module, and the modules whose types it uses: scenes, losses and options, progress, routes.
        .library(
            name: "MeshConvert",
            targets: [
                "MeshConvert", "MeshModel", "MeshFormats", "MeshBytes", "MeshRouting", "MeshOperations", "ScanPackages",
            ]),
        .library(name: "Reconstruction", targets: ["Reconstruction", "MeshModel"]),
        .library(name: "MeshRender", targets: ["MeshRender", "MeshModel"]),
        .library(name: "MeshConvertFoundation", targets: ["MeshConvertFoundation"]),
        .library(
            name: "MeshConvertApple",
            targets: ["MeshConvertApple", "MeshConvert", "ScanPackages", "Reconstruction", "MeshModel"]),
        .library(
            name: "ScanPackages", targets: ["ScanPackages", "Reconstruction", "MeshModel", "MeshFormats", "MeshBytes"]),
        .executable(name: "meshconv", targets: ["meshconv"]),
        // The objects of libmeshconv, which Packaging/C/build.sh links: for C, not for Swift.
        .library(name: "MeshConvertC", type: .static, targets: ["MeshConvertC"]),
    ] + formats.map { .library(name: $0.name, targets: [$0.name, "MeshModel"]) } + fuzzing,
    dependencies: [
        // For the executable only: options, help screens and completions in a form that people know.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        zlib,
        .target(name: "CCommit", cSettings: commitSettings),
        // One instruction of the processor that Swift has no word for: tables are looked up a third faster.
        .systemLibrary(name: "CPrefetch"),
        // Rounding functions of the C library; a client of MeshModel alone would not link it otherwise.
        .target(
            name: "MeshModel", dependencies: ["CPrefetch"], swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        bytes,
        library("MeshFormats", ["MeshModel", "MeshBytes"]),
        library("MeshArchive", ["MeshBytes", "CZlib"]),
        // Pixels of PNG and JPEG files: the same on every platform; knows no scenes.
        library("MeshImages", ["MeshBytes", "MeshArchive"]),
        // Decodes the streams that compress glTF's buffer views and USD's crates; knows neither format.
        library("MeshCompression"),
        // Decodes the meshes of glTF's KHR_draco_mesh_compression; knows neither glTF nor files.
        library("MeshDraco"),
        library("MeshOperations", ["MeshModel"]),
        // Depth frames to clouds and surfaces: knows scenes and frames, but no file and no package.
        library("Reconstruction", ["MeshModel"]),
        // Pictures of scenes and of depth in software: pixels out, no files.
        library("MeshRender", ["MeshModel"]),
        // Proves conversions. It must not know the operations, so as not to share their errors.
        library("MeshComparison", ["MeshModel"]),
        library("MeshRouting", ["MeshFormats", "MeshModel"]),
        // Captures of scanning apps: frames with cameras and depth, for reconstruction. It knows no mesh format.
        library(
            "ScanPackages",
            ["Reconstruction", "MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshImages"]),
        // The test room as scan packages of every kind; for tests only. It does not know the readers.
        library("ScanFixtures", ["MeshArchive", "MeshBytes", "MeshImages"]),
        library(
            "MeshConvert",
            [
                "MeshRouting", "MeshOperations", "MeshComparison", "MeshFormats", "MeshModel", "MeshBytes",
                "MeshArchive",
                "MeshImages", "MeshRender", "Reconstruction", "ScanPackages", "CCommit",
            ] + formats.map { .byName(name: $0.name) }
        ),
        // The header of the C library, which MeshConvertC implements.
        .systemLibrary(name: "CMeshConv"),
        library(
            "MeshConvertC",
            ["MeshConvert", "MeshOperations", "MeshFormats", "MeshModel", "MeshBytes", "ScanPackages", "CMeshConv"]),
        // URL and Data for programs that use Foundation; others need not link it.
        library("MeshConvertFoundation", ["MeshConvert", "MeshFormats"]),
        // ARKit, Model I/O, RealityKit and sharing, apart so that no other program links their frameworks. Elsewhere only
        // what needs none of them is there, for its tests.
        library(
            "MeshConvertApple",
            ["MeshConvertFoundation", "MeshConvert", "ScanPackages", "Reconstruction", "MeshImages", "MeshModel"]),
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
            [
                "MeshConvert", "MeshRouting", "MeshOperations", "ScanPackages", "MeshFormats", "MeshModel", "MeshBytes",
                "MeshArchive", "MeshImages", "MeshCompression", "MeshDraco",
            ]),
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
        tests("MeshComparison", ["MeshModel"]),
        tests("MeshOperations", ["MeshComparison", "MeshModel"]),
        tests("Reconstruction", ["MeshModel"]),
        tests("MeshRender", ["MeshModel"]),
        tests("MeshRouting", ["MeshFormats", "MeshModel", "MeshBytes"]),
        tests(
            "ScanPackages",
            ["ScanFixtures", "Reconstruction", "MeshFormats", "MeshModel", "MeshBytes", "MeshArchive", "MeshImages"]),
        tests("MeshConformance", ["MeshConvert", "MeshFormats", "MeshModel", "MeshBytes", "MeshRouting"]),
        tests("MeshConvertFoundation", ["MeshConvert"]),
        tests("MeshConvertApple", ["MeshConvert", "MeshImages", "MeshModel"]),
        tests("MeshConvertC", ["MeshConvert", "MeshFormats", "MeshBytes", "CMeshConv"]),
        tests(
            "MeshConvert",
            [
                "MeshFormats", "MeshModel", "MeshBytes", "MeshRouting", "MeshOperations", "MeshImages", "FormatGLTF",
                "ScanPackages", "ScanFixtures", "MeshConformance",
            ]),
        // Runs the built executable, which is beside the test bundle.
        .testTarget(
            name: "MeshconvTests",
            dependencies: [
                "meshconv", "MeshConvert", "MeshFormats", "MeshBytes", "ScanFixtures", "ScanPackages", "FormatGLTF",
                "FormatUSD",
            ],
            swiftSettings: settings),
    ]
        + formats.flatMap { format in
            [
                library(format.name, formatDependencies + format.dependencies),
                tests(format.name, formatDependencies + format.dependencies + ["MeshComparison"]),
            ]
        },
    swiftLanguageModes: [.v6]
)

// For .ci/run, which compiles each module once: as a whole it takes a third less time than file by file. The modules in which
// tests spend half of their time are optimized, with all that debug builds check (bounds of unsafe buffers, assertions).
// Nobody else gets these flags: with them, older Swift takes no tag of a package as a dependency.
if Context.environment["MESHCONV_CI"] != nil {
    let optimized = ["MeshBytes", "MeshImages", "MeshModel", "MeshRender", "Reconstruction", "ScanFixtures"]
    for target in package.targets where target.swiftSettings != nil {
        let flags =
            ["-whole-module-optimization", "-num-threads", "2"]
            + (optimized.contains(target.name) ? ["-O", "-assert-config", "Debug"] : [])
        target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
    }
}
