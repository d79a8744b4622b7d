import MeshBytes
import MeshFormats
import MeshModel

enum PLYTextBody {
    static func read(
        _ input: Input, _ header: PLYHeader, _ options: ReadOptions
    ) throws(ReadError) -> PLYBodyReader {
        throw ReadError(.unsupported, .whole, "text bodies")
    }
}
