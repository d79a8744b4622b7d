import Foundation

/// The folder for what is dropped on the page. The next page removes what a killed one left.
struct PageFolder: Sendable {
    let path: String
    private static let prefix = "meshconv-page-"

    /// Makes a folder that only this user can read, and sweeps those whose programs have ended.
    init() throws {
        let parent = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
        for name in Files.names(in: parent) where name.hasPrefix(Self.prefix) { Self.sweep("\(parent)/\(name)") }
        path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw FileError("make", path) }
        guard try Files.lock(path + "/lock") else { throw FileError("lock", path) }
    }

    /// Removes the folder and everything in it.
    func remove() { Files.remove(path) }

    /// Removes a folder of this user that no program has locked. A link is no folder, so it is left.
    private static func sweep(_ path: String) {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR, found.st_uid == getuid() else { return }
        let lock = open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
        Orphans.end(below: path)
        Files.remove(path)
    }
}
