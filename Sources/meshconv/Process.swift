import MeshBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process: how it ends, what ends it, and what it asks of the system. The one file here that holds unsafe code.
enum Process {
    /// Ends the process.
    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    /// Makes an interrupted process leave nothing half-written and end with 128 + the signal's number.
    ///
    /// A signal that whoever started the process wants ignored (`nohup`, a job in the background) stays ignored.
    static func install() {
        SignalCleanup.prepare()
        var handled = sigset_t()
        unsafe sigemptyset(&handled)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
            unsafe sigaddset(&handled, number)
            let before = signal(number) { number in
                // Nothing but calls that a handler may make.
                SignalCleanup.removeTemporaryFiles()
                _exit(128 + number)
            }
            // Functions can't be compared in Swift, their addresses can.
            let wasIgnored = unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if wasIgnored, number != SIGPIPE { _ = signal(number, SIG_IGN) }
        }
        // A program that starts this one from a thread of a pool passes on that thread's mask, which blocks them all.
        _ = unsafe sigprocmask(SIG_UNBLOCK, &handled, nil)
    }

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
            throw Failure(writing: SystemError(operation: "make", path: path, number: errno))
        }
        return true
    }

    /// Removes a folder if nothing is in it.
    static func removeEmptyFolder(_ path: String) { _ = unsafe rmdir(path) }
}
