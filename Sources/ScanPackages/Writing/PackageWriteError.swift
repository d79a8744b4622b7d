internal import MeshArchive
public import MeshFormats
import _Concurrency

/// Why a package was not written. Nothing was.
public enum PackageWriteError: Error, Sendable {
    /// An entry of the source can't be read; the location names it.
    case read(ReadError)
    /// The output can't be written, or is refused.
    case write(WriteError)
    /// A rewriter, or a function that makes an entry, threw.
    case rewriter(any Error, path: String)
    /// ``PackageWriteOptions/acceptsLosses`` said no.
    case refused(PackageWriteResult)

    /// Whether somebody ended the work.
    public var isCancelled: Bool {
        switch self {
        case .read(let error): error.code == .cancelled
        case .write(let error): error.code == .cancelled
        case .rewriter(let error, _): error is CancellationError
        case .refused: false
        }
    }

    /// The stable word for programs.
    public var code: String {
        switch self {
        case .read(let error): error.code.rawValue
        case .write(let error): error.code.rawValue
        case .rewriter: "rewriter.failed"
        case .refused: "refused"
        }
    }
}

extension PackageWriteError: CustomStringConvertible {
    /// One line: what is wrong and with what.
    public var description: String {
        switch self {
        case .read(let error): error.location == .whole ? error.message : "\(error.location.text): \(error.message)"
        case .write(let error): "\(error.path): \(error.message)"
        case .rewriter(let error, let path): "\(path): \(error)"
        case .refused(let result): "\(result.path): would lose what must not be lost"
        }
    }
}

extension WriteError.Code {
    /// Persons may be seen in the pictures, and nobody said that they may be written.
    public static let consentMissing = Self(rawValue: "output.consent-missing")
    /// Persons are not hidden, and it was asked for that they are.
    public static let personsVisible = Self(rawValue: "output.persons-visible")
}

extension WriteError {
    /// A fault of an archive that is written, or of the system.
    init(_ error: ZipError) {
        switch error {
        case .system(let error): self.init(error)
        case .archive(let error): self.init(.unrepresentable, path: error.entry ?? "", error.message)
        }
    }
}
