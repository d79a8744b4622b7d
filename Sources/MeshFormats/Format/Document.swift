public import MeshModel

/// What a reader made of a file: the format's own structure, the neutral scene, and what only the former holds.
public struct Document: Sendable {
    /// The format's id: `ply`.
    public var format: String
    /// The variant that the file is written in: `ply.binary`.
    public var variant: String
    /// The format's own structure; columns are shared with the scene.
    public var native: any NativeDocument
    /// The neutral scene.
    public var scene: Scene
    /// The native facts that the scene does not hold.
    public var residue: [Residue]
    /// What the owner of the file may want to know.
    public var diagnostics: [Diagnostic]
    /// The file's records by kind, each accounted for.
    public var census: [CensusEntry]
    /// The size of the file.
    public var byteCount: Int
    /// The paths of other files that were read for this one, but for its images: those the scene names.
    public var sideFiles: [String] = []
    /// The native facts that stand in a record of meshconv's, since the variant has no form for them: other programs
    /// don't see them there. They are back in ``native``.
    public var setAside: [Residue] = []

    /// A document from its parts.
    public init(
        format: String, variant: String, native: any NativeDocument, scene: Scene, residue: [Residue] = [],
        diagnostics: [Diagnostic] = [], census: [CensusEntry] = [], byteCount: Int
    ) {
        self.format = format
        self.variant = variant
        self.native = native
        self.scene = scene
        self.residue = residue
        self.diagnostics = diagnostics
        self.census = census
        self.byteCount = byteCount
    }
}

/// A format's own structure; only the format that made it looks inside.
public protocol NativeDocument: Sendable {
    /// What another document of the same format says differently, down to what no scene holds.
    ///
    /// How either is encoded, and under which names the files lie that it brings along, makes no difference.
    ///
    /// - Returns: nil where the format has no such comparison, or `other` is of another format.
    func differences(from other: any NativeDocument) -> [NativeDifference]?

    /// The files that belong to the document and that no reading of its scene asks for; found when they are asked for.
    var unaskedFiles: [Residue] { get }
}

extension NativeDocument {
    /// None.
    public var unaskedFiles: [Residue] { [] }

    /// Nil: such documents are compared by their scenes and by the kinds of their native facts.
    public func differences(from other: any NativeDocument) -> [NativeDifference]? { nil }
}

/// What two native documents say differently in one place.
public struct NativeDifference: Hashable, Sendable {
    /// Which side differs: `presence` where only the first says it, `generated` where only the second does.
    public var facet: Difference.Facet
    /// Where: the path in the native structure of the first, or of the second where only that has it.
    public var path: String
    /// What is there and what is here, in words.
    public var detail: String

    /// A difference from its parts.
    public init(_ facet: Difference.Facet, _ path: String, _ detail: String) {
        self.facet = facet
        self.path = path
        self.detail = detail
    }
}

/// Native facts of one kind that the scene does not hold.
public struct Residue: Hashable, Sendable {
    /// Where in the native structure: `element vertex/property diffuse_red`, `statement curv`.
    public var path: String
    /// What kind of fact: `free-form`, `spelling`, `unknown statement`.
    public var kind: String
    /// How many.
    public var count: Int

    /// A residue entry from its parts.
    public init(path: String, kind: String, count: Int) {
        self.path = path
        self.kind = kind
        self.count = count
    }
}

/// The records of one kind in a file and where they went; the three add up to `count`.
public struct CensusEntry: Hashable, Sendable {
    /// The kind: an OBJ keyword, `vertex.x` for a PLY property.
    public var kind: String
    /// How many records the file has.
    public var count: Int
    /// How many are in the scene.
    public var inScene: Int
    /// How many are in the residue.
    public var inResidue: Int
    /// How many were left out with a diagnostic.
    public var inDiagnostics: Int

    /// An entry from its parts.
    public init(kind: String, count: Int, inScene: Int = 0, inResidue: Int = 0, inDiagnostics: Int = 0) {
        self.kind = kind
        self.count = count
        self.inScene = inScene
        self.inResidue = inResidue
        self.inDiagnostics = inDiagnostics
    }

    /// Whether every record is accounted for.
    public var isBalanced: Bool { count == inScene + inResidue + inDiagnostics }
}
