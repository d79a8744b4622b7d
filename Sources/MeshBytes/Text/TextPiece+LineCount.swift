extension TextPiece {
    /// The number of lines, including a last one without a line feed.
    ///
    /// - Bounds: loads of 32 bytes, each inside the chunk.
    public var lineCount: Int {
        let bytes = unsafe self.bytes
        guard let base = bytes.baseAddress, bytes.count > 0 else { return 0 }
        let feed = SIMD32<UInt8>(repeating: 0x0A)
        var total = 0
        var index = 0
        // A byte can count to 255 before it has to be added up.
        while bytes.count - index >= 32 {
            var counts = SIMD32<UInt8>()
            for _ in 0..<min(255, (bytes.count - index) / 32) {
                let chunk = unsafe base.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
                // A true lane of the mask equals −1.
                counts &-= unsafe unsafeBitCast(chunk .== feed, to: SIMD32<UInt8>.self)
                index += 32
            }
            total += Int(SIMD32<UInt16>(truncatingIfNeeded: counts).wrappedSum())
        }
        while index < bytes.count {
            if unsafe bytes[index] == 0x0A { total += 1 }
            index += 1
        }
        return total + (unsafe bytes[bytes.count - 1] == 0x0A ? 0 : 1)
    }
}
