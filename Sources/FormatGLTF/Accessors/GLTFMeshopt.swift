import MeshBytes
import MeshCompression
import MeshFormats

/// Decodes buffer views that meshoptimizer's codecs compressed.
enum GLTFMeshopt {
    /// Decodes the bytes of a view.
    ///
    /// - Parameters:
    ///   - compression: the extension's object.
    ///   - pointer: the JSON pointer of that object.
    ///   - limit: the most bytes that it may decode to.
    ///   - slice: returns the bytes given by an object's buffer, offset and length.
    static func decode(
        _ compression: JSONValue, _ pointer: String, limit: Int,
        _ slice: (JSONValue, String) throws(ReadError) -> GLTFBytes
    ) throws(ReadError) -> GLTFBytes {
        func wrong(_ member: String, _ expected: String) -> ReadError {
            .expected(expected, "\(pointer)/\(member)", found: compression[member])
        }
        guard let mode = compression["mode"]?.string.flatMap(MeshoptStream.Mode.init(rawValue:)) else {
            throw wrong("mode", "ATTRIBUTES, TRIANGLES or INDICES")
        }
        let filterName = compression["filter"]?.string ?? MeshoptStream.Filter.none.rawValue
        guard let filter = MeshoptStream.Filter(rawValue: filterName) else { throw wrong("filter", "a filter's name") }
        guard let count = compression["count"]?.index, count >= 0 else {
            throw wrong("count", "a count")
        }
        guard let stride = compression["byteStride"]?.index, stride > 0 else {
            throw wrong("byteStride", "a number of bytes")
        }
        let stream = MeshoptStream(mode: mode, filter: filter, count: count, stride: stride)
        let source = try slice(compression, pointer)
        do throws(CompressionError) {
            let byteCount = try stream.byteCount()
            guard byteCount <= limit else {
                throw CompressionError(expected: "at most \(limit) decoded bytes", found: "\(byteCount)")
            }
            return GLTFBytes(try source.decoded(as: stream))
        } catch {
            throw ReadError(.invalidValue, .jsonPointer(pointer), error.description)
        }
    }
}
