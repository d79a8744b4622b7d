import Foundation
import MeshArchive
import MeshBytes
import Testing

@Suite struct ZipWriterTests {
    private func archive(
        alignment: Int = 1, _ body: (inout ZipWriter) throws -> Void
    ) throws -> [UInt8] {
        let sink = ByteSink()
        var zip = ZipWriter(to: sink, alignment: alignment)
        try body(&zip)
        try zip.finish()
        return sink.bytes
    }

    private static let noise: [UInt8] = {
        var seed: UInt32 = 5
        return (0..<700_000).map { _ in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return UInt8(seed >> 24) & 0x3F
        }
    }()

    /// Byte by byte, from APPNOTE.TXT.
    @Test func writesOneStoredEntry() throws {
        let bytes = try archive { try $0.add("a", Array("123456789".utf8)) }
        let sizes: [UInt8] = [0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0, 9, 0, 0, 0]
        let local: [UInt8] = [0x50, 0x4B, 3, 4, 10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0] + sizes + [1, 0, 0, 0, 0x61]
        let directory: [UInt8] =
            [0x50, 0x4B, 1, 2, 10, 3, 10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0] + sizes
            + [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81, 0, 0, 0, 0, 0x61]
        let end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 47, 0, 0, 0, 40, 0, 0, 0, 0, 0]
        #expect(bytes == local + Array("123456789".utf8) + directory + end)
    }

    /// The package of usd-core, except for the times and the extra fields that it repeats in its directory.
    @Test func writesWhatUSDWrites() throws {
        let usd = try ZipReader(ZipFixtures.usd)
        let bytes = try archive(alignment: 64) {
            for entry in usd.entries { try $0.add(entry.name, usd.contents(of: entry, in: ZipFixtures.usd)) }
        }
        let own = try ZipReader(bytes)
        #expect(own.findings == [])
        #expect(own.entries == usd.entries)
    }

    @Test func whatIsWrittenIntoTheSinkIsAnEntryLikeAnyOther() throws {
        var contents = Array("head".utf8) + Self.noise + Self.noise
        let whole = try archive(alignment: 64) {
            try $0.add("first", Self.noise)
            try $0.add("scene.usdc", contents)
            try $0.add("last", [])
        }
        contents.replaceSubrange(0..<4, with: [0, 0, 0, 0])
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = OutputTransaction(mainPath: folder.appendingPathComponent("a.zip").path)
        for sink in [ByteSink(), try output.openMain()] {
            var zip = ZipWriter(to: sink, alignment: 64)
            try zip.add("first", Self.noise)
            let own = try zip.beginStored("scene.usdc")
            #expect(own === sink)
            let start = own.byteCount
            try own.write(contents)
            #expect(throws: ZipError.self) { try zip.write(contents) }
            try own.replace(at: start, with: Array("head".utf8))
            try zip.end()
            try zip.add("last", [])
            try zip.finish()
            if !sink.bytes.isEmpty, sink.bytes.count == sink.byteCount { #expect(sink.bytes == whole) }
        }
        try output.commit()
        #expect(try Array(Data(contentsOf: folder.appendingPathComponent("a.zip"))) == whole)
    }

    @Test(arguments: [ZipWriter.Storage.stored, .deflated(), .deflated(level: 1), .deflated(level: 99)])
    func comesBackTheSame(storage: ZipWriter.Storage) throws {
        let names = ["a.bin", "folder/größe.txt", "folder/empty"]
        let contents = [Self.noise, Array("v 0 0 0\n".utf8), []]
        let bytes = try archive {
            for (name, content) in zip(names, contents) { try $0.add(name, content, storage) }
        }
        let archive = try ZipReader(bytes)
        #expect(archive.entries.map(\.name) == names)
        for (entry, content) in zip(archive.entries, contents) {
            #expect(try archive.contents(of: entry, in: bytes) == content)
        }
        #expect(archive.entries[0].versionNeeded == (storage == .stored ? 10 : 20))
        #expect(archive.entries[1].flags == 0x800)
        #expect(archive.findings.allSatisfy { [.unaligned, .deflated].contains($0.kind) })
        if storage != .stored { #expect(bytes.count < Self.noise.count * 7 / 8) }
    }

    @Test func isTheSameInPieces() throws {
        let whole = try archive { try $0.add("a", Self.noise, .deflated()) }
        let pieces = try archive {
            try $0.begin("a", .deflated())
            for start in stride(from: 0, to: Self.noise.count, by: 99_991) {
                try $0.write(Array(Self.noise[start..<min(start + 99_991, Self.noise.count)]))
            }
            try $0.end()
        }
        #expect(whole == pieces)
    }

    @Test(arguments: [1, 2, 4, 64, 4096], 0..<70)
    func alignsData(alignment: Int, count: Int) throws {
        let bytes = try archive(alignment: alignment) {
            try $0.add(String(repeating: "n", count: count + 1), [UInt8](repeating: 1, count: count))
            try $0.add("b", [2])
        }
        let archive = try ZipReader(bytes)
        #expect(archive.entries.allSatisfy { $0.isAligned(to: alignment) })
        #expect(archive.findings.allSatisfy { $0.kind == .unaligned })
    }

    @Test(arguments: [
        "", "/a", "../a", "a/../b", "a\\b", "a//b", "a/", "./a", "a/.", "C:a", "a\nb", "a\0", "\u{7F}",
        String(repeating: "a", count: 65_536),
    ])
    func refusesNamesThatAreNoPathInside(name: String) throws {
        var zip = ZipWriter(to: ByteSink())
        do throws(ZipError) {
            try zip.add(name, [1])
            Issue.record("\(name) was taken")
        } catch {
            guard case .archive(let error) = error else { throw error }
            #expect(error.code == .unrepresentable)
            #expect(error.entry == name)
        }
    }

    @Test func refusesTheSameNameTwice() throws {
        var zip = ZipWriter(to: ByteSink())
        try zip.add("a", [1])
        do throws(ZipError) {
            try zip.add("a", [2])
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".contains("two files in the archive have this name"))
        }
        // Writing goes on.
        try zip.add("b", [2])
        try zip.finish()
    }

    @Test func refusesMoreEntriesThan16BitsCount() throws {
        let sink = ByteSink()
        var zip = ZipWriter(to: sink)
        for index in 0..<65_534 { try zip.add(String(index, radix: 36), [UInt8]()) }
        do throws(ZipError) {
            try zip.add("more", [1])
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".contains("the archive has 65535 files or more"))
        }
        try zip.finish()
        #expect(try ZipReader(sink.bytes).entries.count == 65_534)
    }

    @Test func refusesFourGigabytesBeforeTheyAreWritten() throws {
        let descriptor = unsafe open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        var zip = ZipWriter(to: ByteSink(descriptor: descriptor, path: "/dev/null"))
        let block = [UInt8](repeating: 7, count: 16 << 20)
        try zip.add("small", [1])
        try zip.begin("large")
        var count = 0
        do throws(ZipError) {
            while count < 300 {
                try zip.write(block)
                count += 1
            }
        } catch {
            guard case .archive(let error) = error else { throw error }
            #expect(error.code == .unrepresentable)
        }
        #expect(count == 255)
        let written = zip.byteCount
        #expect(written < 1 << 32)
    }

    @Test func writesBehindWhatIsThere() throws {
        let sink = ByteSink()
        try sink.write([9, 9, 9])
        var zip = ZipWriter(to: sink, alignment: 64)
        try zip.add("a", [1])
        #expect(zip.byteCount == 65)
        try zip.finish()
        #expect(try ZipReader(Array(sink.bytes.dropFirst(3))).findings == [])
    }
}
