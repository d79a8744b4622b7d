public import MeshBytes
public import MeshFormats
public import MeshModel

/// glTF 2.0: a tree in JSON with buffers beside or inside (`.gltf`), or all of it in one binary file (`.glb`).
public struct GLTFFormat: ReadableFormat, WritableFormat {
    /// A reader and writer.
    public init() {}

    /// What the format is.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "gltf", name: "glTF", extensions: ["glb", "gltf"], signatures: [GLBContainer.magic],
            mediaTypes: ["model/gltf-binary", "model/gltf+json"],
            variants: [
                FormatVariant(id: "glb", summary: "one binary file, textures inside", isAutomatic: true),
                FormatVariant(
                    id: "gltf", summary: "JSON, with a .bin and textures beside", isAutomatic: true, isText: true),
            ],
            options: [
                FormatOption(
                    name: "references", values: ["inside", "any"],
                    summary: "whether buffers and textures outside of the file's folder are looked for"),
                FormatOption(
                    name: "position-low", values: ["false", "true"],
                    summary: "whether what float32 leaves of positions is kept, in _POSITION_LOW"),
                .splatColors,
                FormatOption(
                    name: "splat-raw", values: ["true", "false"],
                    summary: "whether numbers of splats that can't be given back are kept beside them"),
                .paintEither,
            ],
            needs: FormatNeeds(flatHierarchy: false, triangles: true, vertexColors: .multiplied), hasVariantSets: true)
    }

    /// The members of a tree's root, of which a text begins with one.
    private static let members: Set<String> = [
        "accessors", "animations", "asset", "buffers", "bufferViews", "cameras", "extensions", "extensionsRequired",
        "extensionsUsed", "extras", "images", "materials", "meshes", "nodes", "samplers", "scene", "scenes", "skins",
        "textures",
    ]

    /// Whether a text is an object that begins with a member of a tree, in any order.
    public func recognizes(_ head: [UInt8]) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = head[start...].drop(while: isBlank)
        guard text.first == 0x7B else { return false }
        let key = text.dropFirst().drop(while: isBlank)
        guard key.first == 0x22, let end = key.dropFirst().firstIndex(of: 0x22) else { return false }
        let name = String(decoding: key[(key.startIndex + 1)..<end], as: UTF8.self)
        return Self.members.contains(name) && key[(end + 1)...].drop(while: isBlank).first == 0x3A
    }

    /// Triangles, and colours as a texture where that is asked for.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds {
        var needs = descriptor.needs
        if options.paintsTextures { needs.mostPaintedFaces = .max }
        return needs
    }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try GLTFReader(input: input, options: options).read()
    }

    /// The file is in memory as a whole; buffers beside come on top.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int { input.byteCount }

    /// What writing would keep, change and lose.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        guard variant == "glb" || variant == "gltf" else {
            throw WriteError(.unrepresentable, path: "", "glTF has no variant '\(variant)'")
        }
        var planner = GLTFPlanner(content, isBinary: variant == "glb", options: options)
        try planner.plan()
        var plan = WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.layout.correspondence,
            layout: planner.layout, options: options)
        plan.restoresPolygons = !planner.origin.polygons.isEmpty
        return plan
    }

    /// Writes what the plan says.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: GLTFLayout.self, for: output)
        try GLTFWriter(layout: layout, threads: plan.options.threads, output: output).write()
    }

    /// The names of files that are put inside, and chunks that only a GLB has.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        let transcoder = try GLTFTranscoder(document, variant: variant)
        try transcoder.checkSize()
        return transcoder.plan()
    }

    /// Writes a document in the other container; its tree stays as it is.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try GLTFTranscoder(document, variant: variant).write(to: output)
    }
}
