import MeshArchive

/// Writes pictures as one animated PNG (PNG, third edition, 11.3.6): RGB, shown over and over. Viewers that know no
/// animations show the first picture.
///
/// Each later picture holds the rectangle that differs from the one before, and no more.
///
/// - Memory: the compressed pictures, and the last one.
package struct PNGAnimation: Sendable {
    private struct Frame: Sendable {
        var left: Int
        var top: Int
        var width: Int
        var height: Int
        /// Milliseconds.
        var delay: Int
        /// The parts of a zlib stream.
        var data: [[UInt8]]
    }

    private let writer: PNGWriter
    private var frames: [Frame] = []
    private var last: [UInt8] = []

    /// Creates an animation without pictures, of RGB pixels.
    package init(width: Int, height: Int) { writer = PNGWriter(width: width, height: height, layout: .rgb) }

    /// Appends a picture.
    ///
    /// - Parameters:
    ///   - pixels: rows from the top without gaps, three bytes for each pixel.
    ///   - milliseconds: how long it is shown, up to 65,535.
    ///   - threads: the maximum number of threads.
    /// - Throws: an error if the number of bytes doesn't match the pixels, or there are no pixels.
    package mutating func append(_ pixels: [UInt8], milliseconds: Int, threads: Int = 1) throws(ImageError) {
        let delay = min(max(milliseconds, 1), 65_535)
        guard pixels.count == last.count else {
            let data = try writer.stream(pixels, threads: threads)
            frames.append(Frame(left: 0, top: 0, width: writer.width, height: writer.height, delay: delay, data: data))
            last = pixels
            return
        }
        let (columns, rows) = changed(pixels)
        var part = PNGWriter(width: columns.count, height: rows.count, layout: .rgb)
        part.level = writer.level
        var own: [UInt8] = []
        own.reserveCapacity(columns.count * rows.count * 3)
        for row in rows {
            let start = row * writer.width * 3
            own += pixels[start + columns.lowerBound * 3..<start + columns.upperBound * 3]
        }
        let data = try part.stream(own, threads: threads)
        frames.append(
            Frame(
                left: columns.lowerBound, top: rows.lowerBound, width: columns.count, height: rows.count, delay: delay,
                data: data))
        last = pixels
    }

    /// The columns and rows around all pixels that differ from the last picture; one pixel if none does.
    private func changed(_ pixels: [UInt8]) -> (columns: Range<Int>, rows: Range<Int>) {
        let row = writer.width * 3
        func differs(_ y: Int) -> Bool { pixels[y * row..<(y + 1) * row] != last[y * row..<(y + 1) * row] }
        guard let top = (0..<writer.height).first(where: differs),
            let bottom = (0..<writer.height).last(where: differs)
        else { return (0..<1, 0..<1) }
        var (left, right) = (row, 0)
        for y in top...bottom {
            let start = y * row
            if let first = (0..<left).first(where: { pixels[start + $0] != last[start + $0] }) { left = first }
            if let end = (right..<row).last(where: { pixels[start + $0] != last[start + $0] }) { right = end }
        }
        return (left / 3..<right / 3 + 1, top..<bottom + 1)
    }

    /// The file; without pictures, an error.
    package func file() throws(ImageError) -> [UInt8] {
        guard !frames.isEmpty else {
            throw ImageError(code: .unrepresentable, byte: 0, message: "expected pictures, found none")
        }
        var output = PNGChunk.signature
        PNGChunk.append(.header, writer.header, to: &output)
        PNGChunk.append(.sRGB, [0], to: &output)
        PNGChunk.append(.animation, Self.big([frames.count, 0]), to: &output)
        var number = 0
        for (index, frame) in frames.enumerated() {
            var control = Self.big([number, frame.width, frame.height, frame.left, frame.top])
            // A thousandth of a second is the unit; the picture stays below the next one, and takes its place.
            control += [UInt8(frame.delay >> 8), UInt8(frame.delay & 0xFF), 0x03, 0xE8, 0, 0]
            PNGChunk.append(.frameControl, control, to: &output)
            number += 1
            for part in frame.data {
                if index == 0 {
                    PNGChunk.append(.data, part, to: &output)
                } else {
                    PNGChunk.append(.frameData, Self.big([number]) + part, to: &output)
                    number += 1
                }
            }
        }
        PNGChunk.append(.end, [], to: &output)
        return output
    }

    private static func big(_ numbers: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.append(bigEndian: UInt32(clamping: number)) }
        return bytes
    }
}
