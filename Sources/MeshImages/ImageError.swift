package import MeshArchive

/// An error in an image file: ``ArchiveError/byte`` counts from the start of the file.
package typealias ImageError = ArchiveError

extension ImageError {
    /// Converts an error in the image's data, which starts at `byte`.
    init(_ error: ArchiveError, byte: Int) {
        self.init(code: error.code, byte: byte, message: error.message)
    }
}
