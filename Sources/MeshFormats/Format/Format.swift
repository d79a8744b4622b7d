public import MeshBytes
public import MeshModel

/// A file format. ``ReadableFormat`` and ``WritableFormat`` refine it.
public protocol Format: Sendable {
    /// The properties of the format, as data.
    var descriptor: FormatDescriptor { get }

    /// Returns the target of this format that keeps what another format can't hold; nil: none does.
    func remedy(for feature: Feature) -> Remedy?
}

extension Format {
    /// By default the format is nobody's remedy.
    public func remedy(for feature: Feature) -> Remedy? { nil }
}

/// A format that can be read.
public protocol ReadableFormat: Format {
    /// Reads a whole file: native structure, scene, residue, diagnostics and census.
    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document

    /// Whether a file is of this format, judged by its first bytes. Used where neither signature nor extension decides.
    ///
    /// - Parameter head: the file's first bytes, at most 4096.
    func recognizes(_ head: [UInt8]) -> Bool

    /// The minimum memory to read the input, in bytes, as far as its size and header reveal it.
    ///
    /// It may be too low, never too high: an input that needs more than is available is refused.
    func leastMemory(toRead input: Input, options: ReadOptions) -> Int
}

extension ReadableFormat {
    /// By default only signatures and extensions decide.
    public func recognizes(_ head: [UInt8]) -> Bool { false }

    /// By default unknown: 0.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int { 0 }
}

/// A format that can be written.
public protocol WritableFormat: Format {
    /// Requirements on scenes that are written as `variant`. By default those of the descriptor.
    func needs(of variant: String, options: WriteOptions) -> FormatNeeds

    /// Plans writing `content` as `variant`, with its losses. Writes nothing.
    ///
    /// - Edge: content that the format can't hold at all throws ``WriteError/Code/unrepresentable``.
    func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan

    /// Writes the scene as planned.
    func write(_ plan: WritePlan, to output: Output) throws(WriteError)

    /// What ``transcode(_:variant:options:to:)`` can't keep; no byte is written. It is empty for every pair of variants
    /// that hold the same.
    ///
    /// - Edge: a variant that can't hold the native structure throws ``WriteError/Code/unrepresentable``.
    func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss]

    /// Writes a document of this format in `variant` from its native structure; the scene is ignored.
    func transcode(_ document: Document, variant: String, options: WriteOptions, to output: Output)
        throws(WriteError)
}

extension WritableFormat {
    /// By default all variants have the descriptor's requirements.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds { descriptor.needs }

    /// By default no losses, since variants of a format usually hold the same.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] { [] }
}

/// The properties of a format, as data. `meshconv formats` prints them and the command line checks against them.
public struct FormatDescriptor: Sendable, Hashable {
    /// The id: `ply`.
    public var id: String
    /// The name for people: `PLY`.
    public var name: String
    /// The extensions without the dot, the usual one first.
    public var extensions: [String]
    /// The bytes that files start with, if the format has a signature.
    public var signatures: [[UInt8]]
    /// Media types.
    public var mediaTypes: [String]
    /// The variants that can be written; the first is the default for the extension.
    public var variants: [FormatVariant]
    /// The options that `--set` takes.
    public var options: [FormatOption]
    /// Requirements on scenes that this format writes.
    public var needs: FormatNeeds
    /// What readers assume, if the format can't express unit and up axis; nil: it can.
    public var convention: FrameConvention?
    /// Whether files may have variant sets, one variant of each being read: see ``VariantChoices``.
    public var hasVariantSets: Bool
    /// Whether files have room for free text, such as comments; false: little or none.
    public var hasComments: Bool

    /// Creates a descriptor.
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

/// Requirements on a scene before it is written, which the operations of a route can meet.
public struct FormatNeeds: Sendable, Hashable {
    /// Whether transforms and instances must be baked, so that each node shows its own mesh untransformed.
    public var flatHierarchy: Bool
    /// Whether polygons must be triangles.
    public var triangles: Bool
    /// Whether corners can share a vertex. If false (STL), welding first is useless.
    public var sharesVertices: Bool
    /// The maximum number of faces whose colours are painted into a texture, because usual viewers show textures only;
    /// 0: never. Faces whose colours a texture shows already don't count.
    public var mostPaintedFaces: Int
    /// Whether painted materials must omit double-sidedness and texture wrapping, because the format can't express
    /// them.
    public var paintsPlainly = false
    /// Whether settings share an image as in glTF: roughness and metalness, base colour and opacity.
    public var packsTextures: Bool
    /// How a texture may lie otherwise than its coordinates say.
    public var texturePlacing: TexturePlacing
    /// Whether vertices have colours, and how a viewer combines them with a texture.
    public var vertexColors: VertexColorUse
    /// Whether what moves must be frozen, because the format can't store skins, morph targets and clips.
    public var isStill: Bool
    /// Whether nodes can show copies of a mesh by rows of transforms.
    public var holdsInstances: Bool

    /// Creates requirements.
    public init(
        flatHierarchy: Bool = true, triangles: Bool = false, sharesVertices: Bool = true, mostPaintedFaces: Int = 0,
        vertexColors: VertexColorUse = .none, isStill: Bool = true, holdsInstances: Bool = false,
        packsTextures: Bool = false, texturePlacing: TexturePlacing = .anywhere
    ) {
        self.texturePlacing = texturePlacing
        self.packsTextures = packsTextures
        self.isStill = isStill
        self.holdsInstances = holdsInstances
        self.flatHierarchy = flatHierarchy
        self.triangles = triangles
        self.sharesVertices = sharesVertices
        self.mostPaintedFaces = mostPaintedFaces
        self.vertexColors = vertexColors
    }
}

/// How a format says that a texture lies otherwise than the first set of texture coordinates says.
public enum TexturePlacing: Sendable, Hashable {
    /// By another set of coordinates, and by a transform.
    case anywhere
    /// By MTL's `-s` and `-o`.
    case byMTL
    /// Not at all.
    case never
}

/// The role of vertex colours in a format.
public enum VertexColorUse: Sendable, Hashable {
    /// Vertices have no colours.
    case none
    /// Viewers show either the colours or a texture.
    case alone
    /// Viewers multiply them with the texture.
    case multiplied
}

/// One way of writing a format. Variants can differ in what they can hold.
public struct FormatVariant: Sendable, Hashable {
    /// The id: `ply.ascii`.
    public var id: String
    /// One line for people.
    public var summary: String
    /// Whether the planner may choose it unasked: only if every usual reader reads it correctly.
    public var isAutomatic: Bool
    /// Whether the file is text that a terminal can show.
    public var isText: Bool
    /// The extensions of files of this variant without the dot, the usual one first; empty: those of the format.
    public var extensions: [String]

    /// Creates a variant.
    public init(id: String, summary: String, isAutomatic: Bool, isText: Bool = false, extensions: [String] = []) {
        self.id = id
        self.summary = summary
        self.isAutomatic = isAutomatic
        self.isText = isText
        self.extensions = extensions
    }
}

extension FormatDescriptor {
    /// Returns the extensions of a variant's files, the usual one first; empty for an unknown variant.
    public func extensions(of variant: String) -> [String] {
        variants.first { $0.id == variant }.map { $0.extensions.isEmpty ? extensions : $0.extensions } ?? []
    }

    /// Returns the variant for an extension in any case: the first one that lists it.
    public func variant(extension ending: String) -> String? {
        variants.first { extensions(of: $0.id).contains(ending.lowercased()) }?.id
    }
}

extension FormatOption {
    /// Whether vertices get the colours of textures: for formats with vertex colours but no textures.
    public static let paint = FormatOption(
        name: "paint", values: ["none", "vertices"],
        summary: "colour vertices from the textures of their faces")
    /// Whether vertices get the colours of textures, or the reverse: for formats with both.
    public static let paintEither = FormatOption(
        name: "paint", values: ["none", "vertices", "texture"],
        summary: "colour vertices from the textures of their faces, or paint a texture from vertex colours")
    /// Whether copies of a mesh stay rows of transforms or become nodes.
    public static let instances = FormatOption(
        name: "instances", values: ["auto", "keep", "expand"],
        summary: "copies of a mesh: rows of transforms (keep), a node of each (expand), or what usual viewers show")
    /// Whether splats get colours when they are read: for formats with splats.
    public static let splatColors = FormatOption(
        name: "splat-colors", values: ["false", "true"], summary: "give splats colours that other formats can show")
    /// Whether the numbers of splats are also written unchanged: for formats that store them in another form.
    package static let splatRaw = FormatOption(
        name: "splat-raw", values: ["true", "false"],
        summary: "keep the original splat numbers too, where the format's own can't give them back exactly")
}

/// An option of a format.
public struct FormatOption: Sendable, Hashable {
    /// The name that `--set` takes.
    public var name: String
    /// The allowed values; the first is the default. Empty: any.
    public var values: [String]
    /// One line for people.
    public var summary: String

    /// Creates an option.
    public init(name: String, values: [String], summary: String) {
        self.name = name
        self.values = values
        self.summary = summary
    }
}
