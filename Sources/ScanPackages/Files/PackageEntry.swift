internal import MeshArchive
public import MeshBytes
public import MeshFormats

/// A file of a package, by name: where its bytes are, not the bytes.
public struct PackageEntry: Sendable {
    /// Where bytes come from.
    enum Source: Sendable {
        case zip(ZipSource, ZipEntry)
        case file(String)
        case bytes([UInt8])
    }

    /// The path from the package's root on, with `/` between its parts; it never leaves the package.
    public let path: String
    /// The number of bytes: a claim of the archive's directory, or of the file system; checked when the bytes are taken.
    public let byteCount: Int
    let source: Source
    let limits: PackageLimits
    /// Counts what is read of a file, and ends it.
    let work: Work?

    init(path: String, byteCount: Int, source: Source, limits: PackageLimits, work: Work? = nil) {
        self.path = path
        self.byteCount = byteCount
        self.source = source
        self.limits = limits
        self.work = work
    }

    /// An entry of bytes in memory, which are shared, not copied.
    public init(path: String, bytes: [UInt8], limits: PackageLimits = PackageLimits()) {
        self.init(path: path, byteCount: bytes.count, source: .bytes(bytes), limits: limits)
    }

    /// An entry of a file, whose bytes stay where they are; those of a pipe are taken at once.
    ///
    /// - Throws: an error about the file, which it does not name.
    public static func file(
        _ file: String, as path: String, limits: PackageLimits = PackageLimits(), work: Work? = nil
    ) throws(ReadError) -> PackageEntry {
        do throws(SystemError) {
            let input = try Input.file(file, limit: limits.entryByteCount, work: work)
            if Input.isFile(file) {
                return PackageEntry(
                    path: path, byteCount: input.byteCount, source: .file(file), limits: limits, work: work)
            }
            return PackageEntry(path: path, bytes: try input.read(0..<input.byteCount), limits: limits)
        } catch {
            throw error.isMissing ? ReadError(.missing, .whole, error.message) : ReadError(error)
        }
    }

    /// This entry under another path.
    public func renamed(_ path: String) -> PackageEntry {
        PackageEntry(path: path, byteCount: byteCount, source: source, limits: limits, work: work)
    }

    /// All bytes; those of an archive are decompressed, their size and checksum checked.
    ///
    /// - Parameter limit: the most bytes; nil: ``PackageLimits/entryByteCount``.
    /// - Throws: an error whose location names the entry.
    public func bytes(limit: Int? = nil) throws(ReadError) -> [UInt8] {
        let limit = limit ?? limits.entryByteCount
        guard byteCount <= limit else {
            throw fault(.limitExceeded, "expected at most \(limit) bytes, found \(byteCount)")
        }
        switch source {
        case .bytes(let bytes): return bytes
        case .file(let path):
            do throws(SystemError) {
                let input = try Input.file(path, limit: limit, work: work)
                // A file that has grown since the folder was listed is taken as far as it was then.
                let found = try input.read(0..<byteCount)
                guard found.count == byteCount else { throw input.shrunk }
                return found
            } catch {
                throw located(ReadError(error))
            }
        case .zip(let archive, let entry):
            try checkRatio(entry)
            do throws(ZipError) { return try archive.reader.contents(of: entry, in: archive.input) } catch {
                throw located(ReadError(error))
            }
        }
    }

    /// The first bytes: fewer than `count` only if the entry has fewer. Of a compressed entry no more is decompressed.
    public func beginning(_ count: Int) throws(ReadError) -> [UInt8] {
        switch source {
        case .bytes(let bytes): return Array(bytes.prefix(max(0, count)))
        case .file(let path):
            do throws(SystemError) {
                return try Input.file(path, limit: 1 << 20, work: work).read(0..<max(0, count))
            } catch {
                throw located(ReadError(error))
            }
        case .zip(let archive, let entry):
            do throws(ZipError) {
                return try archive.reader.beginning(of: entry, count: count, in: archive.input)
            } catch {
                throw located(ReadError(error))
            }
        }
    }

    /// An error about this entry.
    func fault(_ code: ReadError.Code, _ message: String, at place: InputLocation = .whole) -> ReadError {
        ReadError(code, .sideFile(path, place), message)
    }

    /// An error that names this entry, whatever it named before.
    private func located(_ error: ReadError) -> ReadError {
        if case .sideFile(_, let place) = error.location { return fault(error.code, error.message, at: place) }
        return fault(error.code, error.message, at: error.location)
    }

    private func checkRatio(_ entry: ZipEntry) throws(ReadError) {
        guard entry.method != .stored, byteCount > 1 << 20 else { return }
        let (most, overflow) = entry.data.count.multipliedReportingOverflow(by: limits.compressionRatio)
        guard overflow || byteCount <= most else {
            throw fault(
                .limitExceeded,
                "expected at most \(limits.compressionRatio) bytes from each compressed byte, "
                    + "found \(byteCount) from \(entry.data.count)")
        }
    }
}

/// An archive and where its bytes are, shared by its entries.
final class ZipSource: Sendable {
    let reader: ZipReader
    let input: Input

    init(_ input: Input, limits: PackageLimits) throws(ReadError) {
        var zip = ZipLimits()
        zip.entryCount = limits.entryCount
        zip.entry.maximumOutput = limits.entryByteCount
        self.input = input
        do throws(ZipError) { reader = try ZipReader(input, limits: zip) } catch { throw ReadError(error) }
    }
}

extension ReadError {
    /// A fault of an archive, or of the system; it names the entry where one is known.
    init(_ error: ZipError) {
        switch error {
        case .system(let error): self.init(error)
        case .archive(let error):
            let place = InputLocation.byte(error.byte)
            self.init(
                Code(rawValue: error.code.rawValue), error.entry.map { .sideFile($0, place) } ?? place, error.message)
        }
    }
}
