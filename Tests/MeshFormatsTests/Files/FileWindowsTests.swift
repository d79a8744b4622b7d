import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Bytes of a file that are read when they are needed.
@Suite struct FileWindowsTests {
    private static let count = 3 << 20

    private func inFile(_ body: (Input, String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("windows-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.bytes.write(to: URL(fileURLWithPath: path))
        try body(try Input.file(path), path)
    }

    private static let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    private func areRight(_ storage: ByteStorage, _ range: Range<Int>) -> Bool {
        unsafe storage.withBytes(in: range) { unsafe Data($0) } == Self.bytes.subdata(in: range)
    }

    @Test func anyRangeHasItsBytesOnAnyThread() throws {
        try inFile { input, _ in
            let storage = ByteStorage(FileWindows(input))
            let results = Parallel.map(64, threads: 4) { piece -> Bool in
                var state = UInt64(piece) &* 0x9E37_79B9_7F4A_7C15 | 1
                for step in 0..<40 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1
                    let start = Int(state >> 33) % Self.count
                    // Short ones, those of a run, and ones that are longer than a window.
                    let length = [1, 4096, 130_000, 900_000][step % 4]
                    guard areRight(storage, start..<min(start + length, Self.count)) else { return false }
                }
                return true
            }
            #expect(results.allSatisfy { $0 })
            #expect(input.lateFailure == nil)
            #expect(unsafe storage.withBytes { unsafe Data($0) } == Self.bytes)
        }
    }

    @Test func columnsOfAFileAreThoseOfMemory() throws {
        try inFile { input, _ in
            let late = ByteStorage(FileWindows(input))
            let memory = ByteStorage(try input.wholeBlock())
            let types: [ScalarType] = [.uint8, .int16, .int32, .float32, .float64, .float16, .uint64]
            for type in types {
                for (order, stride) in [(ByteOrder.little, 27), (.big, 31), (.little, 3 * type.byteCount)] {
                    func column(_ storage: ByteStorage) throws -> Column {
                        try #require(
                            Column(
                                viewing: storage, offset: 13, stride: stride, count: 20_000, components: 3, type: type,
                                byteOrder: order))
                    }
                    let (a, b) = (try column(late), try column(memory))
                    #expect(a.integers() == b.integers())
                    #expect(a.doubles().map(\.bitPattern) == b.doubles().map(\.bitPattern))
                    #expect(a.nonFiniteRows() == b.nonFiniteRows())
                    var digests = (ColumnDigest(), ColumnDigest())
                    digests.0.add(a)
                    digests.1.add(b)
                    #expect(digests.0 == digests.1)
                    let picks: ContiguousArray<Int32> = [5, 18_000, -1, 7, 19_999, 20_000, 0]
                    #expect(
                        Column.joined([a.picked(picks)]).doubles().map(\.bitPattern)
                            == Column.joined([b.picked(picks)]).doubles().map(\.bitPattern))
                    #expect(a.hasSameBits(4, 4) && a.hasSameBits(3, 9) == b.hasSameBits(3, 9))
                }
            }
        }
    }

    @Test func aFileThatBecameShorterIsRememberedAndGivesZeros() throws {
        try inFile { input, path in
            let storage = ByteStorage(FileWindows(input))
            #expect(areRight(storage, 0..<100))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.truncate(atOffset: 2_000_000)
            try file.close()
            let lost = unsafe storage.withBytes(in: 2_500_000..<2_500_010) { unsafe Array($0) }
            #expect(lost == [UInt8](repeating: 0, count: 10))
            #expect(input.lateFailure?.isShrunk == true)
        }
    }

    @Test func aFileThatChangedIsNoticedOnlyIfItWasReadLate() throws {
        try inFile { input, path in
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 9)], ofItemAtPath: path)
            #expect(input.lateFailure == nil)
            _ = FileWindows(input)
            #expect(input.lateFailure?.number == SystemError.changedNumber)
        }
    }
}
