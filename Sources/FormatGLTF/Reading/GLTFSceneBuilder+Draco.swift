import MeshBytes
import MeshDraco
import MeshFormats
import MeshModel

// Primitives whose vertices and triangles are in one stream of KHR_draco_mesh_compression.

extension GLTFSceneBuilder {
    /// The vertex set and the indices of a compressed primitive, always of triangles.
    ///
    /// - Parameters:
    ///   - entry: the primitive.
    ///   - compression: the extension's object.
    ///   - pointer: the JSON pointer of the primitive.
    ///   - place: the JSON pointer of the extension's object.
    mutating func decompress(
        _ entry: JSONValue, _ compression: JSONValue, _ pointer: String, _ place: String
    ) throws(ReadError) -> (set: Int, indices: Column?) {
        guard let view = tree.index(compression, "bufferView", of: accessors.views.count, place) else {
            throw .expected("a buffer view", "\(place)/bufferView", found: "none", .invalidIndex)
        }
        let limits = limits(entry)
        let mesh = try decodedMesh(view, limits, place)
        if let claimed = count(entry["attributes"]?["POSITION"]), mesh.pointCount > claimed {
            tree.warn(
                "gltf.draco-points", place, "expected \(claimed) points as in the accessor, found \(mesh.pointCount)")
        }
        let ids = compression["attributes"]?.object ?? []
        var set = VertexSet(count: mesh.pointCount)
        for member in try attributes(entry, pointer) {
            let name = member.name
            guard let id = ids.first(where: { $0.0 == name })?.1.int else {
                // Attributes that are not in the stream are stored uncompressed.
                try add(
                    name, accessors.column(member.accessor), of: member.accessor, to: &set,
                    "\(pointer)/attributes/\(name)")
                continue
            }
            guard let column = mesh.attribute(uniqueID: Int(clamping: id)).flatMap({ Self.column($0, mesh.pointCount) })
            else {
                throw .expected(
                    "an attribute of the stream", "\(place)/attributes/\(name)", found: "the id \(id)")
            }
            try add(name, column, of: member.accessor, to: &set, "\(place)/attributes/\(name)")
        }
        try add(targetMembers(entry, pointer), to: &set)
        scene.vertexSets.append(set)
        return (scene.vertexSets.count - 1, Column(ContiguousArray(mesh.indices)))
    }

    /// The limits of a compressed primitive, from its accessors. A few bytes may decode to millions of triangles, but
    /// not to more than the file declares.
    private func limits(_ entry: JSONValue) -> DracoLimits {
        let corners = count(entry["indices"])
        // Some encoders split more vertices than their accessors say; corners bound them as well.
        let points = count(entry["attributes"]?["POSITION"]).map { max($0, corners ?? 0) }
        let most = options.limits.elementCount
        return DracoLimits(faces: min(corners.map { $0 / 3 } ?? most, most), points: min(points ?? most, most))
    }

    /// The count that an accessor claims.
    private func count(_ value: JSONValue?) -> Int? {
        guard let index = value?.index, accessors.accessors.indices.contains(index) else { return nil }
        return accessors.accessors[index]["count"]?.index.map { max($0, 0) }
    }

    /// The decoded mesh of a view, cached because several primitives may use it.
    private mutating func decodedMesh(_ view: Int, _ limits: DracoLimits, _ place: String) throws(ReadError)
        -> DracoMesh
    {
        if let mesh = dracoMeshes[view] { return mesh }
        let bytes = try accessors.bytes(ofView: view)
        do throws(DracoError) {
            let mesh = try DracoDecoder.decode(bytes.array, limits: limits)
            dracoMeshes[view] = mesh
            return mesh
        } catch {
            let code: ReadError.Code
            switch error.code {
            case .truncated: code = .truncated
            case .invalidValue: code = .invalidValue
            case .unsupported: code = .unsupported
            case .limitExceeded: code = .limitExceeded
            }
            throw ReadError(code, .jsonPointer(place), error.description)
        }
    }

    /// The values of an attribute; nil: there are fewer than `count`.
    private static func column(_ attribute: DracoAttribute, _ count: Int) -> Column? {
        let type: ScalarType
        switch attribute.componentType {
        case .int8: type = .int8
        case .uint8, .bool: type = .uint8
        case .int16: type = .int16
        case .uint16: type = .uint16
        case .int32: type = .int32
        case .uint32: type = .uint32
        case .int64: type = .int64
        case .uint64: type = .uint64
        case .float32: type = .float32
        case .float64: type = .float64
        }
        return Column(
            viewing: GLTFBytes(attribute.bytes).storage, offset: 0, stride: attribute.componentCount * type.byteCount,
            count: count, components: attribute.componentCount, type: type, byteOrder: .little)
    }
}
