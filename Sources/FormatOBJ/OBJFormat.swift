public import MeshBytes
public import MeshFormats
public import MeshModel

/// Wavefront OBJ with its MTL libraries.
public struct OBJFormat: ReadableFormat, WritableFormat {
    /// Creates the format.
    public init() {}

    /// The description of OBJ: its variants, options, needs and frame.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "obj", name: "OBJ", extensions: ["obj"], mediaTypes: ["model/obj"],
            variants: [
                FormatVariant(
                    id: "obj", summary: "text, vertex colours after the positions", isAutomatic: true, isText: true),
                FormatVariant(id: "obj.plain", summary: "text without colours", isAutomatic: true, isText: true),
            ],
            options: [.paintEither], needs: FormatNeeds(vertexColors: .multiplied, texturePlacing: .byMTL),
            convention: FrameConvention(upAxis: .y, metersPerUnit: 1))
    }

    /// The needs of a variant; `obj.plain` has no colours.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds {
        var needs = descriptor.needs
        if variant == "obj.plain" { needs.vertexColors = .none }
        if options.painting == .texture { (needs.mostPaintedFaces, needs.paintsPlainly) = (.max, true) }
        return needs
    }

    /// Whether all whole lines of a file's beginning are statements of OBJ, and one of them is a vertex.
    public func recognizes(_ head: [UInt8]) -> Bool {
        let end = (head.lastIndex { $0 == 0x0A || $0 == 0x0D }) ?? 0
        let lines = head[..<end].split { $0 == 0x0A || $0 == 0x0D }.filter { $0.first != UInt8(ascii: "#") }
            .map { $0.split { $0 == 0x20 || $0 == 0x09 } }.filter { !$0.isEmpty }
        let words = lines.map { String(decoding: $0[0], as: UTF8.self) }
        return words.allSatisfy(Self.statements.contains)
            && lines.contains { line in
                line.count > 3 && line[0].elementsEqual([UInt8(ascii: "v")])
                    && line.dropFirst().allSatisfy { Double(String(decoding: $0, as: UTF8.self)) != nil }
            }
    }

    /// The usual statements of files that begin with vertices.
    private static let statements: Set<String> = [
        "v", "vn", "vt", "vp", "f", "l", "p", "o", "g", "s", "mtllib", "usemtl",
    ]

    /// Reads a file and its materials, and locates its images.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try OBJReader.read(input, options: options)
    }

    /// The least memory that reading takes: a fifth of the text, or 0 when the text may be mostly comments.
    ///
    /// The shortest usual lines, `f 1 2 3` and `v 0 0 0`, are 8 bytes of text for 12 bytes of numbers; the longest are
    /// 70 bytes. The first 64 KiB show whether the text has many comments.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        let head = (try? input.read(0..<min(input.byteCount, 1 << 16))) ?? []
        let lines = head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        let plain = lines.filter { $0.starts(with: [0x76]) || $0.starts(with: [0x66]) }.reduce(0) { $0 + $1.count }
        return plain * 10 > head.count * 9 ? input.byteCount / 5 : 0
    }

    /// Plans writing `content` as `obj` or `obj.plain`: what is kept, changed and lost.
    public func plan(
        _ content: Content, variant: String, options: WriteOptions
    ) throws(WriteError) -> WritePlan {
        var planner = OBJPlanner(content, variant: variant)
        planner.omitsOrigin = options.omitsOrigin
        try planner.plan()
        return WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.layout.correspondence,
            layout: planner.layout, options: options)
    }

    /// Writes the scene as planned.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: OBJLayout.self, for: output)
        try OBJWriter.write(layout, threads: plan.options.threads, to: output)
    }

    /// Returns no losses. Throws for `obj.plain` if the scene has vertex colours: they can't be taken out of copied
    /// text.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        if variant == "obj.plain", document.scene.vertexSets.contains(where: { $0.attribute(.color(0)) != nil }) {
            throw WriteError(.unrepresentable, path: "", "the copied text has vertex colours")
        }
        return []
    }

    /// Copies an OBJ document; only the names of other files change.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try OBJTranscoder.write(document, to: output)
    }
}
