import MeshBytes
import MeshFormats

/// Views that are stored compressed by meshoptimizer's codecs.
enum GLTFMeshopt {
    /// Decodes the bytes of a view.
    ///
    /// - Parameters:
    ///   - compression: the extension's object.
    ///   - pointer: where it stands.
    ///   - slice: gives the bytes that an object names by buffer, offset and length.
    static func decode(
        _ compression: JSONValue, _ pointer: String,
        _ slice: (JSONValue, String) throws(ReadError) -> GLTFBytes
    ) throws(ReadError) -> GLTFBytes {
        throw ReadError(.unsupported, .jsonPointer(pointer), "meshopt is not decoded")
    }
}
