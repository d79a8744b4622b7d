public import MeshBytes
public import MeshModel

/// A file format as a value; whether it is read or written is a refinement.
public protocol Format: Sendable {
    /// What the format is, as data.
    var descriptor: FormatDescriptor { get }
}

/// A format that can be read.
public protocol ReadableFormat: Format {
    /// Reads a whole file: native structure, scene, residue, diagnostics and census.
    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document

    /// Whether a file without a signature, and without an extension that says more, is one of this format.
    ///
    /// - Parameter head: its first bytes, at most 4096.
    func recognizes(_ head: [UInt8]) -> Bool

    /// Bytes of memory without which the input can't be read, as far as that is known from its size and its header.
    ///
    /// It may be too little, never too much: an input that would need more than there is gets refused.
    func leastMemory(toRead input: Input, options: ReadOptions) -> Int
}

extension ReadableFormat {
    /// Signatures say all there is to say.
    public func recognizes(_ head: [UInt8]) -> Bool { false }

    /// Nothing is known.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int { 0 }
}

/// A format that can be written.
public protocol WritableFormat: Format {
    /// What scenes must be like before they are written as `variant`: those of the descriptor where nothing else is said.
    func needs(of variant: String, options: WriteOptions) -> FormatNeeds

    /// What writing `content` as `variant` would keep, change and lose; no byte is written.
    ///
    /// - Edge: content that the format can't hold at all gives ``WriteError/Code/unrepresentable``.
    func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan

    /// Writes what the plan says and decides nothing.
    func write(_ plan: WritePlan, to output: Output) throws(WriteError)

    /// What ``transcode(_:variant:options:to:)`` can't keep; no byte is written. It is empty for every pair of variants
    /// that hold the same.
    ///
    /// - Edge: a variant that the native structure can't be written in gives ``WriteError/Code/unrepresentable``.
    func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss]

    /// Writes a document of this same format in `variant` from its native structure; the scene is not looked at.
    func transcode(_ document: Document, variant: String, options: WriteOptions, to output: Output)
        throws(WriteError)
}

extension WritableFormat {
    /// What all variants need.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds { descriptor.needs }

    /// Nothing: the usual case, since variants of a format hold the same.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] { [] }
}

/// What a format is, as data: what `meshconv formats` prints and the command line checks.
public struct FormatDescriptor: Sendable, Hashable {
    /// The id: `ply`.
    public var id: String
    /// The name for people: `PLY`.
    public var name: String
    /// The extensions without the dot, the usual one first.
    public var extensions: [String]
    /// What files start with, if the format has a signature.
    public var signatures: [[UInt8]]
    /// Media types.
    public var mediaTypes: [String]
    /// The ways of writing it; the first is what its extension means.
    public var variants: [FormatVariant]
    /// The options that `--set` takes.
    public var options: [FormatOption]
    /// What scenes must be like before a writer of this format takes them.
    public var needs: FormatNeeds
    /// What readers take a file for, if the format can say neither unit nor up axis; nil: it says both.
    public var convention: FrameConvention?
    /// Whether files may have sets of variants of which one is read: see ``VariantChoices``.
    public var hasVariantSets: Bool
    /// Whether files can say whatever about themselves, as comments or otherwise; false: there is no room for it, or little.
    public var hasComments: Bool

    /// A descriptor from its parts.
    public init(
        id: String, name: String, extensions: [String], signatures: [[UInt8]] = [], mediaTypes: [String] = [],
        variants: [FormatVariant], options: [FormatOption] = [], needs: FormatNeeds = FormatNeeds(),
        convention: FrameConvention? = nil, hasVariantSets: Bool = false, hasComments: Bool = true
    ) {
        self.id = id
        self.name = name
        self.extensions = extensions
        self.signatures = signatures
        self.mediaTypes = mediaTypes
        self.variants = variants
        self.options = options
        self.needs = needs
        self.convention = convention
        self.hasVariantSets = hasVariantSets
        self.hasComments = hasComments
    }
}

/// What a scene must be like before a writer takes it: the demands that operations of a route can meet.
public struct FormatNeeds: Sendable, Hashable {
    /// No transforms and no instances: each node shows its own mesh where it stands.
    public var flatHierarchy: Bool
    /// Polygons have three corners.
    public var triangles: Bool
    /// Corners may share a vertex; false: each has its own in the file, so that nothing is gained by sharing before.
    public var sharesVertices: Bool
    /// Up to so many faces whose colours no texture shows are painted into one, since usual viewers show textures only;
    /// 0: none.
    public var mostPaintedFaces: Int
    /// Whether the format has no words for sides of faces and edges of textures, which a painted one needs not.
    public var paintsPlainly = false
    /// Whether vertices have colours, and what a viewer makes of a texture beside them.
    public var vertexColors: VertexColorUse

    /// Demands, from their parts.
    public init(
        flatHierarchy: Bool = true, triangles: Bool = false, sharesVertices: Bool = true, mostPaintedFaces: Int = 0,
        vertexColors: VertexColorUse = .none
    ) {
        self.flatHierarchy = flatHierarchy
        self.triangles = triangles
        self.sharesVertices = sharesVertices
        self.mostPaintedFaces = mostPaintedFaces
        self.vertexColors = vertexColors
    }
}

/// What colours of vertices are in a format.
public enum VertexColorUse: Sendable, Hashable {
    /// There are none.
    case none
    /// They are seen by themselves; a texture is another way of showing the same.
    case alone
    /// Viewers multiply them with the texture.
    case multiplied
}

/// One way of writing a format that can hold different things from another.
public struct FormatVariant: Sendable, Hashable {
    /// The id: `ply.ascii`.
    public var id: String
    /// One line for people.
    public var summary: String
    /// Whether the planner may choose it by itself: only if every usual reader reads it right.
    public var isAutomatic: Bool
    /// Whether it is text, fit for a terminal.
    public var isText: Bool

    /// A variant from its parts.
    public init(id: String, summary: String, isAutomatic: Bool, isText: Bool = false) {
        self.id = id
        self.summary = summary
        self.isAutomatic = isAutomatic
        self.isText = isText
    }
}

extension FormatOption {
    /// Whether vertices get the colours of textures: an option of every format whose vertices have colours.
    public static let paint = FormatOption(
        name: "paint", values: ["none", "vertices"],
        summary: "whether vertices get the colours of the textures that their faces wear")
    /// The same for formats that have textures: one can be painted from colours, too.
    public static let paintEither = FormatOption(
        name: "paint", values: ["none", "vertices", "texture"],
        summary: "whether vertices get the colours of the textures that their faces wear, or a texture is painted from "
            + "colours")
    /// Whether splats get colours when they are read: an option of every format that has splats.
    public static let splatColors = FormatOption(
        name: "splat-colors", values: ["false", "true"], summary: "whether splats get colours that other formats show")
}

/// An option of a format.
public struct FormatOption: Sendable, Hashable {
    /// The name that `--set` takes.
    public var name: String
    /// The values that it may have; the first is the default. Empty: any.
    public var values: [String]
    /// One line for people.
    public var summary: String

    /// An option from its parts.
    public init(name: String, values: [String], summary: String) {
        self.name = name
        self.values = values
        self.summary = summary
    }
}
