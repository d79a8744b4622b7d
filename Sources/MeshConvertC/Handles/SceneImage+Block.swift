import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

extension SceneImage {
    /// The image's file. It is read if only its path is known.
    func block() throws(Failure) -> MemoryBlock {
        do throws(SystemError) {
            if let bytes { return try MemoryBlock(bytes) }
            guard let path else { return try MemoryBlock(byteCount: 0) }
            return try Input.regularFile(path, inside: folder).wholeBlock()
        } catch {
            throw Failure(.read(ReadError(error), path: path ?? uri))
        }
    }
}
