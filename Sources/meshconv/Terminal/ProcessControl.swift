import MeshBytes
import MeshConvert

// Bounds: names end with a zero, structures are this function's own, and reading asks for the block's size.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Process exit, signals and file-system queries. The only file here with unsafe code.
enum ProcessControl {
    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    /// Ends the process at once from any thread, without waiting for others. Removes temporary files.
    static func endAtOnce(_ status: ExitStatus) -> Never {
        SignalCleanup.removeTemporaryFiles()
        _exit(status.rawValue)
    }

    /// The number of columns of a terminal; nil: the descriptor is no terminal, or its width is unknown.
    static func columns(_ descriptor: Int32) -> Int? { size(descriptor).map(\.columns) }

    /// The number of rows of a terminal; nil as for its columns.
    static func rows(_ descriptor: Int32) -> Int? { size(descriptor).flatMap { $0.rows > 0 ? $0.rows : nil } }

    private static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? (Int(size.ws_col), Int(size.ws_row)) : nil
    }

    static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }

    /// Whether a progress line is on the terminal, for signal handlers.
    @safe nonisolated(unsafe) static var hasLineToClear = false

    /// Installs signal handlers, so that a process ended by a signal leaves no partial files.
    ///
    /// When interrupted, terminated or without a reader, it exits with 128 + the signal's number. A signal that the
    /// parent process ignores (`nohup`, a background job) stays ignored, except SIGPIPE. A crash signal exits with 70,
    /// unless `SWIFT_BACKTRACE` is set.
    static func install() {
        SignalCleanup.prepare()
        var handled = sigset_t()
        unsafe sigemptyset(&handled)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
            unsafe sigaddset(&handled, number)
            let before = signal(number) { number in
                // Only async-signal-safe calls.
                if SignalCleanup.holdsBack(number) { return }
                SignalCleanup.removeTemporaryFiles()
                if ProcessControl.hasLineToClear { ProcessControl.writeNow(ProcessControl.clearedLine) }
                if number == SIGINT { ProcessControl.writeNow(ProcessControl.interruptedText) }
                _exit(128 + number)
            }
            // Swift can't compare functions, but it can compare their addresses.
            let wasIgnored = unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if wasIgnored, number != SIGPIPE { _ = signal(number, SIG_IGN) }
        }
        // Beyond the largest size that a file may have, a write then fails as on a full disk, with a message.
        _ = signal(SIGXFSZ, SIG_IGN)
        if environment("SWIFT_BACKTRACE") == nil {
            for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] {
                unsafe sigaddset(&handled, number)
                _ = signal(number) { _ in
                    SignalCleanup.removeTemporaryFiles()
                    ProcessControl.writeNow(ProcessControl.faultText)
                    _exit(70)
                }
            }
        }
        // A parent that starts us from a pool thread passes on that thread's signal mask, which may block all signals.
        _ = unsafe sigprocmask(SIG_UNBLOCK, &handled, nil)
    }

    private static let faultText: StaticString =
        "meshconv: error: stopped by a defect of meshconv; nothing was written. Please report it [internal]\n"
    private static let interruptedText: StaticString = "interrupted; nothing is half-written\n"
    private static let clearedLine: StaticString =
        "\r                                                                               \r"

    /// Writes to standard error without allocating, as a signal handler must.
    private static func writeNow(_ text: StaticString) { _ = unsafe write(2, text.utf8Start, text.utf8CodeUnitCount) }

    /// Reads a small file of the current folder; nil: there is none.
    ///
    /// It must be a file itself: a link could lead to any other file, and a pipe would never end.
    static func ownFile(_ name: String, byteLimit: Int) throws(Failure) -> [UInt8]? {
        func refused(_ message: String) -> Failure {
            var failure = Failure(usage: message)
            failure.path = name
            return failure
        }
        func failed() -> Failure {
            Failure(saying: .read(ReadError(SystemError(operation: "read", path: name, number: errno)), path: name))
        }
        var status = stat()
        guard unsafe lstat(name, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failed()
        }
        let isPlain = { status.st_mode & S_IFMT == S_IFREG }
        let kind = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "a folder or a device"
        guard isPlain() else { throw refused("expected a file itself, found \(kind)") }
        // It may have been replaced since.
        let descriptor = unsafe open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed() }
        defer { close(descriptor) }
        guard unsafe fstat(descriptor, &status) == 0, isPlain() else { throw refused("expected a file itself") }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= byteLimit {
            let count = unsafe read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failed() }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
        throw refused("expected at most \(Texts.bytes(byteLimit)), found more")
    }

    /// The words of the command line, with their exact bytes.
    static var arguments: [String] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { unsafe String(fileName: UnsafePointer($0)) }
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns a non-empty environment variable, or nil.
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe path.withFileName({ unsafe stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path is `-`, or something that is neither a file nor a folder.
    static func isStream(_ path: String) -> Bool {
        if path == "-" { return true }
        var status = stat()
        guard unsafe path.withFileName({ unsafe stat($0, &status) }) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe path.withFileName({ unsafe stat($0, &status) }) == 0
    }

    /// Creates a folder unless it exists. Returns whether it is new.
    static func makeFolder(_ path: String) throws(Failure) -> Bool {
        if isFolder(path) { return false }
        guard unsafe path.withFileName({ unsafe mkdir($0, 0o777) }) == 0 else {
            if errno == EEXIST {
                // Another conversion may just have made it.
                if isFolder(path) { return false }
                throw Failure(
                    status: .cannotCreate, code: "output.cannot-create",
                    message: "expected a folder, found a file of that name", path: path)
            }
            throw Failure(writing: SystemError(operation: "make", path: path, number: errno))
        }
        SignalCleanup.addNewFolder(path)
        return true
    }

    static func removeEmptyFolder(_ path: String) { _ = unsafe path.withFileName { unsafe rmdir($0) } }
}
