/// Names of temporaries: `.NAME.meshconv-` and six hexadecimal digits, or that and `.undo` for an ``UndoFolder``.
///
/// The process that makes one holds a lock on it as long as it lives. A lock that can be taken shows that it was killed.
enum HiddenName {
    static let undo = ".undo"
    private static let mark = ".meshconv-"

    /// Returns a new name in a folder.
    static func new(in folder: String, for name: String, ending: String = "") -> String {
        var generator = SystemRandomNumberGenerator()
        let number = String(generator.next() % 0x100_0000 + 0x100_0000, radix: 16).dropFirst()
        // Long names are cut: file systems take 255 bytes.
        let short = name.utf8.count > 200 ? String(name.prefix(50)) : name
        return StagedFile.join(folder, ".\(short)\(mark)\(number)\(ending)")
    }

    /// Whether a name is that of a temporary file or folder.
    static func isTemporary(_ name: String) -> Bool {
        guard name.utf8.first == 0x2E else { return false }
        let digits = name.utf8.suffix(6)
        return digits.count == 6 && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && name.utf8.dropLast(6).suffix(mark.utf8.count).elementsEqual(mark.utf8)
    }

    /// Whether a name is that of an ``UndoFolder``.
    static func isUndo(_ name: String) -> Bool {
        name.utf8.suffix(undo.utf8.count).elementsEqual(undo.utf8)
            && isTemporary(String(Substring(name.utf8.dropLast(undo.utf8.count))))
    }

    /// Whether a descriptor got the lock of the temporary that a path names; false: another process sees it as left
    /// over, and another name is needed. A file system without locks counts as one where the lock was got, since nobody
    /// else gets it there either.
    static func claim(_ descriptor: Int32, at path: String) -> Bool {
        if !System.lock(descriptor), System.lastError == System.wouldBlock { return false }
        guard let own = System.status(descriptor)?.identity else { return false }
        return System.status(ofPath: path)?.identity == own
    }
}
