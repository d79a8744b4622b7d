import CZlib

/// Decompresses one deflate stream that arrives in chunks, in blocks of at most 64 KiB.
///
/// ```swift
/// var inflater = try Inflater(.zlib)
/// var offset = 0
/// while try inflater.next(piece, from: &offset, into: &output) {}  // for each piece
/// try inflater.finish()
/// ```
///
/// After an error the stream is at its end; what was appended before is kept.
package struct Inflater: ~Copyable {
    /// Whether the end of the stream was reached; bytes after it are never used.
    package private(set) var isAtEnd = false
    /// The number of compressed bytes used.
    package private(set) var inputCount = 0
    /// The number of decompressed bytes.
    package private(set) var outputCount = 0

    private let limits: InflateLimits
    private let stream: ZStream
    private var failure: ArchiveError?

    package init(_ wrapping: DeflateWrapping, limits: InflateLimits = InflateLimits()) throws(ArchiveError) {
        guard let stream = ZStream(inflating: wrapping) else { throw .noMemory }
        self.stream = stream
        self.limits = limits
    }

    /// Appends the next block to `output` and moves `offset` past the bytes that were used.
    ///
    /// - Parameters:
    ///   - input: one chunk of the compressed data.
    ///   - offset: where to continue in `input`; 0 for a new chunk.
    ///   - output: gains at most 64 KiB.
    /// - Returns: false when `input` yields nothing more: it is used up, or the stream is at its end.
    package mutating func next(
        _ input: Span<UInt8>,
        from offset: inout Int,
        into output: inout [UInt8]
    ) throws(ArchiveError) -> Bool {
        precondition(offset >= 0 && offset <= input.count, "the offset must lie in the input")
        if let failure { throw failure }
        if isAtEnd { return false }
        let kept = output.count
        let step = stream.run(input, from: offset, flush: Z_NO_FLUSH, into: &output)
        offset += step.consumed
        inputCount += step.consumed
        outputCount += step.produced
        if let broken = limits.broken(input: inputCount, output: outputCount) {
            output.removeLast(output.count - kept)
            throw failed(.limitExceeded, broken, outputCount > limits.maximumOutput ? .entrySize : .ratio)
        }
        switch step.status {
        case Z_STREAM_END:
            isAtEnd = true
            return step.produced > 0
        // Without progress zlib returns Z_BUF_ERROR: it waits for more input, which is no error.
        case Z_OK, Z_BUF_ERROR: return step.produced > 0 || offset < input.count && step.consumed > 0
        case Z_NEED_DICT: throw failed(.unsupported, "expected a stream without a preset dictionary, found one")
        case Z_MEM_ERROR: throw failed(.limitExceeded, ArchiveError.noMemory.message)
        default: throw failed(.invalidValue, "expected a deflate stream, found \(stream.message)")
        }
    }

    /// Ends the input; throws unless the stream has reached its end.
    package mutating func finish() throws(ArchiveError) {
        if let failure { throw failure }
        guard isAtEnd else { throw failed(.truncated, "expected more compressed data, found its end") }
    }

    private mutating func failed(
        _ code: ArchiveError.Code, _ message: String, _ limit: ArchiveError.Limit? = nil
    ) -> ArchiveError {
        let error = ArchiveError(code: code, byte: inputCount, message: message, limit: limit)
        failure = error
        return error
    }

    /// Decompresses a whole stream.
    ///
    /// - Parameters:
    ///   - bytes: the stream, with nothing after it.
    ///   - wrapping: the wrapping of the stream.
    ///   - limits: the limits of the output.
    package static func inflate(
        _ bytes: Span<UInt8>, _ wrapping: DeflateWrapping, limits: InflateLimits = InflateLimits()
    ) throws(ArchiveError) -> [UInt8] {
        var output: [UInt8] = []
        var inflater = try Inflater(wrapping, limits: limits)
        var offset = 0
        while try inflater.next(bytes, from: &offset, into: &output) {}
        try inflater.finish()
        guard offset == bytes.count else {
            throw inflater.failed(
                .invalidValue, "expected the end of the data, found \(bytes.count - offset) more bytes")
        }
        return output
    }
}

extension ArchiveError {
    /// zlib could not allocate its working memory, some 50 kB.
    static let noMemory = Self(code: .limitExceeded, byte: 0, message: "not enough memory for zlib")
}
