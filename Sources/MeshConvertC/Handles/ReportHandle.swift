import CMeshConv
import MeshBytes
import MeshConvert
import MeshFormats

// Bounds: a block has as many bytes as are copied into it, and lives as long as the report.

/// The document of a call, with the files and losses of a conversion.
final class ReportHandle: Handle, @unchecked Sendable {
    let json: JSONValue
    let summary: String?
    let losses: [Loss]
    private let files: [Report.File]
    private let lock = Lock()
    private var contents: [Int: MemoryBlock] = [:]

    /// Creates a report with nothing but a document.
    init(_ json: JSONValue) {
        (self.json, summary, losses, files) = (json, nil, [], [])
    }

    init(_ report: Report, _ json: JSONValue) {
        (self.json, summary, losses, files) = (json, report.summary, report.losses, report.outputs)
    }

    var fileCount: Int { files.count }

    /// Describes a file. Its contents stay where they are from the first call on.
    func file(_ index: Int) throws(Failure) -> meshconv_file {
        guard files.indices.contains(index) else { throw .beyond(index, files.count, "files") }
        let file = files[index]
        var result = unsafe meshconv_file()
        unsafe result.path = texts.pointer(path: file.path)
        unsafe result.size = UInt64(clamping: file.bytes)
        guard let bytes = file.contents else { return unsafe result }
        let block = lock.withLock { () -> MemoryBlock? in
            if let known = contents[index] { return known }
            let block = try? MemoryBlock(bytes)
            contents[index] = block
            return block
        }
        guard let block else { throw .noMemory(bytes.count) }
        unsafe result.bytes = UnsafeRawPointer(block.base)
        return unsafe result
    }
}

extension MemoryBlock {
    /// Creates a copy of bytes.
    convenience init(_ bytes: [UInt8]) throws(SystemError) {
        try self.init(byteCount: bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe self.bytes.copyMemory(from: $0) }
    }
}

extension Failure {
    /// The failure for an index that is too large.
    static func beyond(_ index: Int, _ count: Int, _ what: String) -> Failure {
        Failure(usage: "there is no number \(index) of \(count) \(what), counted from 0")
    }

    /// The failure for memory that the system refuses.
    static func noMemory(_ count: Int) -> Failure {
        Failure(status: .limit, code: "memory-limit", message: "the system has no memory for \(count) bytes")
    }

    init(_ error: ConvertError) { self.init(saying: error.advised) }

    init(_ defect: SceneDefect) {
        self.init(usage: "the scene is not consistent: \(defect.description)")
    }
}
