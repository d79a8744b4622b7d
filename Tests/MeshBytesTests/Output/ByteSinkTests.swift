import MeshBytes
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct ByteSinkTests {
    @Test func memoryAndFileGetTheSameBytes() throws {
        let folder = TemporaryFolder()
        folder.write("file", "")
        let descriptor = unsafe open(folder.file("file"), O_WRONLY)
        defer { close(descriptor) }
        let file = ByteSink(descriptor: descriptor, path: "file")
        let memory = ByteSink()
        for sink in [memory, file] {
            for index in 0..<200 {
                try sink.write("row ")
                try sink.write("\(-index)")
                try sink.write(littleEndian: UInt32(index))
                try sink.write([UInt8](repeating: UInt8(index), count: index * index))
                try unsafe sink.reserve(10) { target in
                    unsafe target[0] = 0x0A
                    return 1
                }
            }
            try sink.write([UInt8](repeating: 1, count: 3 << 20))
            try sink.write("end")
            try sink.flush()
        }
        #expect(memory.byteCount == file.byteCount)
        #expect(folder.bytes("file") == memory.bytes)
        #expect(memory.bytes.count == memory.byteCount)
        let first = Array("row 0".utf8) + [0, 0, 0, 0, 10]
        #expect(Array(memory.bytes.prefix(10)) == first)
    }

    @Test func inMemoryTheWorkIsToldOfWhatIsWrittenAfterAllWasForgotten() throws {
        let work = Work()
        work.begin(.writing)
        let sink = ByteSink(work: work)
        for _ in 0..<2 {
            try sink.write([UInt8](repeating: 7, count: 2 << 20))
            try sink.removeAll()
        }
        #expect(work.current.completed == 4 << 20)
        work.cancel()
        #expect(throws: SystemError.self) { try sink.write([UInt8](repeating: 7, count: 2 << 20)) }
    }

    /// Collects the bytes that it watches.
    private final class Recorder: ByteWatcher {
        var bytes: [UInt8] = []

        func didWrite(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes.append(contentsOf: bytes) }

        func didReplace(_ old: [UInt8], with new: [UInt8], following: Int) {
            let end = bytes.count - following
            #expect(Array(bytes[(end - old.count)..<end]) == old)
            bytes.replaceSubrange((end - old.count)..<end, with: new)
        }
    }

    @Test func aWatcherSeesWhatIsWrittenMeanwhileAndWhatReplacesIt() throws {
        let folder = TemporaryFolder()
        folder.write("file", "")
        let descriptor = unsafe open(folder.file("file"), O_RDWR)
        defer { close(descriptor) }
        for sink in [ByteSink(), ByteSink(descriptor: descriptor, path: "file")] {
            let recorder = Recorder()
            try sink.write("before")
            try sink.beginWatching(recorder)
            try sink.write("0000")
            for index in 0..<40 { try sink.write([UInt8](repeating: UInt8(index), count: index << 14)) }
            // Half of it has been written already.
            try sink.replace(at: 4, with: Array("abcd".utf8))
            try sink.replace(at: 3_000_000, with: Array("middle".utf8))
            try sink.write("last")
            try sink.endWatching()
            try sink.write("behind")
            try sink.flush()
            let bytes = sink.bytes.isEmpty ? try #require(folder.bytes("file")) : sink.bytes
            #expect(recorder.bytes == Array(bytes[6..<bytes.count - 6]))
            #expect(Array(recorder.bytes.prefix(4)) == Array("cd00".utf8))
        }
    }

    @Test func whatWasWrittenCanBeReplacedOrForgotten() throws {
        let folder = TemporaryFolder()
        folder.write("file", "")
        let descriptor = unsafe open(folder.file("file"), O_RDWR)
        defer { close(descriptor) }
        let file = ByteSink(descriptor: descriptor, path: "file")
        let memory = ByteSink()
        for sink in [memory, file] {
            try sink.write([UInt8](repeating: 7, count: 3 << 20))
            try sink.removeAll()
            #expect(sink.byteCount == 0)
            try sink.write("head 0000 ")
            try sink.write([UInt8](repeating: 1, count: 2 << 20))
            try sink.replace(at: 5, with: Array("1234".utf8))
            try sink.replace(at: sink.byteCount - 1, with: [2])
            #expect(throws: SystemError.self) { try sink.replace(at: sink.byteCount - 1, with: [1, 2]) }
            #expect(throws: SystemError.self) { try sink.replace(at: -1, with: [1]) }
            try sink.write("end")
            try sink.flush()
        }
        let expected = Array("head 1234 ".utf8) + [UInt8](repeating: 1, count: (2 << 20) - 1) + [2] + Array("end".utf8)
        #expect(memory.bytes == expected)
        #expect(folder.bytes("file") == expected)
    }

    @Test func aFullDeviceIsAnError() throws {
        let descriptor = unsafe open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let sink = ByteSink(descriptor: descriptor, path: "/dev/full")
        try sink.write("small")
        let error = #expect(throws: SystemError.self) { try sink.flush() }
        #expect(error?.isNoSpace == true)
        let large = ByteSink(descriptor: descriptor, path: "/dev/full")
        #expect(throws: SystemError.self) { try large.write([UInt8](repeating: 0, count: 5 << 20)) }
    }
}

@Suite struct ParallelRowsTests {
    @Test(arguments: [1, 7, 1000, 100_000]) func theBytesDoNotDependOnThreads(rowsPerChunk: Int) throws {
        var results: [[UInt8]] = []
        for threads in [1, 2, 5] {
            let sink = ByteSink()
            try ParallelRows.write(
                rowCount: 2345,
                rowsPerChunk: rowsPerChunk,
                threads: threads,
                to: sink,
                maxBytesPerRow: 4
            ) { rows, text in
                for row in rows {
                    text.append("v ")
                    text.append(row)
                    text.append(byte: 0x20)
                    text.append(Float(row) / 7)
                    text.append(" ")
                    text.append(Double(row) / 7)
                    text.append([0x0A])
                }
            }
            results.append(sink.bytes)
        }
        #expect(results[0] == results[1] && results[0] == results[2])
        let lines = results[0].split(separator: 0x0A)
        #expect(lines.count == 2345)
        #expect(String(decoding: lines[7], as: UTF8.self) == "v 7 1 1")
        #expect(String(decoding: lines[2344], as: UTF8.self) == "v 2344 \(Float(2344) / 7) \(2344.0 / 7)")
    }

    @Test(arguments: [1, 2, 4]) func aFailureOfTheSinkEndsTheWork(threads: Int) {
        let descriptor = unsafe open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let sink = ByteSink(descriptor: descriptor, path: "/dev/full")
        let error = #expect(throws: SystemError.self) {
            try ParallelRows.write(rowCount: 1_000_000, rowsPerChunk: 1000, threads: threads, to: sink) { rows, text in
                for _ in rows { text.append("0123456789abcdef") }
            }
        }
        #expect(error?.isNoSpace == true)
    }

    @Test func noRowsAreNoBytes() throws {
        let sink = ByteSink()
        try ParallelRows.write(rowCount: 0, threads: 2, to: sink) { _, text in text.append("never") }
        #expect(sink.byteCount == 0)
    }
}
