/// Whether the bytes of a picture reach its end, without decoding it.
package enum ImageEnd {
    /// Whether a PNG or JPEG stops before its end; nil for what is neither.
    package static func isMissing(in bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return isMissingInPNG(bytes) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return isMissingInJPEG(bytes) }
        return nil
    }

    /// Goes from chunk to chunk, up to IEND.
    private static func isMissingInPNG(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while bytes.count - place >= 12 {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { return true }
            if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return false }
            place += 12 + length
        }
        return true
    }

    /// Goes from segment to segment, over the coded pixels, up to EOI.
    private static func isMissingInJPEG(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 1 < bytes.count {
            let marker = JPEGMarker(code: bytes[place + 1])
            // Coded pixels, in which 0xFF is followed by 0, and bytes between segments.
            guard bytes[place] == 0xFF, marker.code != 0, marker.code != 0xFF else {
                place += 1
                continue
            }
            if marker == .end { return false }
            place += 2
            if marker.isAlone { continue }
            guard place + 1 < bytes.count else { return true }
            place += Int(bytes[place]) << 8 | Int(bytes[place + 1])
        }
        return true
    }
}
