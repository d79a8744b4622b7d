import MeshBytes
import MeshFormats

/// Copies a document in its own encoding. A binary file gets the right count, and loses bytes after the last facet.
enum STLTranscoder {
    /// Throws for the other encoding, which is written from the scene.
    static func check(_ document: Document, _ variant: STLVariant) throws(WriteError) {
        guard let native = document.native as? STLDocument else {
            throw WriteError(.internal, path: "", "this document is not an STL file")
        }
        guard (native.encoding == .ascii) == (variant == .ascii) else {
            throw WriteError(
                .unrepresentable, path: "",
                native.encoding == .ascii
                    ? "the text has named solids, which binary STL can't store"
                    : "the binary file has a header and attribute words, which text can't store")
        }
    }

    static func write(_ document: Document, _ variant: STLVariant, to output: Output) throws(WriteError) {
        try check(document, variant)
        guard let native = document.native as? STLDocument else { return }
        let sink = try output.main()
        guard native.encoding == .binary else {
            return try native.input.copy(0..<native.input.byteCount, to: sink)
        }
        try native.input.copy(0..<STLDocument.headerByteCount, to: sink)
        try WriteError.of(sink.write(littleEndian: UInt32(clamping: native.facetCount)))
        let end = STLDocument.firstFacet + native.facetCount * STLDocument.facetByteCount
        try native.input.copy(STLDocument.firstFacet..<end, to: sink)
    }
}
