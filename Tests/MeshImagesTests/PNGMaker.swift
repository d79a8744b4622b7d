import MeshArchive
import MeshImages

/// Makes PNG files of every kind, valid and invalid ones; written from the specification, independently of the writer.
struct PNGMaker {
    var width: Int
    var height: Int
    var colorType: Int
    var bitDepth: Int
    var isInterlaced = false
    /// `PLTE` and `tRNS`.
    var palette: [UInt8]?
    var transparency: [UInt8]?
    /// Other chunks before the data.
    var chunks: [(name: String, contents: [UInt8])] = []
    /// The number of bytes in each `IDAT`.
    var pieceSize = 1 << 20
    /// Bytes after the rows in the stream.
    var trailing: [UInt8] = []
    /// The number of the filter for all rows; nil: each in turn.
    var filter: UInt8?

    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    /// The file of an image with these samples, `channels` for each pixel.
    func file(_ samples: [Int]) throws -> [UInt8] {
        var rows: [UInt8] = []
        let all = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        var number = 0
        for (left, top, across, down) in isInterlaced ? all : [(0, 0, 1, 1)] {
            var above: [UInt8] = []
            for y in stride(from: top, to: height, by: down) where left < width {
                var bits: [Int] = []
                for x in stride(from: left, to: width, by: across) {
                    for channel in 0..<channels {
                        let sample = samples[(y * width + x) * channels + channel]
                        bits += (0..<bitDepth).reversed().map { sample >> $0 & 1 }
                    }
                }
                while bits.count % 8 != 0 { bits.append(1) }
                let row = stride(from: 0, to: bits.count, by: 8).map { start in
                    UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
                }
                let filter = filter ?? UInt8(number % 5)
                number += 1
                rows += [filter] + filtered(row, above, filter)
                above = row
            }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk(
            "IHDR",
            Self.big(width) + Self.big(height) + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
        for (name, contents) in chunks { file += Self.chunk(name, contents) }
        if let palette { file += Self.chunk("PLTE", palette) }
        if let transparency { file += Self.chunk("tRNS", transparency) }
        rows += trailing
        let stream = try Deflater.deflate(rows.span, .zlib)
        for start in stride(from: 0, to: stream.count, by: pieceSize) {
            file += Self.chunk("IDAT", Array(stream[start..<min(start + pieceSize, stream.count)]))
        }
        return file + Self.chunk("IEND", [])
    }

    private func filtered(_ row: [UInt8], _ above: [UInt8], _ filter: UInt8) -> [UInt8] {
        let distance = max(1, channels * bitDepth / 8)
        return row.indices.map { index in
            let a = index >= distance ? Int(row[index - distance]) : 0
            let b = above.isEmpty ? 0 : Int(above[index])
            let c = index >= distance && !above.isEmpty ? Int(above[index - distance]) : 0
            let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
            let paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
            let guess = [0, a, b, (a + b) / 2, paeth][Int(filter) % 5]
            return UInt8(truncatingIfNeeded: Int(row[index]) - guess)
        }
    }

    static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + contents
        return big(contents.count) + body + big(Int(CRC32(body.span).value))
    }
}

extension PNGReader {
    /// On the oldest systems arrays have no spans; this is for tests.
    static func image(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) -> PixelImage {
        try image(bytes.span, limits: limits)
    }
}

extension PixelImage.Samples {
    /// All samples as integers.
    var integers: [Int] {
        switch self {
        case .bytes(let bytes): bytes.map { Int($0) }
        case .words(let words): words.map { Int($0) }
        }
    }
}
