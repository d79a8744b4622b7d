import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The built executable, run in its own folder with copies of the shipped cases.
final class Program {
    /// The output and exit code of a run.
    struct Result {
        var output: String
        var errors: String
        var status: Int32
    }

    /// The folder of this test; it contains `ply`, `obj` and `scan`.
    let folder: URL

    /// - Parameter hasCases: whether the cases are copied; tests of the command line alone don't need them.
    init(hasCases: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("meshconv-\(UUID().uuidString)")
        if hasCases {
            try FileManager.default.copyItem(at: Self.cases, to: folder)
        } else {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The root of the package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let cases = root.appendingPathComponent("Conformance/cases")

    /// The folder of the built products, where the test bundle is.
    static let products: URL = {
        let words = CommandLine.arguments
        var bundle = URL(fileURLWithPath: words.first ?? ".")
        if let index = words.firstIndex(of: "--test-bundle-path"), index + 1 < words.count {
            bundle = URL(fileURLWithPath: words[index + 1])
        }
        while bundle.path != "/" {
            bundle.deleteLastPathComponent()
            let candidate = bundle.appendingPathComponent("meshconv").path
            var isFolder: ObjCBool = false
            let exists = unsafe FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder)
            if exists, !isFolder.boolValue { return bundle }
        }
        return bundle
    }()

    /// Runs the executable with these arguments.
    func run(_ words: String...) throws -> Result { try run(all: words) }

    /// Runs a line of shell, in which `meshconv` is the executable.
    func shell(_ line: String) throws -> Result { try run("/bin/sh", ["-c", line]) }

    /// Runs the executable with these arguments.
    func run(all words: [String]) throws -> Result {
        try run(Self.products.appendingPathComponent("meshconv").path, words)
    }

    func run(_ path: String, _ words: [String]) throws -> Result {
        let process = prepared(path, words)
        // Files instead of pipes: nothing to drain, so a large output can't stop the process.
        let out = try file("stdout")
        let err = try file("stderr")
        process.standardOutput = out.handle
        process.standardError = err.handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        defer {
            try? FileManager.default.removeItem(at: out.url)
            try? FileManager.default.removeItem(at: err.url)
        }
        return Result(
            output: String(decoding: try Data(contentsOf: out.url), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: err.url), as: UTF8.self), status: process.terminationStatus)
    }

    /// Starts the executable with a pipe for standard input, to be interrupted.
    func start(_ words: String...) throws -> (process: Process, input: FileHandle) { try start(words) }

    /// Starts the executable with a pipe for standard input, to be interrupted.
    func start(_ words: [String]) throws -> (process: Process, input: FileHandle) {
        let process = prepared(Self.products.appendingPathComponent("meshconv").path, words)
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, pipe.fileHandleForWriting)
    }

    /// Runs a shell line with a terminal as standard output and error.
    func terminal(_ line: String, color: Bool = false, columns: UInt16 = 0) throws -> (output: String, status: Int32) {
        var master: Int32 = -1
        var slave: Int32 = -1
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe openpty(&master, &slave, nil, nil, &size) == 0 else { throw CocoaError(.featureUnsupported) }
        // Neither end may be inherited by children of other tests, or the end would never be seen.
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
        let process = prepared("/bin/sh", ["-c", line])
        if !color { process.environment?["NO_COLOR"] = "1" }
        let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        process.standardOutput = terminal
        process.standardError = terminal
        process.standardInput = FileHandle.nullDevice
        try process.run()
        close(slave)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(master, &buffer, buffer.count)
            // On Linux the end of a terminal is an error.
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        process.waitUntilExit()
        close(master)
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        return (text, process.terminationStatus)
    }

    private func prepared(_ path: String, _ words: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": "\(Self.products.path):/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C", "HOME": folder.path,
            "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
        ]
        // Conformance/check/coverage.py counts the lines that the program runs, too.
        let profile = "LLVM_PROFILE_FILE"
        process.environment?[profile] = ProcessInfo.processInfo.environment[profile]
        return process
    }

    private func file(_ name: String) throws -> (handle: FileHandle, url: URL) {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
        try Data().write(to: url)
        return (try FileHandle(forWritingTo: url), url)
    }

    /// The names in the folder, or in one of its folders.
    func names(_ below: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(below).path).sorted()
    }

    /// The bytes of a file in the folder.
    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }
}
