package import MeshFormats

/// The exit codes. Scripts rely on them.
package enum ExitStatus: Int32 {
    /// Done; losses, if any, were reported.
    case done = 0
    /// `diff` found something, or `check` found errors.
    case differs = 1
    /// `--strict` refused.
    case refused = 2
    /// `--verify` found a difference that was not reported.
    case unverified = 3
    /// The command line is wrong.
    case usage = 64
    /// The input is broken.
    case brokenInput = 65
    /// The input is missing.
    case missingInput = 66
    /// The input is valid, but this build can't do it.
    case unsupported = 69
    /// A defect of this program.
    case `internal` = 70
    /// An output can't be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case io = 74
    /// A limit of time, memory or size.
    case limit = 75
    /// Cancelled.
    case interrupted = 130
    /// The output pipe was closed.
    case closedPipe = 141

    /// The codes and their meanings, for the help.
    package static let meanings: [(status: ExitStatus, meaning: String)] = [
        (.done, "done; losses, if any, are in the report"),
        (.differs, "diff found a difference, or check found errors"),
        (.refused, "--strict refused, or persons may be visible; nothing was written"),
        (.unverified, "--verify found a difference that was not reported"),
        (.usage, "the command line is wrong"),
        (.brokenInput, "an input is broken or incomplete, or not a 3D file"),
        (.missingInput, "an input is missing"),
        (.unsupported, "not supported"),
        (.internal, "a defect of meshconv"),
        (.cannotCreate, "an output can't be made"),
        (.io, "reading or writing failed"),
        (.limit, "a limit of time or memory was reached"),
        (.interrupted, "interrupted (143: terminated)"),
        (.closedPipe, "the output pipe was closed"),
    ]

    /// The lines of ``meanings``.
    package static var list: String {
        meanings.map { code, meaning in
            let number = String(code.rawValue)
            return "  \(String(repeating: " ", count: 3 - number.count))\(number)  \(meaning)"
        }.joined(separator: "\n")
    }

    package init(_ code: ReadError.Code) {
        switch code {
        case .missing: self = .missingInput
        case .unsupported: self = .unsupported
        case .limitExceeded, .memoryLimit, .timeLimit: self = .limit
        case .system: self = .io
        case .cancelled: self = .interrupted
        case .usage: self = .usage
        default: self = .brokenInput
        }
    }

    package init(_ code: WriteError.Code) {
        switch code {
        case .unrepresentable, .unsupported, .inputUnsupported: self = .unsupported
        case .cannotCreate, .exists: self = .cannotCreate
        case .consentMissing, .personsVisible: self = .refused
        case .cancelled: self = .interrupted
        case .limitExceeded: self = .limit
        case .referenceMissing: self = .brokenInput
        case .internal: self = .internal
        // An entry of a package that is copied as it is turned out to be broken.
        case .input: self = .brokenInput
        default: self = .io
        }
    }

    package init(_ error: ConvertError) {
        switch error {
        case .read(let error, _): self.init(error.code)
        case .write(let error): self.init(error.code)
        case .usage: self = .usage
        case .refused: self = .refused
        case .unverified: self = .unverified
        }
    }
}
