import MeshBytes
import MeshFormats
import MeshModel

/// Reads binary files: facets in reused blocks, straight into packed columns.
///
/// A column can't view three corners of 12 bytes and a gap of 14, so positions are copied while the bytes are in the
/// cache. The file is never in memory as a whole: only the scene's own arrays are kept.
enum STLBinaryReader {
    /// Reads the document in `input`.
    static func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        let (header, declared) = try head(of: input)
        var diagnostics: [Diagnostic] = []
        let count = try facetCount(declared, input, isLenient: options.lenient, &diagnostics)
        let facets =
            if options.reads(late: input), !options.findsRepetitions {
                try STLBinaryFacets.view(input, count: count, hasColor: header.color != nil, options: options)
            } else {
                try STLBinaryFacets.read(
                    input, count: count, hasColor: header.color != nil, findsRepetitions: options.findsRepetitions,
                    threads: options.threads)
            }
        var builder = STLSceneBuilder()
        builder.diagnostics = diagnostics
        builder.add(header)
        builder.add(facets, header)
        if count < declared { builder.residue.append(.broken("facet", count: declared - count)) }
        return Document(
            format: "stl", variant: (builder.hasMarkedColors ? STLVariant.color : .binary).rawValue,
            native: STLDocument(input: input, encoding: .binary, facetCount: count), scene: builder.scene,
            residue: builder.residue, diagnostics: builder.diagnostics, census: builder.census,
            byteCount: input.byteCount)
    }

    /// The document in `input` without its facets, and their digests; nil: the count of facets is wrong, or there is an
    /// object's colour.
    static func digest(_ input: Input, threads: Int) throws(ReadError) -> StreamedDocument? {
        let (header, count) = try head(of: input)
        var diagnostics: [Diagnostic] = []
        guard try facetCount(count, input, isLenient: true, &diagnostics) == count, diagnostics.isEmpty,
            header.color == nil
        else {
            return nil
        }
        let facets = try STLBinaryFacets.digests(input, count: count, threads: threads)
        var builder = STLSceneBuilder()
        builder.add(header)
        builder.add(solid: nil, count: 0, positions: .empty(.float32, components: 3), attributes: [])
        let document = Document(
            format: "stl", variant: STLVariant.binary.rawValue,
            native: STLDocument(input: input, encoding: .binary, facetCount: count), scene: builder.scene,
            residue: builder.residue, byteCount: input.byteCount)
        return StreamedDocument(document, rows: facets.rows.saying(ownNormals: facets.tally.ownNormals > 0))
    }

    /// Reads the header and the declared number of facets.
    private static func head(of input: Input) throws(ReadError) -> (header: STLHeader, count: Int) {
        let bytes = try ReadError.of(input.read(0..<STLDocument.firstFacet))
        guard let count = STLEncoding.count(bytes) else { throw ReadError.shrunk }
        return (STLHeader(Array(bytes[..<STLDocument.headerByteCount])), count)
    }

    /// The number of facets that the file really has. Reports if it has more than it declares, and refuses if it has
    /// fewer, unless it is to be read leniently.
    private static func facetCount(
        _ declared: Int, _ input: Input, isLenient: Bool, _ diagnostics: inout [Diagnostic]
    ) throws(ReadError) -> Int {
        let bytes = input.byteCount - STLDocument.firstFacet
        let whole = bytes / STLDocument.facetByteCount
        var count = declared
        if declared > whole {
            guard isLenient else {
                throw ReadError(
                    .truncated, .byte(input.byteCount),
                    "the file is cut off: expected \(declared) facets, found \(whole)")
            }
            count = whole
        } else if declared < whole, bytes % STLDocument.facetByteCount == 0,
            try STLBinaryFacets.areFinite(input, declared..<whole)
        {
            count = whole
        }
        if count != declared {
            diagnostics.append(
                Diagnostic(
                    "stl.facet-count", declared > whole ? .error : .warning,
                    count: max(declared, count) - min(declared, count),
                    at: .byte(STLDocument.headerByteCount),
                    "expected \(declared) facets, found bytes for \(whole): \(count) are read"))
        }
        let end = STLDocument.firstFacet + count * STLDocument.facetByteCount
        if end < input.byteCount {
            diagnostics.append(
                Diagnostic(
                    declared > whole ? "stl.truncated-facet" : "stl.trailing-bytes", .warning,
                    count: input.byteCount - end, at: .byte(end),
                    "bytes after the last whole facet were left out"))
        }
        return count
    }
}
