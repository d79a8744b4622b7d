import MeshBytes
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct InputTests {
    @Test func aFileAndItsBytesReadAlike() throws {
        let folder = TemporaryFolder()
        let bytes = (0..<9_000_000).map { UInt8(truncatingIfNeeded: ($0 as Int) &* 2_654_435_761) }
        folder.write("data", bytes)
        for input in [try Input.file(folder.file("data")), Input.bytes(bytes, name: "data")] {
            #expect(input.byteCount == bytes.count)
            #expect(try input.read(5..<25) == Array(bytes[5..<25]))
            #expect(try input.read(bytes.count - 3..<bytes.count + 10) == Array(bytes.suffix(3)))
            #expect(try input.read(bytes.count..<bytes.count + 10).isEmpty)
            for threads in [1, 2] {
                let block = try input.wholeBlock(threads: threads)
                #expect(unsafe block.bytes.elementsEqual(bytes))
            }
        }
    }

    @Test func aMissingFileIsAnErrorThatSaysSo() {
        let error = #expect(throws: SystemError.self) { try Input.file("/tmp/no/such/file.ply") }
        #expect(error?.isMissing == true)
        #expect(error?.description == "cannot open /tmp/no/such/file.ply: no such file or directory")
    }

    @Test func aFolderIsNoFile() {
        let error = #expect(throws: SystemError.self) { try Input.file("/tmp") }
        #expect(error?.isFolder == true)
    }

    @Test func anEmptyFileHasNoBytes() throws {
        let folder = TemporaryFolder()
        folder.write("empty", "")
        let input = try Input.file(folder.file("empty"))
        #expect(input.byteCount == 0)
        #expect(try input.wholeBlock().byteCount == 0)
    }

    @Test func aPipeIsReadWholeUpToALimit() throws {
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        _ = unsafe write(ends[1], "hello", 5)
        close(ends[1])
        let input = try Input.file("/dev/fd/\(ends[0])")
        #expect(try input.read(0..<100) == Array("hello".utf8))
        close(ends[0])

        #expect(unsafe pipe(&ends) == 0)
        _ = unsafe write(ends[1], "hello", 5)
        close(ends[1])
        let error = #expect(throws: SystemError.self) { try Input.file("/dev/fd/\(ends[0])", limit: 4) }
        #expect(error?.isBeyondLimit == true)
        close(ends[0])
    }

    @Test func blocksTooLargeAreAnError() {
        let error = #expect(throws: SystemError.self) { try MemoryBlock(byteCount: Int.max) }
        #expect(error?.isNoMemory == true)
        #expect(throws: SystemError.self) { try MemoryBlock(byteCount: -1) }
    }

    @Test func largeBlocksCanBeUsedToTheLastByte() throws {
        let block = try MemoryBlock(byteCount: (5 << 20) + 3)
        unsafe block.bytes[block.byteCount - 1] = 7
        #expect(unsafe block.bytes[block.byteCount - 1] == 7)
    }
}
