public import MeshBytes
public import MeshFormats
public import MeshModel

/// The object file format of Geomview: one list of vertices and one of polygons, as text or binary.
public struct OFFFormat: ReadableFormat, WritableFormat {
    /// Creates the format.
    public init() {}

    /// The format's name, extensions, variants, options and needs.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "off", name: "OFF", extensions: ["off"],
            signatures: ["OFF\n", "OFF\r", "OFF ", "COFF", "NOFF", "CNOFF", "STOFF"].map { Array($0.utf8) },
            mediaTypes: ["model/vnd.off", "text/vnd.off"],
            variants: [
                FormatVariant(
                    id: Self.text, summary: "text, with colours of 8 bits (COFF, NOFF, STOFF)", isAutomatic: true,
                    isText: true),
                FormatVariant(
                    id: Self.binary, summary: "binary, big-endian float32: few programs read it", isAutomatic: false),
            ],
            options: [.paint],
            needs: FormatNeeds(vertexColors: .alone),
            convention: FrameConvention(upAxis: nil, metersPerUnit: 1))
    }

    /// Whether the first word that is no comment is OFF with any of its letters.
    public func recognizes(_ head: [UInt8]) -> Bool {
        TextCursor.over(head) { cursor in
            var parser = OFFHeaderParser(cursor, Limits())
            return (try? parser.readWord()) ?? false
        }
    }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        let header = try OFFHeader.read(input, limits: options.limits)
        if header.isBinary {
            var reader = try OFFBinaryReader(input, header, options)
            var builder = OFFSceneBuilder(header: header, rows: try reader.read(), vertices: reader.vertices)
            return builder.document(of: input)
        }
        do throws(ReadError) {
            let rows = try OFFTextReader(input: input, header: header, options: options).read()
            let vertices = Column(rows.numbers, components: header.width)
            var builder = OFFSceneBuilder(header: header, rows: rows, vertices: vertices)
            return builder.document(of: input)
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }

    /// The memory for the numbers of the vertices. The reader refuses a header that claims more than the file can hold.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        guard let header = try? OFFHeader.read(input, limits: options.limits) else { return 0 }
        return header.isBinary ? input.byteCount - header.byteCount : header.vertexCount * header.width * 4
    }

    /// Plans the file, and reports what writing would change and lose.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        var planner = OFFPlanner(content, isText: variant == Self.text)
        try planner.plan()
        return WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.links, layout: planner.layout,
            options: options)
    }

    /// Writes the scene as planned.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: OFFLayout.self, for: output)
        let sink = try output.main()
        try WriteError.of(OFFWriter(layout: layout, threads: plan.options.threads).write(to: sink))
    }

    /// Returns no losses. Throws for the encoding that the document doesn't have: that one is written from the scene.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        _ = try native(document, variant)
        return []
    }

    /// Copies a document in its own encoding, byte for byte.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        let input = try native(document, variant).input
        try input.copy(0..<input.byteCount, to: try output.main())
    }

    private func native(_ document: Document, _ variant: String) throws(WriteError) -> OFFDocument {
        guard let native = document.native as? OFFDocument, document.variant == variant else {
            throw WriteError(
                .unrepresentable, path: "", "text and binary OFF can't be copied into each other"
            )
        }
        return native
    }

    static let text = "off"
    static let binary = "off.binary"
}

/// The native document of an OFF file: its input.
struct OFFDocument: NativeDocument {
    var input: Input
}
