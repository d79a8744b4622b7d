import MeshBytes
import MeshFormats

/// The files of one conversion until they are committed or discarded.
struct Destination {
    let output: Output
    /// The uncommitted files on disk; nil: everything is in memory.
    private let transaction: OutputTransaction?
    private let name: String

    init(_ target: Target, _ options: ConvertOptions) {
        name = target.name
        guard let staging = target.staging else {
            transaction = nil
            output = Output(memoryNamed: target.name, work: options.work)
            return
        }
        var rules = OutputTransaction.Options(
            replacesExisting: options.replacesExisting, replacesSideFiles: options.replacesSideFiles)
        rules.keepsEqual = options.keepsEqual
        rules.replacedSides = options.ownSideFiles
        rules.work = options.work
        rules.staysCached = options.verify || options.hashes
        let transaction = OutputTransaction(mainPath: name, stagingFolder: staging.folder, options: rules)
        self.transaction = transaction
        output = Output(transaction: transaction)
    }

    /// Checks before any work that the output can be created.
    static func probe(_ target: Target, _ options: ConvertOptions) throws(ConvertError) {
        let trial = Destination(target, options)
        guard let transaction = trial.transaction, !transaction.writesToStream else { return }
        defer { trial.discard() }
        do throws(WriteError) { _ = try trial.output.main() } catch { throw .write(error) }
    }

    /// Flushes the files and returns them before they are committed. This is the time to read them back: a stream can't
    /// be read later.
    func files(hashes: Bool, _ work: Work?) throws(SystemError) -> [Report.File] {
        guard let transaction else { return try inMemory(hashes: hashes) }
        func file(_ path: String, _ sink: ByteSink, _ temporary: String?) throws(SystemError) -> Report.File {
            var file = Report.File(path: path, bytes: sink.byteCount)
            try sink.flush()
            guard hashes, let temporary else { return file }
            work?.begin(.hashing, total: sink.byteCount)
            file.sha256 = try SHA256.digest(of: Input.file(temporary, work: work))
            return file
        }
        var files = [try file(transaction.mainPath, transaction.openMain(), transaction.temporaryMainPath)]
        for side in transaction.sidePaths {
            files.append(try file(side, transaction.openSide(side), transaction.temporaryPath(ofSide: side)))
        }
        return files
    }

    private func inMemory(hashes: Bool) throws(SystemError) -> [Report.File] {
        try contents.map { (name, bytes) throws(SystemError) in
            var file = Report.File(path: name, bytes: bytes.count)
            file.contents = bytes
            if hashes { file.sha256 = try SHA256.digest(of: .bytes(bytes, name: name)) }
            return file
        }
    }

    private var contents: [(name: String, bytes: [UInt8])] {
        [(name, output.mainBytes())] + output.sideFiles()
    }

    /// Opens the written file for reading back, with its side files by name; nil where that is impossible.
    func reopened(_ work: Work?) throws(SystemError) -> (input: Input, sideFiles: [String: SideFile])? {
        var sideFiles: [String: SideFile] = [:]
        guard let transaction else {
            for side in output.sideFiles() { sideFiles[side.name] = .bytes(side.bytes) }
            return (Input.bytes(output.mainBytes(), name: name, work: work), sideFiles)
        }
        guard let path = transaction.temporaryMainPath else { return nil }
        for side in transaction.sidePaths {
            guard let temporary = transaction.temporaryPath(ofSide: side) else { continue }
            sideFiles[side.lastPathPart] = .path(temporary)
        }
        return (try Input.file(path, named: name, work: work), sideFiles)
    }

    func commit() throws(SystemError) { try transaction?.commit() }

    /// Keeps the refused files under another name for inspection; does nothing in memory.
    func keepRejected() { try? transaction?.keep(as: Pipeline.rejectedName(name)) }

    /// Removes everything written so far; does nothing after a commit.
    func discard() { transaction?.discard() }
}
