import MeshBytes
import MeshFormats

/// Copies a document in its own encoding. A binary file gets the right count, and loses bytes after the last facet.
enum STLTranscoder {
    /// Throws for the other encoding, which is written from the scene.
    static func check(_ document: Document, _ variant: STLVariant) throws(WriteError) {
        guard let native = document.native as? STLDocument else {
            throw WriteError(.internal, path: "", "the document is none of STL")
        }
        guard (native.encoding == .ascii) == (variant == .ascii) else {
            throw WriteError(
                .unrepresentable, path: "",
                native.encoding == .ascii
                    ? "text has named solids, which a binary file has not"
                    : "binary has a header and attribute words, which a text has not")
        }
    }

    static func write(_ document: Document, _ variant: STLVariant, to output: Output) throws(WriteError) {
        try check(document, variant)
        guard let native = document.native as? STLDocument else { return }
        let sink = try output.main()
        do throws(SystemError) {
            guard native.encoding == .binary else {
                return try copy(native.input, 0..<native.input.byteCount, to: sink)
            }
            try copy(native.input, 0..<STLDocument.headerByteCount, to: sink)
            try sink.write(littleEndian: UInt32(clamping: native.facetCount))
            let end = STLDocument.firstFacet + native.facetCount * STLDocument.facetByteCount
            try copy(native.input, STLDocument.firstFacet..<end, to: sink)
        } catch {
            throw WriteError(error)
        }
    }

    private static func copy(_ input: Input, _ range: Range<Int>, to sink: ByteSink) throws(SystemError) {
        guard !range.isEmpty else { return }
        let block = try MemoryBlock(byteCount: min(range.count, 1 << 20))
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(block.byteCount, range.upperBound - offset)
            let got = unsafe try input.read(at: offset, count: count, into: block.base)
            guard got == count else { throw input.shrunk }
            try sink.write(block, count: count)
            offset += count
        }
    }
}
