import MeshBytes
import MeshFormats
import MeshModel

// Copies of meshes (EXT_mesh_gpu_instancing).

extension GLTFSceneBuilder {
    /// The columns of EXT_mesh_gpu_instancing, as the accessors have them.
    ///
    /// - Parameter count: the number of copies in the file so far.
    mutating func instances(
        _ instancing: JSONValue, _ count: inout Int, _ pointer: String
    ) throws(ReadError) -> NodeInstances {
        let place = "\(pointer)/attributes"
        var instances = NodeInstances([])
        for (name, value) in instancing["attributes"]?.object ?? [] {
            let index = try accessors.index(value, "\(place)/\(name)")
            let (column, isNormalized) = accessors.values(
                try accessors.column(index), of: index, areNumbers: false)
            let attribute = Attribute(
                AttributeSemantic(name: name), column, normalized: isNormalized,
                frame: name == AttributeSemantic.rotation.name ? Frame(quaternionOrder: .xyzw) : .plain)
            if let width = attribute.semantic.widthOfInstances {
                guard width == column.components else {
                    throw .expected("\(width) components", "\(place)/\(name)", found: "\(column.components)")
                }
                if let row = column.nonFiniteRows().first {
                    throw .expected(
                        "finite numbers", "\(place)/\(name)", found: "NaN or an infinite one in row \(row)")
                }
            }
            guard instances.attribute(attribute.semantic) == nil else {
                throw .expected("each attribute once", "\(place)/\(name)", found: "another \(name)")
            }
            instances.attributes.append(attribute)
        }
        guard instances.count > 0 else {
            throw .expected("an attribute with a row for each copy", place, found: "none")
        }
        guard instances.attributes.allSatisfy({ $0.count == instances.count }) else {
            throw .expected(
                "the same count for all attributes", place,
                found: instances.attributes.map { "\($0.count)" }.joined(separator: ", "))
        }
        count += instances.count
        guard count <= options.limits.copyCount else {
            throw ReadError(
                beyond: .copies, .jsonPointer(place),
                "expected at most \(options.limits.copyCount) copies of meshes, found more")
        }
        return instances
    }
}
