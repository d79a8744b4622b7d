import Foundation

/// A call of the system that failed: what was done to which file, and why it didn't work.
struct FileError: Error, CustomStringConvertible {
    let action: String
    let path: String
    let code: Int32

    init(_ action: String, _ path: String) {
        self.action = action
        self.path = path
        code = errno
    }

    /// Whether the disk, or the user's share of it, is full.
    var isFull: Bool { code == ENOSPC || code == EDQUOT }
    /// Whether a file has the name of a folder that is there, or the other way round.
    var isNameTaken: Bool { [ENOTDIR, EISDIR, EEXIST, ENOTEMPTY].contains(code) }
    var description: String { "can't \(action) \(path): \(String(cString: strerror(code)))" }
}

/// The few calls that Foundation lacks or doesn't sync.
enum Files {
    /// Makes what was done in a folder (a new name, a rename) survive a loss of power.
    static func sync(folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError("sync", folder) }
    }

    /// Makes a folder and those above it, as far as they are missing below `root`, and syncs their names.
    static func make(folder: String, below root: String) throws {
        guard folder != root, !isThere(folder) else { return }
        let parent = parent(of: folder)
        try make(folder: parent, below: root)
        guard mkdir(folder, 0o750) == 0 || errno == EEXIST else { throw FileError("make", folder) }
        try sync(folder: parent)
    }

    /// Moves a file or folder within the file system, and syncs the folder that it comes into.
    static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw FileError("rename to \(target):", path) }
        try sync(folder: parent(of: target))
    }

    /// Writes a small file and syncs it.
    static func write(_ text: String, to path: String) throws {
        var part = try Part(creating: path)
        defer { part.end() }
        try Array(text.utf8).withUnsafeBytes { try part.append($0) }
        try part.sync()
    }

    static func isThere(_ path: String) -> Bool { size(path) != nil }

    /// The size in bytes; nil if there is nothing.
    static func size(_ path: String) -> Int64? { status(path).map { Int64($0.st_size) } }

    /// When a file was changed last, in seconds since 1970.
    static func changed(_ path: String) -> Double {
        (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)?.timeIntervalSince1970
            ?? 0
    }

    private static func status(_ path: String) -> stat? {
        var found = stat()
        return lstat(path, &found) == 0 ? found : nil
    }

    /// The names in a folder, sorted; none if it isn't there.
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    static func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// The bytes that everything below a folder takes.
    static func bytes(below folder: String) -> Int64 {
        guard let paths = FileManager.default.enumerator(atPath: folder) else { return 0 }
        var sum: Int64 = 0
        while let path = paths.nextObject() as? String { sum += size(folder + "/" + path) ?? 0 }
        return sum
    }

    /// The bytes that are free on a folder's disk.
    static func free(_ folder: String) -> Int64 {
        var found = statvfs()
        return statvfs(folder, &found) == 0 ? Int64(found.f_bavail) * Int64(found.f_frsize) : 0
    }

    /// Locks a file until the process ends, however that happens; false if another process has it.
    static func lock(_ path: String) throws -> Bool {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw FileError("open", path) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}
