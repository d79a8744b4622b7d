/// Decodes the streams of `EXT_meshopt_compression` and `KHR_meshopt_compression`.
///
/// Written from the extensions' text (KhronosGroup/glTF, appendices A and B). Attribute streams of versions 0 and 1,
/// index streams of versions 0 and 1 and all filters are supported. No stream traps: a damaged one throws an error, or
/// gives meaningless bytes of the right number.
package enum MeshoptDecoder {
    /// Decodes a stream into new memory.
    ///
    /// - Parameters:
    ///   - source: exactly the whole stream: its tail is found from the end.
    ///   - stream: its description in the JSON.
    /// - Returns: `count` × `stride` bytes, little-endian.
    ///
    /// A stream that is too short for its count throws before memory is allocated. Other streams may still grow: one
    /// byte of attributes can decode to 1024 repeated bytes. So the caller compares `count` × `stride` with its limits.
    package static func decode(_ source: RawSpan, as stream: MeshoptStream) throws(CompressionError) -> [UInt8] {
        let byteCount = try stream.byteCount()
        try checkLength(source, of: stream)
        var result = [UInt8](repeating: 0, count: byteCount)
        try decode(source, as: stream, into: &result)
        return result
    }

    /// Throws if a stream is too short for its count.
    private static func checkLength(_ source: RawSpan, of stream: MeshoptStream) throws(CompressionError) {
        guard source.byteCount > 0 else {
            throw CompressionError(expected: "a compressed stream", found: "no bytes", offset: 0)
        }
        let least =
            switch stream.mode {
            case .attributes: AttributeLayout.leastByteCount(of: stream)
            // The header, a code for each triangle, a table.
            case .triangles: 1 + stream.count / 3 + 16
            // The header, a byte for each index, padding; a count near Int.max has already been refused.
            case .indices: 1 + stream.count + 4
            }
        guard source.byteCount >= least else {
            throw CompressionError(
                expected: "at least \(least) bytes for \(stream.count) elements", found: "\(source.byteCount)",
                offset: source.byteCount)
        }
    }

    /// Decodes a stream whose length has been checked, filters included.
    static func run(
        _ source: CodecSource, _ stream: MeshoptStream, _ destination: CodecDestination
    ) throws(CompressionError) {
        switch stream.mode {
        case .attributes:
            try AttributeDecoder(source, stream).decode(into: destination)
            MeshoptFilters.apply(stream.filter, stride: stream.stride, to: destination)
        case .triangles:
            var decoder = try TriangleDecoder(source, stream)
            try decoder.decode(into: destination)
        case .indices:
            try IndexSequence.decode(source, stream, into: destination)
        }
    }
}
