/// Reads PNG files (ISO/IEC 15948): every colour type and bit depth, interlaced or not.
///
/// Checksums are checked. What comes behind the image's end is not looked at.
public struct PNGReader: Sendable {
    private let header: PNGHeader
    private let palette: [UInt8]
    private let transparency: [UInt8]?
    private let gamma: Int?
    private let isSRGB: Bool
    private let data: [Range<Int>]

    /// The width in pixels.
    public var width: Int { header.width }
    /// The height in pixels.
    public var height: Int { header.height }
    /// What a pixel of the decoded image has.
    public var layout: PNGWriter.Layout {
        switch header.colorType {
        case 0: transparency == nil ? .gray : .grayAlpha
        case 2: transparency == nil ? .rgb : .rgba
        case 3: transparency == nil ? .rgb : .rgba
        case 4: .grayAlpha
        default: .rgba
        }
    }

    /// The image of a file.
    public static func image(_ bytes: Span<UInt8>, limits: PNGLimits = PNGLimits()) throws(ArchiveError) -> PNGImage {
        try PNGReader(bytes, limits: limits).image(bytes)
    }

    /// Reads what a file says of its image, and where the image's data is; it is not decompressed.
    public init(_ bytes: Span<UInt8>, limits: PNGLimits = PNGLimits()) throws(ArchiveError) {
        let start = PNGChunk.signature.count
        guard bytes.count >= start, PNGChunk.signature.indices.allSatisfy({ bytes[$0] == PNGChunk.signature[$0] })
        else {
            throw ArchiveError(code: .invalidValue, byte: 0, message: "expected a PNG file, found something else")
        }
        var chunk = try PNGChunk(bytes, at: start)
        guard chunk.kind == .header else {
            throw Self.fault(chunk, "expected IHDR as the first chunk, found \(chunk.kind.name)")
        }
        let header = try PNGHeader(bytes, chunk, limits)
        var palette: [UInt8]?
        var (transparency, data): ([UInt8]?, [Range<Int>]) = (nil, [])
        var (gamma, isSRGB, isDataOver) = (Int?.none, false, false)
        while chunk.kind != .end {
            chunk = try PNGChunk(bytes, at: chunk.range.upperBound + 4)
            if chunk.kind != .data, !data.isEmpty { isDataOver = true }
            switch chunk.kind {
            case .palette:
                guard palette == nil, data.isEmpty else {
                    throw Self.fault(chunk, "expected one PLTE before IDAT, found another")
                }
                guard chunk.range.count % 3 == 0, (3...3 * 256).contains(chunk.range.count) else {
                    throw Self.fault(chunk, "expected a palette of 1 to 256 colours, found \(chunk.range.count) bytes")
                }
                palette = bytes.array(chunk.range)
            case .transparency:
                guard transparency == nil, data.isEmpty, header.colorType < 4 else {
                    throw Self.fault(chunk, "expected no tRNS here, found one")
                }
                let most = header.colorType == 3 ? (palette ?? []).count / 3 : header.colorType == 2 ? 6 : 2
                guard header.colorType == 3 ? chunk.range.count <= most : chunk.range.count == most else {
                    throw Self.fault(chunk, "expected \(most) bytes of tRNS, found \(chunk.range.count)")
                }
                transparency = bytes.array(chunk.range)
            case .data:
                guard !isDataOver else {
                    throw Self.fault(chunk, "expected IDAT chunks in a row, found others between")
                }
                data.append(chunk.range)
            case .gamma: if chunk.range.count == 4 { gamma = Int(bytes.bigEndian(chunk.range.lowerBound)) }
            case .sRGB: isSRGB = true
            case .end: break
            default:
                guard chunk.kind.isAncillary else {
                    throw Self.fault(chunk, "expected a chunk that PNG has, found \(chunk.kind.name)", .unsupported)
                }
            }
        }
        guard !data.isEmpty else { throw Self.fault(chunk, "expected IDAT before IEND, found none") }
        guard header.colorType != 3 || palette != nil else {
            throw Self.fault(chunk, "expected PLTE for indices of a palette, found none")
        }
        self.header = header
        self.palette = palette ?? []
        self.transparency = transparency
        self.gamma = gamma
        self.isSRGB = isSRGB
        self.data = data
    }

    /// Decodes the image.
    ///
    /// - Parameter bytes: the file that the reader was made with.
    public func image(_ bytes: Span<UInt8>) throws(ArchiveError) -> PNGImage {
        var rows = try decompress(bytes)
        var start = 0
        let passes = header.passes
        for pass in passes {
            let rowCount = header.rowCount(pass.width)
            if let row = PNGRows.undo(
                &rows, from: start, rows: pass.height, rowCount: rowCount, distance: header.distance)
            {
                throw ArchiveError(
                    code: .invalidValue, byte: data.first?.lowerBound ?? 0,
                    message:
                        "expected a filter from 0 to 4 before row \(row), found \(rows[start + row * (rowCount + 1)])")
            }
            start += pass.height * (rowCount + 1)
        }
        let unpacker = PNGUnpacker(header, palette: palette, transparency: transparency, layout: layout)
        guard let samples = unpacker.samples(rows, passes) else {
            throw ArchiveError(
                code: .invalidValue, byte: data.first?.lowerBound ?? 0,
                message: "expected indices of \(palette.count / 3) colours, found a larger one")
        }
        return PNGImage(
            width: width, height: height, layout: layout, samples: samples, storedBitDepth: header.bitDepth,
            gamma: gamma, isSRGB: isSRGB)
    }

    /// The rows of all passes, each behind its filter's number.
    private func decompress(_ bytes: Span<UInt8>) throws(ArchiveError) -> [UInt8] {
        let expected = header.passes.reduce(0) { $0 + $1.height * (header.rowCount($1.width) + 1) }
        let stored = data.reduce(0) { $0 + $1.count }
        guard let last = data.last, last.upperBound <= bytes.count else {
            throw ArchiveError(
                code: .truncated, byte: bytes.count, message: "expected the file that was read, found less")
        }
        // No byte of deflate makes more than 1,032: what can't be there is not waited for.
        guard expected / 1_032 <= stored else {
            throw ArchiveError(
                code: .truncated, byte: last.upperBound,
                message: "expected data for \(width) × \(height) pixels, found \(stored) bytes")
        }
        var rows: [UInt8] = []
        rows.reserveCapacity(expected)
        // One more, so that a stream that is too long is seen to be.
        var inflater = try Inflater(
            .zlib, limits: InflateLimits(maximumOutput: expected + ZStream.blockSize, maximumRatio: 1_100))
        for range in data {
            do throws(ArchiveError) {
                var offset = 0
                while try inflater.next(bytes.extracting(range), from: &offset, into: &rows), rows.count <= expected {}
            } catch {
                throw ArchiveError(code: error.code, byte: range.lowerBound, message: error.message)
            }
        }
        guard rows.count <= expected else {
            throw ArchiveError(
                code: .invalidValue, byte: last.upperBound,
                message: "expected \(expected) bytes when decompressed, found more")
        }
        do throws(ArchiveError) { try inflater.finish() } catch {
            throw ArchiveError(code: error.code, byte: last.upperBound, message: error.message)
        }
        guard rows.count == expected else {
            throw ArchiveError(
                code: .truncated, byte: last.upperBound,
                message: "expected \(expected) bytes when decompressed, found \(rows.count)")
        }
        return rows
    }

    private static func fault(
        _ chunk: PNGChunk, _ message: String, _ code: ArchiveError.Code = .invalidValue
    ) -> ArchiveError {
        ArchiveError(code: code, byte: chunk.range.lowerBound - 8, message: message)
    }
}
