/// A grey baseline JPEG file, made by hand (ITU T.81): each block is a zero DC difference and an end of block.
package enum GreyJPEG {
    /// Returns a file of the given size.
    ///
    /// - Parameter padding: the number of comment bytes before the picture, to make the file as large as a camera's.
    package static func file(width: Int, height: Int, padding: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        var left = padding
        while left > 0 {
            let count = min(left, 65_533)
            bytes += [0xFF, 0xFE, UInt8((count + 2) >> 8), UInt8((count + 2) & 255)]
            bytes += (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
            left -= count
        }
        // Quantisation steps of 1, the size, and one code of one bit for each table.
        bytes += [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        bytes += [1, 1, 0x11, 0]
        for table: UInt8 in [0x00, 0x10] {
            bytes += [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0]
        }
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let bits = ((width + 7) / 8) * ((height + 7) / 8) * 2
        bytes += [UInt8](repeating: 0, count: bits / 8)
        // The rest of the last byte is ones.
        if bits % 8 != 0 { bytes.append(UInt8(255 >> (bits % 8))) }
        return bytes + [0xFF, 0xD9]
    }
}
