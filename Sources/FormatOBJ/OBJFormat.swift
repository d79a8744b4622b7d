public import MeshBytes
public import MeshFormats
public import MeshModel

/// Wavefront OBJ with its MTL libraries.
public struct OBJFormat: ReadableFormat, WritableFormat {
    /// The format.
    public init() {}

    /// What OBJ is, as data.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "obj", name: "OBJ", extensions: ["obj"], mediaTypes: ["model/obj"],
            variants: [
                FormatVariant(id: "obj", summary: "text, colours behind positions", isAutomatic: true, isText: true),
                FormatVariant(id: "obj.plain", summary: "text without colours", isAutomatic: true, isText: true),
            ],
            options: [.paintEither], needs: FormatNeeds(vertexColors: .multiplied),
            convention: FrameConvention(upAxis: .y, metersPerUnit: 1))
    }

    /// One of the variants has no colours.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds {
        var needs = descriptor.needs
        if variant == "obj.plain" { needs.vertexColors = .none }
        if options.paintsTextures { (needs.mostPaintedFaces, needs.paintsPlainly) = (.max, true) }
        return needs
    }

    /// Reads a file, its materials and the places of its images.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try OBJReader.read(input, options: options)
    }

    /// The shortest lines that usual files have, `f 1 2 3` and `v 0 0 0`, are eight bytes of text for twelve of numbers,
    /// the longest ones seventy: a fifth of the text is there in numbers, unless it is mostly comments, of which the
    /// beginning shows some.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        let head = (try? input.read(0..<min(input.byteCount, 1 << 16))) ?? []
        let lines = head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        let plain = lines.filter { $0.starts(with: [0x76]) || $0.starts(with: [0x66]) }.reduce(0) { $0 + $1.count }
        return plain * 10 > head.count * 9 ? input.byteCount / 5 : 0
    }

    /// What writing `content` as `obj` or `obj.plain` would keep, change and lose.
    public func plan(
        _ content: Content, variant: String, options: WriteOptions
    ) throws(WriteError) -> WritePlan {
        var planner = OBJPlanner(content, variant: variant)
        try planner.plan()
        return WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.layout.correspondence,
            layout: planner.layout, options: options)
    }

    /// Writes what the plan says.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: OBJLayout.self, for: output)
        try OBJWriter.write(layout, threads: plan.options.threads, to: output)
    }

    /// Nothing is lost; colours can't be taken out of a text that stays as it is.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        if variant == "obj.plain", document.scene.vertexSets.contains(where: { $0.attribute(.color(0)) != nil }) {
            throw WriteError(.unrepresentable, path: "", "the text as it stands has vertex colours")
        }
        return []
    }

    /// Writes a document of this format as it stands.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        try OBJTranscoder.write(document, to: output)
    }
}
