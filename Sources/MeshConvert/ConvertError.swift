import MeshBytes
public import MeshFormats

/// The reason why a conversion failed. Nothing was written.
public enum ConvertError: Error, Sendable {
    /// The input can't be read.
    case read(ReadError, path: String)
    /// The output can't be written.
    case write(WriteError)
    /// An unknown name or option, with what was expected.
    case usage(Wording)
    /// The conversion would lose more than the caller allows; the report lists the losses.
    case refused(Report)
    /// Reading the result back found differences that the report does not list.
    case unverified(Report)

    /// Runs `body`, whose errors are those of reading a file.
    static func reading<R>(_ path: String, _ body: () throws(ReadError) -> R) throws(ConvertError) -> R {
        do throws(ReadError) { return try body() } catch { throw .read(error, path: path) }
    }

    /// The stable identifier for programs.
    public var code: String {
        switch self {
        case .read(let error, _): error.code.rawValue
        case .write(let error): error.code.rawValue
        case .usage: "usage"
        case .refused: "refused"
        case .unverified: "verify.unreported-difference"
        }
    }

    /// Whether the work was cancelled.
    public var isCancelled: Bool { code == ReadError.Code.cancelled.rawValue }

    /// The affected file, as given.
    public var path: String? {
        switch self {
        case .read(_, let path): path
        case .write(let error): error.path
        case .usage: nil
        case .refused(let report), .unverified(let report): report.outputs.first?.path
        }
    }

    /// The message: lower case, no full stop.
    public var wording: Wording {
        switch self {
        case .read(let error, _): error.wording
        case .write(let error): error.wording
        case .usage(let wording): wording
        case .refused: "not written: something would be lost, which \(.strictness) doesn't allow"
        case .unverified: "not written: reading it back shows differences that were not reported"
        }
    }

    /// The message's text, with settings by name.
    public var message: String { wording.text }
}

extension ConvertError: CustomStringConvertible {
    /// The file with the place in it, and the message: `cow.ply:7:12: expected 3 position components, found 2`.
    public var description: String {
        guard let path, !path.isEmpty else { return message }
        switch self {
        case .read(let error, _):
            return "\(error.location.place(in: path == "-" ? "standard input" : path)): \(message)"
        default: return "\(path == "-" ? "standard output" : path): \(message)"
        }
    }
}

extension ReadError {
    /// Runs `body`, whose errors are those of reading a file in a package or an archive.
    ///
    /// - Parameters:
    ///   - path: the file's path; nil: it is the archive or a file by itself.
    ///   - archive: the archive's name, for an error to name it with the entry.
    static func located<R>(
        in path: String?, of archive: String? = nil, _ body: () throws(ReadError) -> R
    ) throws(ReadError) -> R {
        do throws(ReadError) { return try body() } catch {
            let (entry, place): (String, InputLocation)
            switch (error.location, path) {
            case (.sideFile(let other, let inner), _): (entry, place) = (other, inner)
            case (let whole, let path?): (entry, place) = (path, whole)
            case (_, nil): throw error
            }
            throw ReadError(
                error.code, .sideFile(archive.map { "\($0)/\(entry)" } ?? entry, place), wording: error.wording)
        }
    }
}
