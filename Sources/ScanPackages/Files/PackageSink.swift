import MeshArchive
import MeshBytes
import MeshFormats

/// Writes a package's entries into an archive or folder that appears whole or not at all, or only counts them.
final class PackageSink {
    private var zip: ZipWriter?
    private let transaction: OutputTransaction?
    private let memory: ByteSink?
    private let folder: StagedFolder?
    private var file: ByteSink?
    private let prefix: String
    private let storage: PackageWriteOptions.Storage
    private(set) var entryCount = 0
    private(set) var byteCount = 0
    private let archive: ByteSink?
    /// Whether entries are only counted, not written.
    let isForgetful: Bool
    /// The number of bytes written since freed pages were returned.
    private var sinceReturn = 0
    private static let returnsAfter = 24 << 20

    init(_ destination: PackageDestination, _ options: PackageWriteOptions) throws(WriteError) {
        storage = options.storage
        isForgetful = false
        do throws(SystemError) {
            switch destination {
            case .zip(let path):
                var rules = OutputTransaction.Options(replacesExisting: options.replacesExisting)
                rules.work = options.work
                let transaction = OutputTransaction(mainPath: path, options: rules)
                let sink = try transaction.openMain()
                (self.transaction, memory, folder, archive) = (transaction, nil, nil, sink)
                zip = ZipWriter(to: sink, zip64: .whereNeeded)
            case .memory:
                let sink = ByteSink(work: options.work)
                (transaction, memory, folder, archive) = (nil, sink, nil, sink)
                zip = ZipWriter(to: sink, zip64: .whereNeeded)
            case .folder(let path):
                folder = try StagedFolder(path: path, work: options.work)
                (transaction, memory, archive) = (nil, nil, nil)
            }
        } catch {
            throw WriteError(
                error.isCancelled ? .cancelled : error.isExisting ? .exists : .cannotCreate, path: error.path,
                error.message)
        }
        prefix = folder == nil && !options.isFlat ? Self.topFolder(destination.path) + "/" : ""
    }

    /// Creates a sink that only counts entries.
    init() {
        zip = nil
        (transaction, memory, folder, archive) = (nil, nil, nil, nil)
        (prefix, storage, isForgetful) = ("", .stored, true)
    }

    /// The folder inside an archive of this name: its stem, if that is usable as a folder name.
    static func topFolder(_ path: String) -> String {
        let stem = PackagePath.stem(path)
        guard path != "-", PackagePath.normal(stem) == stem, !stem.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return "package" }
        return stem
    }

    func add(_ path: String, _ bytes: [UInt8]) throws(WriteError) {
        try begin(path, expected: bytes.count)
        try write(bytes)
        try end()
    }

    /// Begins an entry; its bytes follow in chunks.
    func begin(_ path: String, expected: Int) throws(WriteError) {
        entryCount += 1
        if isForgetful { return }
        if let folder {
            do throws(SystemError) { file = try folder.open(path) } catch { throw WriteError(error) }
            return
        }
        let method: ZipWriter.Storage = Self.isCompressed(path, storage) ? .stored : .deflated()
        do throws(ZipError) { try zip?.begin(prefix + path, method, expected: expected) } catch {
            throw WriteError(error)
        }
    }

    /// Counts an entry of this size without writing it.
    func count(_ bytes: Int) {
        entryCount += 1
        byteCount += bytes
    }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        byteCount += bytes.count
        if isForgetful { return }
        sinceReturn += bytes.count
        if let file {
            do throws(SystemError) { try file.write(bytes) } catch { throw WriteError(error) }
        } else {
            do throws(ZipError) { try zip?.write(bytes) } catch { throw WriteError(error) }
        }
    }

    func end() throws(WriteError) {
        if file != nil {
            file = nil
        } else {
            do throws(ZipError) { try zip?.end() } catch { throw WriteError(error) }
        }
        // Chunks of a megabyte come and go. What stays of each frame, a name and a pose, settles in the gaps, so that
        // the next chunk finds none large enough. The gaps would stay in use: megabytes for each frame.
        if sinceReturn >= Self.returnsAfter {
            sinceReturn = 0
            MemoryBlock.returnFreed()
        }
    }

    /// Finishes the package and gives it its name.
    ///
    /// - Returns: the size of the archive, or of all files of the folder, in bytes; the archive, if it is in memory.
    func commit() throws(WriteError) -> (byteCount: Int, bytes: [UInt8]?) {
        if let zip = zip.take() {
            do throws(ZipError) { try zip.finish(sorted: true) } catch { throw WriteError(error) }
        }
        let count = archive?.byteCount ?? byteCount
        do throws(SystemError) {
            try transaction?.commit()
            try folder?.commit()
        } catch {
            throw error.isExisting ? WriteError(.exists, path: error.path, error.message) : WriteError(error)
        }
        return (count, memory?.bytes)
    }

    func discard() {
        transaction?.discard()
        folder?.discard()
    }

    /// Whether deflating a file of this name would gain nothing.
    private static func isCompressed(_ path: String, _ storage: PackageWriteOptions.Storage) -> Bool {
        switch storage {
        case .stored: true
        case .deflated: false
        case .byKind: compressedKinds.contains(PackagePath.fileExtension(path))
        }
    }

    private static let compressedKinds: Set<String> = [
        "jpg", "jpeg", "png", "heic", "webp", "usdz", "worldmap", "map", "mp4", "mov", "zip", "gz",
    ]
}
