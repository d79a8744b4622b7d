/// Makes broken files of whole ones: the same of the same seed, on every machine.
///
/// It knows how containers are made: it changes what lies in them and mends their sizes and checksums, so that the change
/// gets to the reader that it is meant for.
public struct Mutator: Sendable {
    var random: RandomSource

    /// Creates a mutator.
    public init(seed: UInt64) { random = RandomSource(seed: seed) }

    /// Returns a changed copy, at most `most` bytes long.
    ///
    /// - Parameter bytewise: changes bytes that mean nothing in particular; nil: the mutator's own way.
    public mutating func mutated(
        _ bytes: [UInt8], most: Int, bytewise: (([UInt8]) -> [UInt8])? = nil
    ) -> [UInt8] {
        var result = bytes
        for _ in 0..<random.pick(1, 1, 1, 2, 4) {
            result = changed(result, depth: 0, bytewise) ?? bytesChanged(result, bytewise)
        }
        return Array(result.prefix(max(0, most)))
    }

    /// Changes what a container holds; nil: no container, or it is left to blind changes.
    mutating func changed(
        _ bytes: [UInt8], depth: Int, _ bytewise: (([UInt8]) -> [UInt8])?
    ) -> [UInt8]? {
        guard depth < 3, !random.oneIn(6) else { return nil }
        func starts(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
        if starts("glTF") { return binaryGLTF(bytes, depth, bytewise) }
        if starts("PK\u{3}\u{4}") { return archive(bytes, depth, bytewise) }
        if starts("PXR-USDC") { return crate(bytes, bytewise) }
        if starts("\u{89}PNG") || bytes.starts(with: [0x89, 0x50]) { return picture(bytes, bytewise) }
        if starts("ply") { return header(bytes, endingWith: "end_header", bytewise) }
        if Self.isText(bytes) { return text(bytes) }
        return nil
    }

    /// Changes bytes without a thought for their meaning.
    mutating func bytesChanged(_ bytes: [UInt8], _ bytewise: (([UInt8]) -> [UInt8])? = nil) -> [UInt8] {
        if let bytewise { return bytewise(bytes) }
        guard !bytes.isEmpty else { return [UInt8(random.int(0...255))] }
        var result = bytes
        let place = random.int(0...bytes.count - 1)
        let length = min(random.pick(1, 2, 4, 8, 64, 1000), bytes.count - place)
        switch random.int(0...7) {
        case 0: result[place] = UInt8(random.int(0...255))
        case 1: result[place] ^= 1 << UInt8(random.int(0...7))
        case 2: result.removeSubrange(place..<place + length)
        case 3: result.removeSubrange(place...)
        case 4:
            let other = random.int(0...bytes.count - 1)
            result.insert(contentsOf: bytes[place..<place + length], at: other)
        case 5:
            let other = random.int(0...bytes.count - length)
            result.replaceSubrange(other..<other + length, with: bytes[place..<place + length])
        default: place32(&result, at: place)
        }
        return result
    }

    /// Overwrites up to eight bytes with an integer at which readers may stumble, or with the old one changed by little.
    private mutating func place32(_ bytes: inout [UInt8], at place: Int) {
        let size = min(random.pick(1, 2, 4, 4, 8), bytes.count - place)
        let start = size >= 4 && random.oneIn(2) ? place & ~3 : place
        var old: UInt64 = 0
        for index in 0..<size where start + index < bytes.count {
            old |= UInt64(bytes[start + index]) << UInt64(8 * index)
        }
        let edge = UInt64(1) << UInt64(random.int(0...63))
        let value = random.pick(
            old &+ 1, old &- 1, old &* 2, 0, .max, edge, edge &- 1, 0x7FFF_FFFF, 0x8000_0000, 0x7F80_0000, 0x7FC0_0000,
            UInt64(bytes.count), UInt64(random.int(0...16)))
        let isBigEndian = random.oneIn(4)
        for index in 0..<size where start + index < bytes.count {
            let shift = UInt64(8 * (isBigEndian ? size - 1 - index : index))
            bytes[start + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    /// Whether the beginning is text.
    static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(256).allSatisfy { $0 >= 32 && $0 != 127 || (9...13).contains($0) }
    }
}
