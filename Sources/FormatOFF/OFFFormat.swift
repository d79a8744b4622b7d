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
            signatures: ["OFF\n", "OFF\r", "OFF ", "COFF", "NOFF", "CNOFF", "STOFF", "STNOFF", "STCOFF", "STCNOFF"].map
            {
                Array($0.utf8)
            },
            mediaTypes: ["model/vnd.off", "text/vnd.off"],
            variants: [
                FormatVariant(
                    id: "off", summary: "text, with colours of 8 bits (COFF, NOFF, STOFF)", isAutomatic: true,
                    isText: true),
                FormatVariant(
                    id: "off.binary", summary: "binary, big-endian float32: few programs read it", isAutomatic: false),
            ],
            options: [.paint],
            needs: FormatNeeds(vertexColors: .alone),
            convention: FrameConvention(upAxis: nil, metersPerUnit: 1))
    }

    /// Whether the first word that is no comment is OFF with any of its letters.
    public func recognizes(_ head: [UInt8]) -> Bool { OFFHeader.begins(head) }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        let header = try OFFHeader.read(input, limits: options.limits)
        var body =
            header.isBinary
            ? try OFFBinaryBody.read(input, header, options) : try OFFTextBody.read(input, header, options)
        body.locate(in: input, isText: !header.isBinary)
        return OFFSceneBuilder(header: header, body: body).document(of: input)
    }

    /// The memory for the numbers of the vertices. The reader refuses a header that claims more than the file can hold.
    public func leastMemory(toRead input: Input, options: ReadOptions) -> Int {
        guard let header = try? OFFHeader.read(input, limits: options.limits) else { return 0 }
        return header.isBinary ? input.byteCount - header.byteCount : header.vertexCount * header.width * 4
    }

    /// Plans the file, and reports what writing would change and lose.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        guard let kind = OFFVariant(rawValue: variant) else { throw Self.unknown(variant) }
        var planner = OFFPlanner(content, kind)
        try planner.plan()
        return WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.links, layout: planner.layout,
            options: options)
    }

    /// Writes the scene as planned.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: OFFLayout.self, for: output)
        let sink = try output.main()
        do throws(SystemError) {
            try OFFWriter(layout: layout, threads: plan.options.threads).write(to: sink)
        } catch {
            throw WriteError(error)
        }
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
        let native = try native(document, variant)
        let sink = try output.main()
        do throws(SystemError) {
            var offset = 0
            while offset < native.input.byteCount {
                let bytes = try native.input.read(offset..<min(offset + 1 << 20, native.input.byteCount))
                guard !bytes.isEmpty else { throw native.input.shrunk }
                try sink.write(bytes)
                offset += bytes.count
            }
        } catch {
            throw WriteError(error)
        }
    }

    private func native(_ document: Document, _ variant: String) throws(WriteError) -> OFFDocument {
        guard let kind = OFFVariant(rawValue: variant) else { throw Self.unknown(variant) }
        guard let native = document.native as? OFFDocument else {
            throw WriteError(.internal, path: "", "expected a document of OFF, found another format's")
        }
        guard native.variant == kind else {
            throw WriteError(
                .unrepresentable, path: "",
                kind == .text
                    ? "binary numbers are no text" : "a text has digits and comments, a binary file float32 only")
        }
        return native
    }

    private static func unknown(_ variant: String) -> WriteError {
        WriteError(.unrepresentable, path: "", "OFF has no variant '\(variant)'")
    }
}

/// The variants of OFF.
enum OFFVariant: String, Sendable {
    case text = "off"
    case binary = "off.binary"
}

/// The native document of an OFF file: its input.
struct OFFDocument: NativeDocument {
    var input: Input
    var variant: OFFVariant
}
