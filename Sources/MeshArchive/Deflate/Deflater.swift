import CZlib

/// Compresses bytes that arrive in chunks into one deflate stream.
///
/// The compressed bytes depend on zlib's version; what they decompress to does not.
package struct Deflater: ~Copyable {
    private let stream: ZStream

    /// Creates a compressor.
    ///
    /// - Parameters:
    ///   - wrapping: the wrapping of the stream.
    ///   - level: 0 stores, 1 is fastest, 9 smallest; 6 is zlib's default.
    package init(_ wrapping: DeflateWrapping, level: Int = 6) throws(ArchiveError) {
        precondition((0...9).contains(level), "levels are 0 to 9")
        guard let stream = ZStream(deflating: wrapping, level: Int32(level)) else { throw .noMemory }
        self.stream = stream
    }

    /// Creates a compressor of raw blocks for images: filtered samples have few matches that are worth a search.
    package init(imageLevel level: Int) throws(ArchiveError) {
        guard let stream = ZStream(deflating: .raw, level: Int32(level), strategy: Z_FILTERED) else { throw .noMemory }
        self.stream = stream
    }

    /// Ends a block at a byte boundary, after which another compressor's stream may continue.
    package consuming func endBlock(into output: inout [UInt8]) {
        while stream.run(Span<UInt8>(), from: 0, flush: Z_SYNC_FLUSH, into: &output).produced == ZStream.blockSize {}
    }

    /// Compresses `input` and appends what is ready.
    package mutating func update(_ input: Span<UInt8>, into output: inout [UInt8]) {
        var offset = 0
        while offset < input.count {
            let step = stream.run(input, from: offset, flush: Z_NO_FLUSH, into: &output)
            offset += step.consumed
            // Never happens: zlib has a whole output block. But the loop must end in any case.
            if step.consumed == 0, step.produced == 0 { return }
        }
    }

    /// Appends the rest of the stream and ends it.
    package consuming func finish(into output: inout [UInt8]) {
        while stream.run(Span<UInt8>(), from: 0, flush: Z_FINISH, into: &output).status == Z_OK {}
    }

    /// Returns a whole stream that decompresses to `bytes`.
    package static func deflate(
        _ bytes: Span<UInt8>,
        _ wrapping: DeflateWrapping,
        level: Int = 6
    ) throws(ArchiveError) -> [UInt8] {
        var output: [UInt8] = []
        var deflater = try Deflater(wrapping, level: level)
        deflater.update(bytes, into: &output)
        deflater.finish(into: &output)
        return output
    }
}
