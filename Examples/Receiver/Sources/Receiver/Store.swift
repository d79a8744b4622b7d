import Foundation

/// Where files are:
///
///     DIR/receiver.sqlite             the queue
///     DIR/scans/NAME/SHA256/NAME      an upload, as it came
///     DIR/scans/NAME/SHA256/result/   what was made of it, with outcome.json and reports; appears whole or not at all
///     DIR/incoming/                   what is being received; *.resume can be continued
///
/// What is being made lies in `work` beside these.
///
/// The place of an upload follows from its name and bytes alone, so everything that a crash interrupts can be done again.
struct Store: Sendable {
    let root: String

    var incoming: String { root + "/incoming" }
    var work: String { root + "/work" }
    var scans: String { root + "/scans" }

    /// Seconds for which a part of an upload waits to be continued.
    static let patience: Double = 24 * 3600

    /// Makes the folders and locks them, so that no second receiver uses them.
    init(root: String) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        // Absolute, since programs are started with paths below it and found again by them.
        self.root = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
        guard try Files.lock(self.root + "/lock") else { throw Used(root: self.root) }
        for folder in [incoming, work, scans] { try Files.make(folder: folder, below: self.root) }
    }

    /// Another receiver uses the folder.
    struct Used: Error, CustomStringConvertible {
        let root: String
        var description: String { "\(root): expected a folder of no other receiver, found one that is running" }
    }

    func folder(_ upload: UploadKey) -> String { "\(scans)/\(upload.name)/\(upload.sha256)" }
    func file(_ upload: UploadKey) -> String { folder(upload) + "/" + upload.name }
    func result(_ upload: UploadKey) -> String { folder(upload) + "/result" }

    /// Gives a received, synced file its place.
    func place(_ path: String, as upload: UploadKey) throws {
        try Files.make(folder: folder(upload), below: root)
        try Files.move(path, to: file(upload))
    }

    /// Removes what a killed run left behind: half-received files that can't be continued, and half-made results.
    func sweep(now: Double) {
        Orphans.end(below: work)
        for name in Files.names(in: work) { Files.remove(work + "/" + name) }
        for name in Files.names(in: incoming) { sweep(name, now: now) }
        // Folders whose file never came. Removing one that isn't empty fails.
        for name in Files.names(in: scans).map({ scans + "/" + $0 }) {
            for version in Files.names(in: name) { rmdir(name + "/" + version) }
            rmdir(name)
        }
    }

    /// Removes parts of uploads that nobody continued.
    func sweepParts(now: Double) {
        for name in Files.names(in: incoming) where name.hasSuffix(".resume") { sweep(name, now: now) }
    }

    private func sweep(_ name: String, now: Double) {
        let path = incoming + "/" + name
        if !name.hasSuffix(".resume") || Files.changed(path) < now - Self.patience { Files.remove(path) }
    }

    /// Uploads that have their place. After a crash, or with a new queue, some may be unknown to the queue.
    func placed() -> [UploadKey] {
        Files.names(in: scans).flatMap { name in
            Files.names(in: scans + "/" + name).map { UploadKey(name: name, sha256: $0) }
        }.filter { Files.isThere(file($0)) }
    }

    /// The file in which parts of an upload are gathered.
    func resumable(_ name: String, total: Int64) -> String {
        var hash = SHA256()
        hash.update(Array(name.utf8))
        return "\(incoming)/\(hash.hexadecimal())-\(total).resume"
    }

    /// How much of an upload is there to be continued: the newest, if there are several sizes.
    func resumable(_ name: String) -> (count: Int64, total: Int64)? {
        let start = (resumable(name, total: 0) as NSString).lastPathComponent.prefix(65)
        return Files.names(in: incoming).filter { $0.hasPrefix(start) && $0.hasSuffix(".resume") }
            .max { Files.changed(incoming + "/" + $0) < Files.changed(incoming + "/" + $1) }
            .flatMap { file in
                guard let total = Int64(file.dropFirst(65).dropLast(7)), let count = Files.size(incoming + "/" + file)
                else { return nil }
                return (count, total)
            }
    }
}

/// What an upload is known by: its name, and the SHA-256 of its bytes as hexadecimal digits.
struct UploadKey: Hashable, Sendable {
    let name: String
    let sha256: String
}
