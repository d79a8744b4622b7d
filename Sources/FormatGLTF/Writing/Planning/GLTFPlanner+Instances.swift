import MeshBytes
import MeshFormats
import MeshModel

// Writes the copies that nodes show as EXT_mesh_gpu_instancing, in the types of the scene where it allows them.

extension GLTFPlanner {
    /// The object of the extension; nil: the node shows its mesh once.
    mutating func plannedInstances(_ node: Node, _ index: Int) -> JSONValue? {
        guard let instances = node.instances else { return nil }
        let name = node.name ?? "node \(index + 1)"
        var members: [(String, JSONValue)] = []
        for attribute in instances.attributes {
            guard attribute.offsets == nil, (1...4).contains(attribute.values.components) else {
                lose(
                    .attributeDropped, .dropped, ScenePath.instances(node: index, attribute.semantic),
                    "\(attribute.semantic.name) of instances of \(name)", instances.count, "copies",
                    "glTF can store up to 4 numbers for each copy")
                continue
            }
            let written = Self.written(attribute)
            loseForm(of: attribute, as: written, ofInstancesOf: index)
            members.append((attribute.semantic.name, buffer.add(written)))
        }
        hasInstances = hasInstances || !members.isEmpty
        return members.isEmpty ? nil : .object([("attributes", .object(members))])
    }

    /// The attribute in a form that glTF allows.
    private static func written(_ attribute: Attribute) -> Attribute {
        var written = attribute
        let type = attribute.values.type
        let isAllowed =
            switch attribute.semantic {
            case .translation, .scale: type == .float32
            case .rotation: type == .float32 || attribute.normalized && (type == .int8 || type == .int16)
            default: GLTFComponents.number(type) != nil
            }
        if isAllowed, attribute.values.byteOrder == .little { return written }
        written.normalized = false
        let numbers = attribute.values.doubles()
        if attribute.semantic.widthOfInstances == nil, type.isInteger,
            numbers.allSatisfy({ $0 >= 0 && $0 <= Double(UInt32.max) })
        {
            written.values = Column(numbers.map { UInt32($0) }, components: attribute.values.components)
        } else {
            written.values = attribute.normalized ? attribute.values.dequantized : attribute.values.singles
        }
        return written
    }
}

extension GLTFPackedBuffer {
    /// Adds the values of copies and returns the index of their accessor.
    fileprivate mutating func add(_ attribute: Attribute) -> JSONValue {
        let column = attribute.values
        return add(
            column.isPacked ? column : column.picked(ContiguousArray(0..<Int32(clamping: column.count))),
            isNormalized: attribute.normalized)
    }
}
