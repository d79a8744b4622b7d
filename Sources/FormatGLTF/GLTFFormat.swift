public import MeshBytes
public import MeshFormats
public import MeshModel

/// glTF 2.0: JSON with separate or embedded buffers (`.gltf`), or everything in one binary file (`.glb`).
public struct GLTFFormat: ReadableFormat, WritableFormat {
    /// Creates the format.
    public init() {}

    /// The format's name, extensions, variants, options and needs.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "gltf", name: "glTF", extensions: ["glb", "gltf"], signatures: [GLBContainer.magic],
            mediaTypes: ["model/gltf-binary", "model/gltf+json"],
            variants: [
                FormatVariant(
                    id: "glb", summary: "one binary file, textures inside", isAutomatic: true, extensions: ["glb"]),
                FormatVariant(
                    id: "gltf", summary: "JSON, with the .bin and textures as separate files", isAutomatic: true,
                    isText: true,
                    extensions: ["gltf"]),
            ],
            options: [
                FormatOption(
                    name: "position-low", values: ["false", "true"],
                    summary: "keep the digits of double-precision positions in an extra attribute, _POSITION_LOW"),
                .splatColors, .splatRaw, .instances, .paintEither,
            ],
            needs: FormatNeeds(
                flatHierarchy: false, triangles: true, vertexColors: .multiplied, isStill: false, holdsInstances: true,
                packsTextures: true),
            hasVariantSets: true)
    }

    /// The members of the root object. A `.gltf` file begins with one of them.
    private static let members: Set<String> = [
        "accessors", "animations", "asset", "buffers", "bufferViews", "cameras", "extensions", "extensionsRequired",
        "extensionsUsed", "extras", "images", "materials", "meshes", "nodes", "samplers", "scene", "scenes", "skins",
        "textures",
    ]

    /// Whether the text is a JSON object whose first member is one of glTF's root members.
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

    /// The descriptor's needs. If the options ask for painted textures, colours are painted for any number of faces.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds {
        var needs = descriptor.needs
        if options.painting == .texture { needs.mostPaintedFaces = .max }
        if options.options[FormatOption.instances.name] == "expand" { needs.holdsInstances = false }
        return needs
    }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try GLTFReader(input: input, options: options).read()
    }

    /// The size of the file, which is read whole. Separate buffers are not counted.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        options.reads(late: input) ? 0 : input.byteCount
    }

    /// Plans the file, and reports what writing would change and lose.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        guard variant == "glb" || variant == "gltf" else {
            throw WriteError(.unrepresentable, path: "", "glTF has no variant '\(variant)'")
        }
        var planner = GLTFPlanner(content, isBinary: variant == "glb", options: options)
        let layout = try planner.plan()
        var plan = WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.links, layout: layout,
            options: options)
        plan.restoresPolygons = !planner.origin.polygons.isEmpty
        return plan
    }

    /// Writes the scene as planned.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: GLTFLayout.self, for: output)
        try GLTFWriter(layout: layout, threads: plan.options.threads, output: output).write()
    }

    /// Returns the losses: a `.gltf` can't hold GLB chunks. Throws if the document is too large for a GLB.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        let transcoder = try GLTFTranscoder(document, variant: variant)
        try transcoder.checkSize()
        return transcoder.plan()
    }

    /// Writes the document in the given variant, with its tree unchanged.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try GLTFTranscoder(document, variant: variant).write(to: output)
    }
}
