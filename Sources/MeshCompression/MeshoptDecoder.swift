/// Decodes the streams of `EXT_meshopt_compression` and `KHR_meshopt_compression`.
///
/// Written from the extensions' text (KhronosGroup/glTF, appendices A and B). Attribute streams of versions 0 and 1,
/// index streams of versions 0 and 1 and all filters are known. No stream traps: a damaged one is an error, or gives
/// bytes that mean nothing, as many as were asked for.
public enum MeshoptDecoder {
    /// Decodes a stream into new memory.
    ///
    /// - Parameters:
    ///   - source: the whole stream, no byte more: its end is found from behind.
    ///   - stream: what the JSON says of it.
    /// - Returns: `count` × `stride` bytes, little-endian.
    ///
    /// A stream that is too short for its count is refused before memory is taken. What is left may still grow: one
    /// byte of attributes can stand for 1024 that repeat, so the caller holds `count` × `stride` against its limits.
    public static func decode(_ source: RawSpan, as stream: MeshoptStream) throws(CompressionError) -> [UInt8] {
        let byteCount = try stream.byteCount()
        try checkLength(source, of: stream)
        var result = [UInt8](repeating: 0, count: byteCount)
        try decode(source, as: stream, into: &result)
        return result
    }

    /// Decodes a stream into memory of the caller.
    ///
    /// - Parameters:
    ///   - source: the whole stream, no byte more: its end is found from behind.
    ///   - stream: what the JSON says of it.
    ///   - destination: receives `count` × `stride` bytes and must have just that size. When an error is thrown, its
    ///     contents are some bytes that mean nothing.
    public static func decode(
        _ source: RawSpan, as stream: MeshoptStream, into destination: inout MutableRawSpan
    ) throws(CompressionError) {
        let byteCount = try stream.byteCount()
        try checkLength(source, of: stream)
        guard destination.byteCount == byteCount else {
            throw CompressionError(
                expected: "room for \(byteCount) decoded bytes", found: "\(destination.byteCount)")
        }
        try run(source, stream, &destination)
    }

    /// Refuses a stream that can't hold its count, whatever its bytes are.
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
