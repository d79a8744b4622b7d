internal import MeshArchive
public import MeshBytes
public import MeshFormats

/// A file of a package: its name and where its bytes are, not the bytes.
public struct PackageEntry: Sendable {
    enum Source: Sendable {
        case zip(ZipSource, ZipEntry)
        /// A file, and the folder, without links, that it must lie in when it is opened; nil: anywhere.
        case file(String, inside: String?)
        case bytes([UInt8])
    }

    /// The path relative to the package's root, with `/` between its parts; it never leaves the package.
    public let path: String
    /// The number of bytes, as the archive's directory or the file system claims; checked when the bytes are read.
    public let byteCount: Int
    let source: Source
    let limits: PackageLimits
    /// Counts the bytes read from a file, and can cancel reading.
    let work: Work?

    init(path: String, byteCount: Int, source: Source, limits: PackageLimits, work: Work? = nil) {
        self.path = path
        self.byteCount = byteCount
        self.source = source
        self.limits = limits
        self.work = work
    }

    /// Creates an entry of bytes in memory, which are shared, not copied.
    public init(path: String, bytes: [UInt8], limits: PackageLimits = PackageLimits()) {
        self.init(path: path, byteCount: bytes.count, source: .bytes(bytes), limits: limits)
    }

    /// Creates an entry of a file, which is read later; a pipe is read at once.
    ///
    /// - Throws: an error about the file; it doesn't name the file.
    public static func file(
        _ file: String, as path: String, limits: PackageLimits = PackageLimits(), work: Work? = nil
    ) throws(ReadError) -> PackageEntry {
        do throws(SystemError) {
            let input = try Input.file(file, limit: limits.entryByteCount, work: work)
            if Input.isFile(file) {
                return PackageEntry(
                    path: path, byteCount: input.byteCount, source: .file(file, inside: nil), limits: limits, work: work
                )
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

    /// Returns all bytes; those of an archive are decompressed, and their size and checksum checked.
    ///
    /// - Parameter limit: the maximum number of bytes; nil: ``PackageLimits/entryByteCount``.
    /// - Throws: an error whose location names the entry.
    public func bytes(limit: Int? = nil) throws(ReadError) -> [UInt8] {
        let limit = limit ?? limits.entryByteCount
        guard byteCount <= limit else {
            throw ReadError(
                beyond: limit == limits.textByteCount ? .textSize : .sideFileSize, .sideFile(path, .whole),
                "expected at most \(limit) bytes, found \(byteCount)")
        }
        switch source {
        case .bytes(let bytes): return bytes
        case .file(let path, let folder):
            do throws(SystemError) {
                let input = try Input.regularFile(path, inside: folder, work: work)
                // If the file has grown since the folder was listed, only the listed size is read.
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

    /// The first bytes; fewer than `count` only if the entry is shorter. No more of a compressed entry is decompressed.
    public func beginning(_ count: Int) throws(ReadError) -> [UInt8] {
        switch source {
        case .bytes(let bytes): return Array(bytes.prefix(max(0, count)))
        case .file(let path, let folder):
            do throws(SystemError) {
                return try Input.regularFile(path, inside: folder, work: work).read(0..<max(0, count))
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

    func fault(_ code: ReadError.Code, _ message: String, at place: InputLocation = .whole) -> ReadError {
        ReadError(code, .sideFile(path, place), message)
    }

    /// Replaces the file that an error names with this entry.
    func located(_ error: ReadError) -> ReadError {
        let place = if case .sideFile(_, let place) = error.location { place } else { error.location }
        return ReadError(error.code, .sideFile(path, place), wording: error.wording)
    }

    private func checkRatio(_ entry: ZipEntry) throws(ReadError) {
        guard entry.method != .stored, byteCount > 1 << 20 else { return }
        let (most, overflow) = entry.data.count.multipliedReportingOverflow(by: limits.compressionRatio)
        guard overflow || byteCount <= most else {
            throw ReadError(
                beyond: .inflation, .sideFile(path, .whole),
                "expected at most \(limits.compressionRatio) bytes from each compressed byte, "
                    + "found \(byteCount) from \(entry.data.count)")
        }
    }
}

/// An archive and its input, shared by its entries.
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
    /// Creates an error of an archive, or of the system; it names the entry if known.
    init(_ error: ZipError) {
        switch error {
        case .system(let error): self.init(error)
        case .archive(let error):
            self.init(
                ofArchive: error.code.rawValue, byte: error.byte, entry: error.entry, limit: error.limit?.rawValue,
                error.message)
        }
    }
}
