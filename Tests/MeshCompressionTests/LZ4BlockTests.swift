import MeshCompression
import Testing

@Suite("A block of LZ4")
struct LZ4BlockTests {
    @Test("stands for literals, copies and copies of what they make themselves")
    func handMade() throws {
        // Three literals and the end.
        #expect(try LZ4Block.decode([0x30, 1, 2, 3], most: 3) == [1, 2, 3])
        // An empty block.
        #expect(try LZ4Block.decode([0], most: 0).isEmpty)
        // "ab", six bytes from two bytes before, then "c".
        #expect(
            try LZ4Block.decode([0x22, 0x61, 0x62, 2, 0, 0x10, 0x63], most: 9) == Array("ababababc".utf8))
        // One literal, repeated 4 + 15 + 255 + 7 times, and the end.
        #expect(
            try LZ4Block.decode([0x1F, 9, 1, 0, 255, 7, 0x00], most: 282) == [UInt8](repeating: 9, count: 282))
        // 15 + 2 literals.
        #expect(try LZ4Block.decode([0xF0, 2] + [UInt8](0..<17), most: 17) == [UInt8](0..<17))
    }

    @Test("is read as lz4's own program wrote it")
    func fromLZ4() throws {
        let text = "the quick brown fox, the quick brown dog, the quick brown hen and the quick end"
        let block = "fc0674686520717569636b2062726f776e20666f782c2015003e646f6715007568656e20616e642d00506b20656e64"
        #expect(try LZ4Block.decode(Self.bytes(block), most: 200) == Array(text.utf8))
        let runs =
            "2f616202003b1f000100ff1aff2f0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222324252627"
            + "28292a2b2c2d2e2f303132333435363738393a3b78797a03002150797a78797a"
        let contents =
            (0..<80).map { UInt8(0x61 + $0 % 2) } + [UInt8](repeating: 0, count: 300) + [UInt8](0..<60)
            + (0..<60).map { UInt8(0x78 + $0 % 3) }
        #expect(try LZ4Block.decode(Self.bytes(runs), most: contents.count) == contents)
    }

    @Test("gives back what it was made of, whatever that is")
    func roundTrip() throws {
        var random = SeededGenerator(state: 1)
        for count in Array(0...80) + [255, 256, 300, 1000, 65535, 65536, 70000, 200_000] {
            for kind in 0..<5 {
                let contents = (0..<count).map { index -> UInt8 in
                    switch kind {
                    case 0: 0
                    case 1: UInt8(truncatingIfNeeded: index / 7 % 11)
                    case 2: UInt8.random(in: 0...255, using: &random)
                    case 3: UInt8.random(in: 0...1, using: &random)
                    // A repetition just inside and just outside the farthest distance.
                    default: index % (65534 + index / 131072 * 4) < 20 ? UInt8(index & 15) : UInt8(index >> 8 & 255)
                    }
                }
                let block = try #require(LZ4Block.encode(contents))
                #expect(block.count <= LZ4Block.largestSize(of: count))
                #expect(try LZ4Block.decode(block, most: count) == contents, "\(count) bytes of kind \(kind)")
            }
        }
    }

    @Test("is much shorter than what repeats, and the same each time")
    func ratio() throws {
        let block = try #require(LZ4Block.encode([UInt8](repeating: 5, count: 100_000)))
        #expect(block.count < 450)
        let text = Array(String(repeating: "every good boy does fine; ", count: 400).utf8)
        let first = try #require(LZ4Block.encode(text))
        #expect(first.count < 120 && LZ4Block.encode(text) == first)
    }

    @Test("is refused when it is cut off, and never read as more than there is room for")
    func cutOff() throws {
        let contents = Array("the quick brown fox, the quick brown dog, the quick brown hen and the quick end".utf8)
        let block = try #require(LZ4Block.encode(contents))
        for count in 0..<block.count {
            if let less = try? LZ4Block.decode(Array(block[..<count]), most: 500) {
                // A prefix that ends after literals is a valid block.
                #expect(contents.starts(with: less) && less.count < contents.count)
            }
        }
        for most in 0..<contents.count {
            #expect(throws: CompressionError.self) { try LZ4Block.decode(block, most: most) }
        }
    }

    @Test("may not copy from before its first byte, or from nowhere")
    func distances() {
        for (distance, found) in [(0, "0"), (3, "3"), (65535, "65535")] {
            let block = [0x20, 1, 2, UInt8(distance & 255), UInt8(distance >> 8), 0x10, 3]
            #expect(throws: CompressionError(expected: "a distance of 1 to 2 bytes", found: found, offset: 3)) {
                try LZ4Block.decode(block, most: 100)
            }
        }
        // A length that never ends.
        #expect(throws: CompressionError.self) {
            try LZ4Block.decode([0x1F, 1, 1, 0] + [UInt8](repeating: 255, count: 1000), most: 1000)
        }
    }

    @Test("gives an error or bytes, however it is damaged")
    func damage() throws {
        var random = SeededGenerator(state: 3)
        let contents = (0..<600).map { UInt8(truncatingIfNeeded: $0 / 5 &* 37 & 15) }
        let block = try #require(LZ4Block.encode(contents))
        for _ in 0..<4000 {
            var damaged = block
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let decoded = try? LZ4Block.decode(damaged, most: 700) { #expect(decoded.count <= 700) }
        }
    }

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.map { $0 < 0x61 ? $0 - 0x30 : $0 - 0x57 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// The same numbers on every machine.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
