public import MeshBytes
public import MeshFormats
public import MeshModel

/// The polygon file format, also known as the Stanford triangle format: text and binary, any elements and properties.
public struct PLYFormat: ReadableFormat, WritableFormat {
    /// Creates the format.
    public init() {}

    /// The description of PLY: its variants, options, needs and frame.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "ply", name: "PLY", extensions: ["ply"], signatures: [Array("ply\n".utf8), Array("ply\r".utf8)],
            mediaTypes: ["model/ply", "application/x-ply"],
            variants: [
                FormatVariant(id: "ply.binary", summary: "binary, little-endian", isAutomatic: true),
                FormatVariant(id: "ply.ascii", summary: "text", isAutomatic: true, isText: true),
                FormatVariant(id: "ply.binary-big-endian", summary: "binary, big-endian", isAutomatic: true),
            ],
            options: [
                .splatColors,
                .paint,
            ],
            needs: FormatNeeds(vertexColors: .alone, texturePlacing: .never),
            convention: FrameConvention(upAxis: nil, metersPerUnit: 1))
    }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        var header = try PLYHeader.read(input, limits: options.limits)
        let body: PLYBodyTables
        if header.encoding == .ascii {
            body = try PLYTextBody.read(input, header, options)
        } else {
            body = try PLYBinaryBodyReader.read(input, header, options)
        }
        // A cut file has fewer rows than its header claims.
        for index in body.tables.indices { header.elements[index].count = body.tables[index].element.count }
        var builder = PLYSceneBuilder(
            header: header, tables: body.tables, input: input, options: options, locate: body.locate)
        try builder.build()
        return Document(
            format: "ply", variant: header.encoding.variant,
            native: PLYDocument(header: header, tables: body.tables), scene: builder.scene,
            residue: body.residue + builder.residue, diagnostics: body.diagnostics + builder.diagnostics,
            census: builder.census,
            byteCount: input.byteCount)
    }

    /// The least memory that reading takes: a binary body as it is, and the rows of a text made binary.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        guard let header = try? PLYHeader.read(input, limits: options.limits) else { return 0 }
        guard header.encoding == .ascii else {
            return options.reads(late: input) ? 0 : input.byteCount - header.byteCount
        }
        var rest = input.byteCount - header.byteCount
        var needed = 0
        for element in header.elements {
            // A number takes a digit and a blank at least. The reader rejects headers that claim more than the text can
            // hold.
            let count = min(element.count, rest / max(1, element.properties.count * 2))
            rest -= count * element.properties.count * 2
            let rowSize = element.properties.reduce(0) { $0 + $1.leastByteCount }
            needed += min(count, 1 << 40) * min(rowSize, 1 << 20)
        }
        return needed
    }

    /// Plans writing `content`: what is kept, changed and lost.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        guard let encoding = PLYEncoding(variant: variant) else {
            throw WriteError(.unrepresentable, path: "", "PLY has no variant '\(variant)'")
        }
        var planner = PLYPlanner(content)
        try planner.plan()
        planner.layout.encoding = encoding
        if options.omitsOrigin { planner.layout.remarks.removeAll(where: PLYOrigin.isRecord) }
        return WritePlan(
            variant: encoding.variant, losses: planner.losses, correspondence: planner.layout.correspondence,
            layout: planner.layout, options: options)
    }

    /// Writes the scene as planned.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: PLYLayout.self, for: output)
        try PLYWriter(layout: layout, threads: plan.options.threads, output: output).write()
    }

    /// Writes a PLY document in another encoding; everything else stays as it is.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        guard let native = document.native as? PLYDocument else {
            throw WriteError(.internal, path: output.name, "this document is not a PLY file")
        }
        guard let encoding = PLYEncoding(variant: variant) else {
            throw WriteError(.unrepresentable, path: output.name, "PLY has no variant '\(variant)'")
        }
        try PLYTranscoder(
            native: native, images: document.scene.images, encoding: encoding, threads: options.threads, output: output
        ).run()
    }
}

extension PLYFormat: StreamingFormat {
    /// Writes a text body as binary while reading it; returns nil for other files and for those with images beside
    /// them.
    public func stream(
        _ input: Input, to variant: String, reading: ReadOptions, writing: WriteOptions, digesting: Bool,
        output: Output
    ) throws(WriteError) -> StreamedDocument? {
        guard let encoding = PLYEncoding(variant: variant),
            let header = try? PLYHeader.read(input, limits: reading.limits),
            let stream = PLYTextStream(input, header, to: encoding),
            let document = try? header.documentWithoutRows(input, reading),
            !document.scene.images.contains(where: \.isFound)
        else { return nil }
        let digests = digesting ? PieceDigests(header.columnPaths) : nil
        let sink = try output.main()
        do throws(SystemError) {
            guard try stream.write(threads: writing.threads, digests: digests, to: sink) else { return nil }
            return StreamedDocument(document, rows: digests?.joined())
        } catch {
            throw WriteError(error)
        }
    }

    /// Digests a binary body; returns nil when the rows of an element differ in length.
    public func digest(_ input: Input, reading: ReadOptions) throws(ReadError) -> StreamedDocument? {
        let header = try PLYHeader.read(input, limits: reading.limits)
        guard header.encoding != .ascii,
            let rows = try PLYBinaryDigests.read(input, header, threads: reading.threads)
        else { return nil }
        return StreamedDocument(try header.documentWithoutRows(input, reading), rows: rows)
    }
}
