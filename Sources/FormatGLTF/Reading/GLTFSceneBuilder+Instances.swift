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
                try accessors.column(index), of: index, named: "")
            let attribute = Attribute(
                AttributeSemantic(name: name), column, normalized: isNormalized,
                frame: name == AttributeSemantic.rotation.name ? Frame(quaternionOrder: .xyzw) : .plain)
            if let width = attribute.semantic.widthOfInstances, width != column.components {
                throw .expected("\(width) components", "\(place)/\(name)", found: "\(column.components)")
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
        return try placed(instances, place)
    }

    /// The copies without those that have a place nowhere.
    private mutating func placed(_ instances: NodeInstances, _ pointer: String) throws(ReadError) -> NodeInstances {
        var nowhere: Set<Int> = []
        for attribute in instances.attributes {
            guard let width = attribute.semantic.widthOfInstances, attribute.values.nonFiniteRows().count > 0 else {
                continue
            }
            for (place, number) in attribute.values.doubles().enumerated() where !number.isFinite {
                nowhere.insert(place / width)
            }
        }
        guard !nowhere.isEmpty else { return instances }
        guard nowhere.count < instances.count else {
            throw .expected("a copy with finite numbers", pointer, found: "none")
        }
        tree.warn(
            "gltf.instances-invalid", pointer,
            "copies whose place, rotation or scale is NaN or infinite are left out: \(nowhere.count)")
        let rows = ContiguousArray((0..<instances.count).filter { !nowhere.contains($0) }.map { Int32($0) })
        return NodeInstances(
            instances.attributes.map { attribute in
                var attribute = attribute
                attribute.values = attribute.values.picked(rows)
                return attribute
            })
    }
}
