/// Converts a PNG's rows to pixels: unpacks samples, resolves palettes, adds alpha, undoes interlacing.
struct PNGUnpacker {
    private let header: PNGHeader
    private let palette: [UInt8]
    private let transparency: [UInt8]?
    private let components: Int

    init(_ header: PNGHeader, palette: [UInt8], transparency: [UInt8]?, layout: PixelLayout) {
        self.header = header
        self.palette = palette
        self.transparency = transparency
        components = layout.rawValue
    }

    /// Returns the samples of the image.
    ///
    /// - Parameters:
    ///   - rows: the rows of all passes, with filters undone, each preceded by its filter's number.
    ///   - passes: the positions of their pixels in the image.
    /// - Returns: nil if an index is not in the palette.
    func samples(_ rows: [UInt8], _ passes: [PNGHeader.Pass]) -> PixelImage.Samples? {
        let count = header.width * header.height * components
        if header.bitDepth == 16 {
            var words = [UInt16](repeating: 0, count: count)
            fillWords(rows, passes, &words)
            return .words(words)
        }
        var bytes = [UInt8](repeating: 0, count: count)
        return fillBytes(rows, passes, &bytes) ? .bytes(bytes) : nil
    }

    /// Calls `body` for each row: its start in `rows`, its number of pixels, and the index of its first pixel and the
    /// distance between its pixels in samples of the image.
    @inline(__always)
    private func forEachRow(
        _ passes: [PNGHeader.Pass], _ body: (_ start: Int, _ pixels: Int, _ target: Int, _ step: Int) -> Void
    ) {
        var start = 0
        for pass in passes {
            for row in 0..<pass.height {
                let target = ((pass.top + row * pass.down) * header.width + pass.left) * components
                body(start + 1, pass.width, target, pass.across * components)
                start += header.rowCount(pass.width) + 1
            }
        }
    }

    private func fillWords(_ rows: [UInt8], _ passes: [PNGHeader.Pass], _ words: inout [UInt16]) {
        let channels = header.channels
        let key = transparency.map { bytes in
            (0..<channels).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
        }
        forEachRow(passes) { start, pixels, target, step in
            var (source, place) = (start, target)
            for _ in 0..<pixels {
                var isKey = key != nil
                for channel in 0..<channels {
                    let value = UInt16(rows[source]) << 8 | UInt16(rows[source + 1])
                    words[place + channel] = value
                    if let key, key[channel] != value { isKey = false }
                    source += 2
                }
                if key != nil { words[place + channels] = isKey ? 0 : 0xFFFF }
                place += step
            }
        }
    }

    private func fillBytes(_ rows: [UInt8], _ passes: [PNGHeader.Pass], _ bytes: inout [UInt8]) -> Bool {
        let channels = header.channels
        let depth = header.bitDepth
        if header.colorType == 3 || depth < 8 || (channels == 1 && transparency != nil) {
            return fillFromTable(rows, passes, &bytes)
        }
        let key = transparency.map { key in (0..<channels).map { key[2 * $0] == 0 ? Int(key[2 * $0 + 1]) : -1 } }
        forEachRow(passes) { start, pixels, target, step in
            if step == channels {
                bytes.replaceSubrange(
                    target..<target + pixels * channels, with: rows[start..<start + pixels * channels])
                return
            }
            var (source, place) = (start, target)
            for _ in 0..<pixels {
                var isKey = key != nil
                for channel in 0..<channels {
                    let value = rows[source + channel]
                    bytes[place + channel] = value
                    if let key, key[channel] != Int(value) { isKey = false }
                }
                if key != nil { bytes[place + channels] = isKey ? 0 : 0xFF }
                source += channels
                place += step
            }
        }
        return true
    }

    /// Fills pixels of one sample of at most 8 bits, by a table with the result for each value.
    private func fillFromTable(_ rows: [UInt8], _ passes: [PNGHeader.Pass], _ bytes: inout [UInt8]) -> Bool {
        let depth = header.bitDepth
        let largest = 1 << depth - 1
        var table: [UInt8] = []
        for value in 0...largest {
            if header.colorType == 3 {
                let isKnown = value < palette.count / 3
                for channel in 0..<3 { table.append(isKnown ? palette[3 * value + channel] : 0) }
                if let transparency { table.append(value < transparency.count ? transparency[value] : 0xFF) }
            } else {
                table.append(UInt8(value * 255 / largest))
                if let transparency {
                    table.append(Int(transparency[0]) << 8 | Int(transparency[1]) == value ? 0 : 0xFF)
                }
            }
        }
        let known = header.colorType == 3 ? palette.count / 3 : largest + 1
        var isKnown = true
        let perByte = 8 / depth
        let components = components
        forEachRow(passes) { start, pixels, target, step in
            var place = target
            for pixel in 0..<pixels {
                let shift = 8 - depth - pixel % perByte * depth
                let value = Int(rows[start + pixel / perByte]) >> shift & largest
                if value >= known { isKnown = false }
                for component in 0..<components { bytes[place + component] = table[value * components + component] }
                place += step
            }
        }
        return isKnown
    }
}
