import Foundation

/// How a program ended.
enum Ending: Equatable {
    /// Its exit code; 128 and the signal's number if a signal ended it.
    case exit(Int32)
    case tookTooLong
    /// The receiver stops, so it was ended.
    case stopped
}

/// Set once, when the receiver is to stop.
public final class StopFlag: Sendable {
    private let flag = Locked(false)

    /// Creates a flag that isn't set.
    public init() {}

    /// Whether the receiver is to stop.
    public var isSet: Bool { flag.with { $0 } }

    /// Tells everybody to stop.
    public func set() { flag.with { $0 = true } }
}

/// Runs a program and waits for it, on the calling thread.
///
/// - Parameters:
///   - output: The file that gets its standard output.
///   - errors: The file that gets what it writes to standard error.
///   - timeout: The most seconds, after which it is killed.
/// - Throws: If the program can't be started.
func run(
    _ program: String, _ words: [String], in folder: String, output: String, errors: String, timeout: Double,
    stop: StopFlag
) throws -> Ending {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    let streams = try [output, errors].map { path in
        try Files.write("", to: path)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
    defer { for stream in streams { try? stream.close() } }
    process.standardOutput = streams[0]
    process.standardError = streams[1]
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let start = Date()
    var ending: Ending?
    while ended.wait(timeout: .now() + 0.2) == .timedOut {
        if ending == nil, stop.isSet {
            ending = .stopped
        } else if ending == nil, -start.timeIntervalSinceNow > timeout {
            ending = .tookTooLong
        } else {
            continue
        }
        process.terminate()
        if ended.wait(timeout: .now() + 3) == .success { break }
        kill(process.processIdentifier, SIGKILL)
    }
    if let ending { return ending }
    return .exit(
        process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus)
}
