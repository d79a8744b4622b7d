import Testing

@testable import MeshBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// If a file system can't bypass the cache, the tests run through the cache.
@Suite struct StraightFileTests {
    /// Its length is a prime number, so that no block of a file equals another.
    private static let pattern = (0..<65_537).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37 >> 7) }

    /// Bytes that depend on their offset.
    private func bytes(_ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        while result.count < range.count {
            let start = (range.lowerBound + result.count) % Self.pattern.count
            result += Self.pattern[start..<min(Self.pattern.count, start + range.count - result.count)]
        }
        return result
    }

    /// Compared here, so that a failure doesn't list millions of bytes.
    private func holds(_ found: [UInt8]?, _ expected: [UInt8]) -> Bool {
        guard let found, found.count == expected.count else { return false }
        return unsafe found.withUnsafeBytes { one in
            unsafe expected.withUnsafeBytes { other in
                guard let a = one.baseAddress, let b = other.baseAddress else { return true }
                return unsafe memcmp(a, b, one.count) == 0
            }
        }
    }

    /// Writes chunks of all lengths, some larger than any buffer.
    private func fill(_ sink: ByteSink, upTo end: Int) throws {
        var length = 1
        while sink.byteCount < end {
            let start = sink.byteCount
            try sink.write(bytes(start..<min(start + length, end)))
            length = length * 7 % 5_000_011
        }
    }

    @Test func aLargeFileHasTheBytesThatWereWritten() throws {
        let folder = TemporaryFolder()
        for end in [8 << 20, 12 << 20, 20_000_003] {
            let transaction = OutputTransaction(mainPath: folder.file("out"))
            try fill(try transaction.openMain(), upTo: end)
            try transaction.commit()
            #expect(holds(folder.bytes("out"), bytes(0..<end)))
        }
    }

    @Test func whatWasFlushedCanBeReadAndGoesOn() throws {
        let folder = TemporaryFolder()
        let transaction = OutputTransaction(mainPath: folder.file("out"))
        let sink = try transaction.openMain()
        for end in [9_000_001, 14_000_000, 14_000_001, 23_000_007] {
            try fill(sink, upTo: end)
            try sink.flush()
            let path = try #require(transaction.temporaryMainPath)
            #expect(holds(try Input.file(path).read(0..<end + 1), bytes(0..<end)))
        }
        try sink.replace(at: 13_000_001, with: [1, 2, 3])
        try fill(sink, upTo: 40_000_000)
        try transaction.commit()
        let expected = bytes(0..<13_000_001) + [1, 2, 3] + bytes(13_000_004..<40_000_000)
        #expect(holds(folder.bytes("out"), expected))
    }

    @Test func whatWasForgottenIsGone() throws {
        let folder = TemporaryFolder()
        let transaction = OutputTransaction(mainPath: folder.file("out"))
        let sink = try transaction.openMain()
        try fill(sink, upTo: 15_000_000)
        try sink.removeAll()
        try fill(sink, upTo: 9_000_000)
        try transaction.commit()
        #expect(holds(folder.bytes("out"), bytes(0..<9_000_000)))
    }

    @Test func aPlaceThatTheSystemRefusesIsWrittenThroughTheCache() throws {
        let folder = TemporaryFolder()
        folder.write("out", "0123456789")
        let descriptor = unsafe open(folder.file("out"), O_RDWR)
        defer { close(descriptor) }
        #expect(lseek(descriptor, 10, SEEK_SET) == 10)
        // Not a multiple of a block: not even the first one can bypass the cache.
        guard let file = StraightFile(descriptor) else { return }
        let written = bytes(10..<9_000_000)
        let isDone = unsafe written.withUnsafeBytes { raw in
            unsafe file.write(UnsafeRawBufferPointer(rebasing: raw[..<5_000_000]))
                && file.write(UnsafeRawBufferPointer(rebasing: raw[5_000_000...]))
        }
        #expect(isDone && file.end())
        #expect(holds(folder.bytes("out"), Array("0123456789".utf8) + written))
    }
}
