import MeshBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process: how it ends, what ends it, and what it asks of the system. The one file here that holds unsafe code.
enum ProcessControl {
    /// Ends the process.
    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    /// Ends the process now, from whatever thread, without waiting for the others; temporary files are removed.
    static func endAtOnce(_ status: ExitStatus) -> Never {
        SignalCleanup.removeTemporaryFiles()
        _exit(status.rawValue)
    }

    /// Waits.
    static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }

    /// Whether a line of progress is on the terminal, for the handlers of signals.
    @safe nonisolated(unsafe) static var hasLineToClear = false

    /// Makes a process that is ended by a signal leave nothing half-written.
    ///
    /// Interrupted, terminated or without a reader it ends with 128 + the signal's number. A signal that whoever started
    /// the process wants ignored (`nohup`, a job in the background) stays ignored. A signal that says that something is
    /// wrong inside ends it with 70, unless `SWIFT_BACKTRACE` asks for the details.
    static func install() {
        SignalCleanup.prepare()
        var handled = sigset_t()
        unsafe sigemptyset(&handled)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
            unsafe sigaddset(&handled, number)
            let before = signal(number) { number in
                // Nothing but calls that a handler may make.
                SignalCleanup.removeTemporaryFiles()
                if ProcessControl.hasLineToClear { ProcessControl.writeNow(ProcessControl.clearedLine) }
                _exit(128 + number)
            }
            // Functions can't be compared in Swift, their addresses can.
            let wasIgnored = unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if wasIgnored, number != SIGPIPE { _ = signal(number, SIG_IGN) }
        }
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
        // A program that starts this one from a thread of a pool passes on that thread's mask, which blocks them all.
        _ = unsafe sigprocmask(SIG_UNBLOCK, &handled, nil)
    }

    private static let faultText: StaticString =
        "meshconv: error: a defect of meshconv ended it; nothing was written. Please report the command [internal]\n"
    private static let clearedLine: StaticString =
        "\r                                                                               \r"

    /// Writes to standard error without allocating, as a handler has to.
    private static func writeNow(_ text: StaticString) { _ = unsafe write(2, text.utf8Start, text.utf8CodeUnitCount) }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// A variable of the environment that is not empty.
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether there is a folder under this path.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path is a standard stream, or leads to something that is neither a file nor a folder.
    static func isStream(_ path: String) -> Bool {
        if path == "-" { return true }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Whether there is anything under this path.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0
    }

    /// Whether two paths lead to one file; false when either leads nowhere.
    static func isSameFile(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Makes a folder unless there is one; true when it is new.
    static func makeFolder(_ path: String) throws(Failure) -> Bool {
        if isFolder(path) { return false }
        guard unsafe mkdir(path, 0o777) == 0 else {
            if errno == EEXIST {
                throw Failure(
                    status: .cannotCreate, code: "output.cannot-create",
                    message: "expected a folder, found a file of that name", path: path)
            }
            throw Failure(writing: SystemError(operation: "make", path: path, number: errno))
        }
        SignalCleanup.addNewFolder(path)
        return true
    }

    /// Removes a folder if nothing is in it.
    static func removeEmptyFolder(_ path: String) { _ = unsafe rmdir(path) }
}
