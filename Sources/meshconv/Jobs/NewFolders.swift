import MeshBytes
import MeshConvert
import MeshFormats

/// The folders that are made for outputs; those that stay empty are removed at the end.
///
/// When time or memory runs out, another thread removes them.
final class NewFolders: @unchecked Sendable {
    private let lock = Lock()
    private var made: [String] = []

    /// Makes a folder unless it exists.
    func make(_ path: String) throws(Failure) {
        if try ProcessControl.makeFolder(path) { lock.withLock { made.append(path) } }
    }

    /// Makes the folders between an output folder and an output below it.
    func makeParents(of output: String, below folder: String) throws(ConvertError) {
        let home = folder.hasSuffix("/") ? folder : folder + "/"
        var path = home
        for part in output.pathFolder.utf8.dropFirst(home.utf8.count).split(separator: UInt8(ascii: "/")) {
            path += String(Substring(part))
            do throws(Failure) { try make(path) } catch {
                throw .write(WriteError(.cannotCreate, path: path, error.message))
            }
            path += "/"
        }
    }

    /// Removes those that are empty, the innermost first.
    func removeEmpty() { for path in lock.withLock({ made }).reversed() { ProcessControl.removeEmptyFolder(path) } }
}
