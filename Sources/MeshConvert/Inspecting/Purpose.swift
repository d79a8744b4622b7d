public import MeshFormats
public import MeshModel
public import MeshOperations
public import ScanPackages

/// The purpose of an output, which sets variant, unit, up axis, options and checks. One table for all commands.
public struct Purpose: Sendable, Hashable {
    /// The name after `--for`.
    public let name: String
    /// The description, in one line.
    public let summary: String
    /// The variant that is written unless the caller names another of the same format; nil: the one for the output's
    /// extension.
    public let variant: String?
    /// The part of the build that provides the variant: `glTF`.
    public let comesWith: String
    /// The unit and the up axis of the output.
    public let frame: SceneFrame
    /// Whether a unit and an up axis that the input does not say are taken as is usual for its format, so that the size
    /// is right.
    public let assumesFrame: Bool
    /// The options for writing, as for `--set`.
    public let settings: [String: String]
    /// Whether nothing may be lost: the first variant of the output's format that keeps everything is written.
    public let keepsEverything: Bool
    /// Whether the surface must be closed. If set, conversions always report whether it is.
    public let needsClosedSurface: Bool
    /// The findings whose severity differs from the usual one.
    public let severities: [MeshFinding.Kind: Check.Severity]

    init(
        _ name: String, _ summary: String, variant: String?, comesWith: String, frame: SceneFrame = SceneFrame(),
        assumesFrame: Bool = true, settings: [String: String] = [:], keepsEverything: Bool = false,
        needsClosedSurface: Bool = false,
        severities: [MeshFinding.Kind: Check.Severity] = [:]
    ) {
        self.name = name
        self.summary = summary
        self.variant = variant
        self.comesWith = comesWith
        self.frame = frame
        self.assumesFrame = assumesFrame
        self.settings = settings
        self.keepsEverything = keepsEverything
        self.needsClosedSurface = needsClosedSurface
        self.severities = severities
    }

    /// For a slicer: STL in millimetres, Z up, with a report on whether the surface is closed.
    public static let print = Purpose(
        "print", "for slicers: STL in millimetres, Z up; reports whether the surface is watertight",
        variant: "stl.binary",
        comesWith: "STL", frame: SceneFrame(upAxis: .z, metersPerUnit: 0.001), needsClosedSurface: true,
        severities: [
            .openEdge: .error, .nonManifoldEdge: .error, .inconsistentEdge: .error, .zeroArea: .note,
            .nonUnitNormal: .note, .unreferencedVertex: .note,
        ])
    /// For archiving: nothing may be lost.
    public static let archive = Purpose(
        "archive", "for keeping: the variant that loses nothing, else nothing is written", variant: nil,
        comesWith: "", assumesFrame: false, keepsEverything: true)

    /// All purposes, including those that need a format that this build lacks.
    public static let all = [
        print, archive,
        Purpose("web", "for browsers: GLB with its textures inside", variant: "glb", comesWith: "glTF"),
        Purpose(
            "quicklook", "for iPhones: USDZ that Quick Look shows", variant: "usdz.quicklook",
            comesWith: "USD"),
        Purpose(
            "nerfstudio", "for training: images and cameras as Nerfstudio reads them", variant: "raw",
            comesWith: "scan packages"),
        Purpose(
            "colmap", "for reconstruction: images and cameras as COLMAP reads them", variant: "colmap",
            comesWith: "scan packages"),
    ]

    /// The purposes of single files, as opposed to scan packages.
    package static let ofFiles = all.filter { $0.packageVariant == nil }

    /// Returns the purpose with this name.
    public static func named(_ name: String) -> Purpose? { all.first { $0.name == name } }

    /// Whether the formats have its variant. Packages are not formats; convert them with
    /// `convertPackage(_:to:as:options:)`.
    public func isPossible(with formats: [any Format]) -> Bool {
        variant.map { StandardFormats.variant(named: $0, in: formats) != nil } ?? true
    }

    /// The variant of a scan package, if the purpose is for packages.
    public var packageVariant: PackageVariant? { variant.flatMap(PackageVariant.init(rawValue:)) }
}
