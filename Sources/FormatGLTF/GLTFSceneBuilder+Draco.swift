import MeshBytes
import MeshFormats
import MeshModel

// Primitives whose vertices and triangles are in one stream of KHR_draco_mesh_compression.

extension GLTFSceneBuilder {
    /// The vertex set and the indices of a compressed primitive.
    mutating func decompress(
        _ entry: JSONValue, _ compression: JSONValue, _ pointer: String, _ place: String
    ) throws(ReadError) -> (set: Int, indices: Column?) {
        throw ReadError(
            .unsupported, .jsonPointer(place),
            "the mesh is compressed with KHR_draco_mesh_compression, which this build can't decode: decompress it first, "
                + "for example with gltf-transform")
    }
}
