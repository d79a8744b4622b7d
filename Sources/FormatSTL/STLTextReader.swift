import MeshBytes
import MeshFormats

/// Reads text files.
enum STLTextReader {
    static func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        throw ReadError(.unsupported, .whole, "text is not read yet")
    }
}
