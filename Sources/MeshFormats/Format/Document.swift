public import MeshModel

/// A file after reading: the format's own structure, the neutral scene, and the residue that only the former holds.
public struct Document: Sendable {
    /// The format's id: `ply`.
    public var format: String
    /// The variant that the file is written in: `ply.binary`.
    public var variant: String
    /// The format's own structure; columns are shared with the scene.
    public var native: any NativeDocument
    /// The neutral scene.
    public var scene: MeshScene
    /// The native facts that the scene does not hold.
    public var residue: [Residue]
    /// Notes and warnings about the file.
    public var diagnostics: [Diagnostic]
    /// The file's records by kind, each accounted for.
    public var census: [CensusEntry]
    /// The size of the file.
    public var byteCount: Int
    /// The paths of other files that were read for this one, except images, which the scene lists.
    public var sideFiles: [String] = []
    /// The native facts kept in meshconv's record because the variant has no form for them. Other programs don't see
    /// them. Reading restores them in ``native``.
    public var setAside: [Residue] = []

    /// Creates a document.
    public init(
        format: String, variant: String, native: any NativeDocument, scene: MeshScene, residue: [Residue] = [],
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
    /// Returns the differences from another document of the same format, including facts that no scene holds.
    ///
    /// The encoding and the names of accompanying files are ignored.
    ///
    /// - Returns: nil where the format has no such comparison, or `other` is of another format.
    func differences(from other: any NativeDocument) -> [NativeDifference]?

    /// Files that belong to the document but aren't needed to read its scene. Computed on access.
    var unaskedFiles: [Residue] { get }

    /// Rules of the format that the file breaks and that reading doesn't depend on. Computed on access.
    ///
    /// Reading may have reported some of them under the same codes.
    var defects: [Diagnostic] { get }
}

extension NativeDocument {
    /// By default none.
    public var unaskedFiles: [Residue] { [] }

    /// By default none.
    public var defects: [Diagnostic] { [] }

    /// By default nil: the documents are compared by their scenes and by the kinds of their native facts.
    public func differences(from other: any NativeDocument) -> [NativeDifference]? { nil }
}

/// One difference between two native documents.
public struct NativeDifference: Hashable, Sendable {
    /// The side that differs: `presence` where only the first has it, `generated` where only the second does.
    public var facet: Difference.Facet
    /// The path in the native structure of the first, or of the second if only that has it.
    public var path: String
    /// A description of both values.
    public var detail: String

    /// Creates a difference.
    public init(_ facet: Difference.Facet, _ path: String, _ detail: String) {
        self.facet = facet
        self.path = path
        self.detail = detail
    }
}

/// Native facts of one kind that the scene does not hold.
public struct Residue: Hashable, Sendable {
    /// The path in the native structure: `element vertex/property diffuse_red`, `statement curv`.
    public var path: String
    /// The kind of fact: `free-form`, `spelling`, `unknown statement`.
    public var kind: String
    /// The number of facts.
    public var count: Int
    /// The file that is not read, if the facts are files that the source names; else nil. It only serves messages, and is
    /// not compared.
    public var reference: UnreadReference?
    /// The names of the files as the source has them, where the facts are files. They are not compared.
    public var names: [String] = []
    /// What is missing in other formats and can be seen; nil: the facts are data that viewers don't show. It is not
    /// compared.
    public var shownAs: ShownFact?

    /// The kind of what is broken in the file and was left out, as ``ReadOptions/lenient`` asks for. It is a loss on
    /// every route, since no output should repeat it.
    public static let brokenKind = "broken"

    /// Whether it is what was broken and left out.
    public var isBroken: Bool { kind == Self.brokenKind }

    /// The kind of shapes that are not read: what they show is missing on every route through the scene.
    public static let unreadShapeKind = "unread shape"

    /// What is missing in a scene because it is not read though it may be shown; nil: the facts show nothing.
    public var unreadShape: String? {
        if kind == Self.unreadShapeKind { return path }
        guard let reference, reference.isShape, !reference.isMissing else { return nil }
        return reference.name
    }

    /// Creates an entry for what is broken and was left out.
    public static func broken(_ path: String, count: Int) -> Residue {
        Residue(path: path, kind: brokenKind, count: count)
    }

    static let shapedKind = "shaped"

    /// Whether it is what a change that was asked for leaves out.
    package var isShaped: Bool { kind == Self.shapedKind }

    /// Creates an entry for what a change that was asked for leaves out, by its plain name.
    package static func shaped(_ name: String, count: Int, shownAs: ShownFact? = nil) -> Residue {
        Residue(path: name, kind: shapedKind, count: count, shownAs: shownAs)
    }

    static let restatedKind = "restated"

    /// Whether the scene has the same facts in another form, which only the source's format can repeat.
    package var isRestated: Bool { kind == Self.restatedKind }

    /// Creates an entry for what the scene has in another form.
    package static func restated(_ path: String, count: Int) -> Residue {
        Residue(path: path, kind: restatedKind, count: count)
    }

    /// Creates a residue entry.
    public init(
        path: String, kind: String, count: Int, shownAs: ShownFact? = nil, reference: UnreadReference? = nil
    ) {
        (self.path, self.kind, self.count, self.shownAs, self.reference) = (path, kind, count, shownAs, reference)
    }

    /// Creates an entry for a file that the source names and that is not there or not followed.
    ///
    /// - Parameters:
    ///   - name: the name as the source has it.
    ///   - count: the number of things that hang on it.
    ///   - unit: these things, in the plural.
    ///   - cause: the reason, and what is missing because of it.
    ///   - isThere: whether there is such a file, which can't be read.
    ///   - isShape: whether what is shown may be in it.
    package init(
        missing name: String, _ count: Int, _ unit: String, _ cause: String, isThere: Bool = false, isShape: Bool
    ) {
        self.init(
            path: Self.path(ofReference: name), kind: isThere ? "unreadable" : Self.missingKind, count: max(1, count),
            reference: UnreadReference(name: name, unit: unit, cause: cause, isMissing: true, isShape: isShape))
    }

    static let missingKind = "missing"

    /// The path of an entry for a file that the source names.
    static func path(ofReference name: String) -> String { "reference \(name)" }

    /// The loss of files that are not read; nil: the facts are others.
    package func unread(remedy: Remedy?) -> Loss? {
        reference.map { reference in
            Loss(
                .referenceMissing, .dropped, subject: ScenePath.native(path), name: reference.name, count: count,
                unit: reference.unit, cause: reference.cause, remedy: reference.isMissing ? nil : remedy)
        }
    }

    /// Whether the source itself lacks the file, so that every conversion does, also one within the format.
    package var isMissing: Bool { reference?.isMissing == true }

    /// Whether both say the same of the file's structure.
    public static func == (a: Self, b: Self) -> Bool { a.path == b.path && a.kind == b.kind && a.count == b.count }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(count)
    }
}

/// A file that a source names and that is not read.
public struct UnreadReference: Sendable {
    /// The name for people: `wood.mtl`.
    public var name: String
    /// What hangs on it, in the plural: `materials`.
    public var unit: String
    /// The reason, and what is missing because of it.
    public var cause: String
    /// Whether the file is not there or not followed. Else it is there, and copied within the format.
    public var isMissing: Bool
    /// Whether what is shown may be in it: a layer, a buffer of meshes.
    public var isShape: Bool

    /// Creates a reference.
    public init(name: String, unit: String, cause: String, isMissing: Bool, isShape: Bool = false) {
        (self.name, self.unit, self.cause) = (name, unit, cause)
        (self.isMissing, self.isShape) = (isMissing, isShape)
    }
}

/// The number of records of one kind in a file, and where they went. The three destinations add up to `count`.
public struct CensusEntry: Hashable, Sendable {
    /// The kind: an OBJ keyword, `vertex.x` for a PLY property.
    public var kind: String
    /// The number of records in the file.
    public var count: Int
    /// The number of records in the scene.
    public var inScene: Int
    /// The number of records in the residue.
    public var inResidue: Int
    /// The number of records left out with a diagnostic.
    public var inDiagnostics: Int

    /// Creates an entry.
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
