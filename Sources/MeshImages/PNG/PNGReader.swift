import MeshArchive

/// Reads PNG files (ISO/IEC 15948): every colour type and bit depth, interlaced or not.
///
/// Of an animation (APNG) it reads the image that programs without animations show. Bytes after the image's end are
/// ignored. A wrong checksum is an error in chunks that the image depends on. In ancillary chunks it is a finding, and
/// the chunk is ignored. In the image's data it is a finding too: the data's own checksum decides.
package struct PNGReader {
    private let header: PNGHeader
    private let palette: [UInt8]
    private let transparency: [UInt8]?
    private let findings: [ImageError]
    private let data: [Range<Int>]
    private let color: PixelImage.ColorFacts

    /// The layout of the decoded image.
    private var layout: PixelLayout {
        switch header.colorType {
        case 0: transparency == nil ? .gray : .grayAlpha
        case 2: transparency == nil ? .rgb : .rgba
        case 3: transparency == nil ? .rgb : .rgba
        case 4: .grayAlpha
        default: .rgba
        }
    }

    /// Decodes the image of a file.
    package static func image(_ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()) throws(ImageError)
        -> PixelImage
    {
        try PNGReader(bytes, limits).image(bytes)
    }

    static func isPNG(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= PNGChunk.signature.count
            && PNGChunk.signature.indices.allSatisfy { bytes[$0] == PNGChunk.signature[$0] }
    }

    /// Reads the description of the image and locates its data, without decompressing it.
    private init(_ bytes: Span<UInt8>, _ limits: ImageLimits) throws(ImageError) {
        guard Self.isPNG(bytes) else {
            throw ImageError(code: .invalidValue, byte: 0, message: "expected a PNG file, found something else")
        }
        var chunk = try PNGChunk(bytes, at: PNGChunk.signature.count)
        guard chunk.kind == .header else {
            throw Self.fault(chunk, "expected IHDR as the first chunk, found \(chunk.kind.name)")
        }
        guard chunk.isSound else { throw chunk.wrongChecksum }
        let header = try PNGHeader(bytes, chunk, limits)
        var palette: [UInt8]?
        var (transparency, data): ([UInt8]?, [Range<Int>]) = (nil, [])
        var color = PixelImage.ColorFacts()
        var findings: [ImageError] = []
        var isDataOver = false
        while chunk.kind != .end {
            chunk = try PNGChunk(bytes, at: chunk.range.upperBound + 4)
            if chunk.kind != .data, !data.isEmpty { isDataOver = true }
            if !chunk.isSound {
                guard chunk.kind == .data || chunk.kind.isAncillary else { throw chunk.wrongChecksum }
                findings.append(chunk.wrongChecksum)
                if chunk.kind.isAncillary { continue }
            }
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
            case .gamma: if chunk.range.count == 4 { color.gamma = Int(bytes.bigEndian(chunk.range.lowerBound)) }
            case .sRGB: color.isSRGB = true
            case .profile: color.hasProfile = true
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
        self.color = color
        self.findings = findings
        self.data = data
    }

    /// Decodes the image.
    ///
    /// - Parameter bytes: the file that the reader was created with.
    private func image(_ bytes: Span<UInt8>) throws(ImageError) -> PixelImage {
        var rows = try decompress(bytes)
        var start = 0
        let passes = header.passes
        for pass in passes {
            let rowCount = header.rowCount(pass.width)
            if let row = PNGRows.undo(
                &rows, from: start, rows: pass.height, rowCount: rowCount, distance: header.distance)
            {
                throw ImageError(
                    code: .invalidValue, byte: data.first?.lowerBound ?? 0,
                    message:
                        "expected a filter from 0 to 4 before row \(row), found \(rows[start + row * (rowCount + 1)])")
            }
            start += pass.height * (rowCount + 1)
        }
        let unpacker = PNGUnpacker(header, palette: palette, transparency: transparency, layout: layout)
        guard let samples = unpacker.samples(rows, passes) else {
            throw ImageError(
                code: .invalidValue, byte: data.first?.lowerBound ?? 0,
                message: "expected indices of \(palette.count / 3) colours, found a larger one")
        }
        var image = PixelImage(
            width: header.width, height: header.height, layout: layout, samples: samples,
            storedBitDepth: header.bitDepth)
        image.color = color
        image.findings = findings
        return image
    }

    /// Decompresses the rows of all passes, each preceded by its filter's number.
    private func decompress(_ bytes: Span<UInt8>) throws(ImageError) -> [UInt8] {
        let expected = header.passes.reduce(0) { $0 + $1.height * (header.rowCount($1.width) + 1) }
        let stored = data.reduce(0) { $0 + $1.count }
        guard let last = data.last, last.upperBound <= bytes.count else {
            throw ImageError(
                code: .truncated, byte: bytes.count, message: "expected the file that was read, found less")
        }
        // A byte of deflate yields at most 1,032: data that can't be complete fail early.
        guard expected / 1_032 <= stored else {
            throw ImageError(
                code: .truncated, byte: last.upperBound,
                message: "expected data for \(header.width) × \(header.height) pixels, found \(stored) bytes")
        }
        var rows: [UInt8] = []
        rows.reserveCapacity(expected)
        var place = last.upperBound
        do throws(ArchiveError) {
            // One block more, so that a stream that is too long is noticed.
            var inflater = try Inflater(
                .zlib, limits: InflateLimits(maximumOutput: expected + (1 << 16), maximumRatio: 1_100))
            for range in data {
                var offset = 0
                place = range.lowerBound
                while try inflater.next(bytes.extracting(range), from: &offset, into: &rows), rows.count <= expected {}
            }
            place = last.upperBound
            if rows.count <= expected { try inflater.finish() }
        } catch {
            throw ImageError(error, byte: place)
        }
        guard rows.count <= expected else {
            throw ImageError(
                code: .invalidValue, byte: last.upperBound,
                message: "expected \(expected) bytes when decompressed, found more")
        }
        guard rows.count == expected else {
            throw ImageError(
                code: .truncated, byte: last.upperBound,
                message: "expected \(expected) bytes when decompressed, found \(rows.count)")
        }
        return rows
    }

    private static func fault(
        _ chunk: PNGChunk, _ message: String, _ code: ImageError.Code = .invalidValue
    ) -> ImageError {
        ImageError(code: code, byte: chunk.range.lowerBound - 8, message: message)
    }
}
