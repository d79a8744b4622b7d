public import MeshBytes
public import MeshFormats
public import MeshModel

/// The stereolithography format: triangles without shared corners, as text or binary.
public struct STLFormat: ReadableFormat, WritableFormat {
    /// Creates the format.
    public init() {}

    /// The format's name, extensions, variants, options and needs.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "stl", name: "STL", extensions: ["stl"], signatures: [Array("solid ".utf8)],
            mediaTypes: ["model/stl", "application/sla"],
            variants: [
                FormatVariant(id: "stl.binary", summary: "binary, one solid", isAutomatic: true),
                FormatVariant(id: "stl.ascii", summary: "text, named solids", isAutomatic: true, isText: true),
                FormatVariant(
                    id: "stl.color", summary: "binary with face colours of 5 bits (VisCAM, SolidView)",
                    isAutomatic: false),
            ],
            options: [.paint],
            needs: FormatNeeds(flatHierarchy: true, triangles: true, sharesVertices: false),
            convention: FrameConvention(upAxis: .z, metersPerUnit: 0.001, readers: "slicers", isSaid: true),
            hasComments: false)
    }

    /// The descriptor's needs. The variant `stl.color` also has colours.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds {
        var needs = descriptor.needs
        if variant == "stl.color" { needs.vertexColors = .alone }
        return needs
    }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        switch try STLEncoding.of(input) {
        case .binary: try STLBinaryReader.read(input, options: options)
        case .ascii: try STLTextReader.read(input, options: options)
        }
    }

    /// The memory for positions: 36 bytes for each facet, or 12 if equal corners are merged while reading. In a text a
    /// facet takes at least a hundred bytes.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        switch try? STLEncoding.of(input) {
        case .binary where options.reads(late: input) && !options.findsRepetitions: 0
        case .binary: input.byteCount / 50 * (options.findsRepetitions ? 12 : 36)
        case .ascii: input.byteCount / 10
        case nil: 0
        }
    }

    /// Plans the file, and reports what writing would change and lose.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        guard let kind = STLVariant(rawValue: variant) else { throw Self.unknown(variant) }
        var planner = STLPlanner(content, kind)
        try planner.plan()
        return WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.layout.correspondence,
            layout: planner.layout, options: options)
    }

    /// Writes the scene as planned.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: STLLayout.self, for: output)
        let sink = try output.main()
        try WriteError.of(STLWriter(layout: layout, threads: plan.options.threads).write(to: sink))
    }

    /// Returns no losses. Throws for the encoding that the document doesn't have: that one is written from the scene.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        guard let kind = STLVariant(rawValue: variant) else { throw Self.unknown(variant) }
        try STLTranscoder.check(document, kind)
        return []
    }

    /// Copies a document in its own encoding, with the count of facets corrected.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        guard let kind = STLVariant(rawValue: variant) else { throw Self.unknown(variant) }
        try STLTranscoder.write(document, kind, to: output)
    }

    private static func unknown(_ variant: String) -> WriteError {
        WriteError(.unrepresentable, path: "", "STL has no variant '\(variant)'")
    }
}

extension STLFormat: StreamingFormat {
    /// Writes the only solid of a text as a binary file while reading it. Returns nil if the text is not simple enough.
    public func stream(
        _ input: Input, to variant: String, reading: ReadOptions, writing: WriteOptions, digesting: Bool,
        output: Output
    ) throws(WriteError) -> StreamedDocument? {
        guard variant == STLVariant.binary.rawValue, reading.limits.headerEntries > 0,
            let stream = STLTextStream(input)
        else { return nil }
        let scene = stream.document(facetCount: 0).scene
        guard let layout = try plan(Content(scene), variant: variant, options: writing).layout as? STLLayout else {
            return nil
        }
        let sink = try output.main()
        var rows = digesting ? RowDigests(STLBinaryDigests.paths) : nil
        do throws(SystemError) {
            guard
                let count = try stream.write(
                    header: layout.header, threads: writing.threads, digests: &rows, to: sink)
            else { return nil }
            return StreamedDocument(stream.document(facetCount: count), rows: rows)
        } catch {
            throw WriteError(error)
        }
    }

    /// Digests a binary file. Returns nil for other files, and if the count of facets is wrong.
    public func digest(_ input: Input, reading: ReadOptions) throws(ReadError) -> StreamedDocument? {
        guard try STLEncoding.of(input) == .binary else { return nil }
        return try STLBinaryReader.digest(input, threads: reading.threads)
    }
}

/// The variants of STL.
enum STLVariant: String, Sendable {
    case binary = "stl.binary"
    case ascii = "stl.ascii"
    case color = "stl.color"
}
