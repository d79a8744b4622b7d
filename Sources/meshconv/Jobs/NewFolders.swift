import MeshBytes
import MeshConvert
import MeshFormats

/// The folders that are made for outputs; those that stay empty are removed at the end.
///
/// When time or memory runs out, another thread removes them.
final class NewFolders: @unchecked Sendable {
    private let lock = Lock()
    private var made: [String] = []

    /// Makes a folder, and those that it lies in, unless they exist.
    func make(_ folder: String) throws(Failure) {
        if ProcessControl.isFolder(folder) { return }
        var path = folder.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for part in folder.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
            path += String(Substring(part)) + "/"
            try makeOne(path)
        }
        try makeOne(folder)
    }

    private func makeOne(_ path: String) throws(Failure) {
        if try ProcessControl.makeFolder(path) { lock.withLock { made.append(path) } }
    }

    /// Makes the folders that an output lies in.
    func makeParents(of output: String) throws(ConvertError) {
        let folder = output.pathFolder
        do throws(Failure) { try make(folder) } catch {
            throw .write(WriteError(.cannotCreate, path: error.path ?? folder, error.message))
        }
    }

    /// Removes those that are empty, the innermost first.
    func removeEmpty() { for path in lock.withLock({ made }).reversed() { ProcessControl.removeEmptyFolder(path) } }
}

extension Failure {
    /// Refuses the current folder, or one that it lies in, as the folder to write: that appears whole, by a rename.
    static func refuseUnnamed(_ folder: String) throws(Failure) {
        let last = folder.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        guard last == nil || last == "." || last == ".." else { return }
        throw Failure(usage: "expected the name of a new folder to write, found '\(folder)'; such as ./out")
    }
}
