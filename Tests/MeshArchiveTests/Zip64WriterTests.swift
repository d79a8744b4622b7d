import MeshBytes
import Testing

@testable import MeshArchive

/// The bounds are lowered, since tests have no 4 GiB: the records are the same.
@Suite struct Zip64WriterTests {
    private func archive(
        _ bounds: ZipWriter.Bounds, sorted: Bool = false, _ body: (inout ZipWriter) throws -> Void
    ) throws -> [UInt8] {
        let sink = ByteSink()
        var zip = ZipWriter(to: sink, zip64: .whereNeeded, bounds: bounds)
        try body(&zip)
        try zip.finish(sorted: sorted)
        return sink.bytes
    }

    /// The findings, without those that only USDZ forbids and without that of the directory's order.
    private static func faults(_ zip: ZipReader) -> [ZipFinding] {
        zip.findings.filter { ![.unaligned, .zip64, .deflated, .outOfOrder].contains($0.kind) }
    }

    private func add(_ zip: inout ZipWriter, _ name: String, _ bytes: [UInt8], _ storage: ZipWriter.Storage) throws {
        try zip.begin(name, storage, expected: bytes.count)
        try zip.write(bytes)
        try zip.end()
    }

    @Test func whatFitsIsWrittenAsWithout() throws {
        let body: (inout ZipWriter) throws -> Void = { zip in
            try zip.add("a", [1, 2, 3])
            try zip.add("b", [UInt8](repeating: 7, count: 5000), .deflated())
        }
        let sink = ByteSink()
        var plain = ZipWriter(to: sink)
        try body(&plain)
        try plain.finish()
        #expect(try archive(ZipWriter.Bounds(), body) == sink.bytes)
    }

    @Test(arguments: [ZipWriter.Storage.stored, .deflated()])
    func largeEntriesFarAwayAreFound(_ storage: ZipWriter.Storage) throws {
        let large = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let bytes = try archive(ZipWriter.Bounds(largest: 1000, mostEntries: 100)) { zip in
            try add(&zip, "small", [1, 2, 3], storage)
            try add(&zip, "large", large, storage)
            try add(&zip, "far", [4, 5], storage)
        }
        let zip = try ZipReader(bytes)
        #expect(Self.faults(zip) == [])
        #expect(zip.entries.map(\.name) == ["small", "large", "far"])
        #expect(try zip.contents(of: zip.entries[1], in: bytes) == large)
        #expect(try zip.contents(of: zip.entries[2], in: bytes) == [4, 5])
    }

    @Test func anyNumberOfEntries() throws {
        let bytes = try archive(ZipWriter.Bounds(largest: .max, mostEntries: 10)) { zip in
            for index in 0..<12 { try zip.add("e\(index)", [UInt8(index)]) }
        }
        let zip = try ZipReader(bytes)
        #expect(zip.entries.count == 12)
        #expect(Self.faults(zip) == [])
    }

    @Test func anEntryThatWasNotExpectedToBeLargeIsRefused() throws {
        #expect(throws: ZipError.self) {
            try archive(ZipWriter.Bounds(largest: 1000, mostEntries: 10)) { zip in
                try zip.begin("a", .stored)
                try zip.write([UInt8](repeating: 0, count: 2000))
                try zip.end()
            }
        }
    }

    @Test func theDirectoryMayBeSorted() throws {
        let bytes = try archive(ZipWriter.Bounds(), sorted: true) { zip in
            for name in ["b/2", "a", "b/1"] { try zip.add(name, Array(name.utf8)) }
        }
        let zip = try ZipReader(bytes)
        #expect(zip.entries.map(\.name) == ["a", "b/1", "b/2"])
        #expect(Self.faults(zip) == [])
        for entry in zip.entries { #expect(try zip.contents(of: entry, in: bytes) == Array(entry.name.utf8)) }
    }
}
