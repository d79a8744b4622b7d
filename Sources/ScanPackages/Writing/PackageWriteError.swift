internal import MeshArchive
public import MeshFormats
import _Concurrency

/// The reason why a package was not written; there is no output.
public enum PackageWriteError: Error, Sendable {
    /// An entry of the source can't be read; the location names it.
    case read(ReadError)
    /// The output can't be written, or is refused.
    case write(WriteError)
    /// A rewriter, or a function that makes an entry, threw.
    case rewriter(any Error, path: String)
    /// ``PackageWriteOptions/acceptsLosses`` returned false.
    case refused(PackageWriteResult)

    /// Whether the work was cancelled.
    public var isCancelled: Bool {
        switch self {
        case .read(let error): error.code == .cancelled
        case .write(let error): error.code == .cancelled
        case .rewriter(let error, _): error is CancellationError
        case .refused: false
        }
    }

    /// A stable identifier for programs.
    public var code: String {
        switch self {
        case .read(let error): error.code.rawValue
        case .write(let error): error.code.rawValue
        case .rewriter: "rewriter.failed"
        case .refused: "refused"
        }
    }

    /// Returns what `work` returns; its error becomes one of reading the source.
    static func reading<R>(_ work: @autoclosure () throws(ReadError) -> R) throws(PackageWriteError) -> R {
        do throws(ReadError) { return try work() } catch { throw .read(error) }
    }

    /// Returns what `work` returns; its error becomes one of writing the output.
    static func writing<R>(_ work: @autoclosure () throws(WriteError) -> R) throws(PackageWriteError) -> R {
        do throws(WriteError) { return try work() } catch { throw .write(error) }
    }
}

extension PackageWriteError: CustomStringConvertible {
    /// One line: what is wrong and with what.
    public var description: String {
        switch self {
        case .read(let error): error.location == .whole ? error.message : "\(error.location.text): \(error.message)"
        case .write(let error): "\(error.path): \(error.message)"
        case .rewriter(let error, let path): "\(path): \(error)"
        case .refused(let result): "\(result.path): not written, because something would be lost"
        }
    }
}

extension WriteError.Code {
    /// Pictures may show persons, and there is no consent to writing them.
    public static let consentMissing = Self(rawValue: "output.consent-missing")
    /// Persons are not hidden, although that was required.
    public static let personsVisible = Self(rawValue: "output.persons-visible")
}

extension WriteError {
    /// Creates an error of the archive being written, or of the system.
    init(_ error: ZipError) {
        switch error {
        case .system(let error): self.init(error)
        case .archive(let error): self.init(.unrepresentable, path: error.entry ?? "", error.message)
        }
    }
}
