// Bounds: places for results are compared with NULL; numbers that are lent belong to the scene's handle.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshConvert
import MeshModel

@c @implementation
public func meshconv_attribute_get(
    _ scene: OpaquePointer?, _ place: Int32, _ owner: Int, _ index: Int,
    _ attribute: UnsafeMutablePointer<meshconv_attribute>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, attribute, error) { scene, handle throws(Failure) in
        let found = try handle.attribute(scene, place, owner, index)
        let (frame, texts) = (found.frame, handle.texts)
        var values = unsafe meshconv_column()
        unsafe (values.count, values.components) = (found.values.count, Int32(clamping: found.values.components))
        unsafe values.type = Int32(found.values.type.rawValue)
        unsafe values.stride = found.values.components * found.values.type.byteCount
        return unsafe meshconv_attribute(
            name: texts.pointer(found.semantic.name), values: values, is_ragged: found.offsets == nil ? 0 : 1,
            is_normalized: found.normalized ? 1 : 0, color_space: texts.pointer(frame.colorSpace?.rawValue),
            uv_origin: texts.pointer(frame.uvOrigin?.rawValue), encoding: texts.pointer(frame.encoding.rawValue),
            quaternion_order: texts.pointer(frame.quaternionOrder?.rawValue), scale: frame.scale)
    }
}

@c @implementation
public func meshconv_attribute_values(
    _ scene: OpaquePointer?, _ place: Int32, _ owner: Int, _ index: Int,
    _ values: UnsafeMutablePointer<meshconv_column>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, values, error) { scene, handle throws(Failure) in
        let attribute = try handle.attribute(scene, place, owner, index)
        let key = ColumnKey(kind: .values, place: place, owner: owner, index: index)
        return try unsafe handle.lend(key) { () throws(Failure) in try LentColumn(attribute.values) }
    }
}

@c @implementation
public func meshconv_attribute_view(
    _ scene: OpaquePointer?, _ place: Int32, _ owner: Int, _ index: Int,
    _ values: UnsafeMutablePointer<meshconv_column>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, values, error) { scene, handle throws(Failure) in
        let attribute = try handle.attribute(scene, place, owner, index)
        let key = ColumnKey(kind: .view, place: place, owner: owner, index: index)
        return try unsafe handle.lend(key) { () throws(Failure) in try LentColumn(asItLies: attribute.values) }
    }
}

@c @implementation
public func meshconv_attribute_offsets(
    _ scene: OpaquePointer?, _ place: Int32, _ owner: Int, _ index: Int,
    _ offsets: UnsafeMutablePointer<meshconv_column>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, offsets, error) { scene, handle throws(Failure) in
        guard let offsets = try handle.attribute(scene, place, owner, index).offsets else {
            throw Failure(usage: "expected a ragged attribute, found rows of one length")
        }
        let key = ColumnKey(kind: .offsets, place: place, owner: owner, index: index)
        return try unsafe handle.lend(key) { () throws(Failure) in try LentColumn(offsets, as: .uint64) }
    }
}

@c @implementation
public func meshconv_primitive_values(
    _ scene: OpaquePointer?, _ primitive: Int, _ column: Int32, _ values: UnsafeMutablePointer<meshconv_column>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, values, error) { scene, handle throws(Failure) in
        let found = try handle.primitive(primitive, of: scene).primitive
        let key = ColumnKey(kind: .primitive(column), owner: primitive)
        return try unsafe handle.lend(key) { () throws(Failure) in
            switch Int(column) {
            case Int(MESHCONV_INDICES): try found.lentIndices()
            case Int(MESHCONV_OFFSETS): try found.lentOffsets()
            case Int(MESHCONV_MATERIALS): try found.lentMaterials()
            case Int(MESHCONV_TRIANGLES): try found.lentTriangles(scene, isElements: false)
            case Int(MESHCONV_TRIANGLE_ELEMENTS): try found.lentTriangles(scene, isElements: true)
            default: throw Failure(usage: "expected a column of a primitive from 0 to 4, found \(column)")
            }
        }
    }
}

@c @implementation
public func meshconv_corner_attribute(
    _ scene: OpaquePointer?, _ primitive: Int, _ index: Int, _ pool: UnsafeMutablePointer<Int>?,
    _ rows: UnsafeMutablePointer<meshconv_column>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, rows, error) { scene, handle throws(Failure) in
        let pool = try unsafe place(pool, "the pool")
        let found = try handle.primitive(primitive, of: scene).primitive
        let attribute = try found.cornerAttributes.part(index, "corner attributes")
        let key = ColumnKey(kind: .corners, owner: primitive, index: index)
        let rows = try unsafe handle.lend(key) { () throws(Failure) in
            guard let rows = attribute.indices else { return try LentColumn(counting: found.cornerCount, as: .int32) }
            return try LentColumn(rows, as: .int32)
        }
        unsafe pool.pointee = attribute.pool
        return unsafe rows
    }
}

@c @implementation
public func meshconv_node_instances(
    _ scene: OpaquePointer?, _ node: Int, _ matrices: UnsafeMutablePointer<meshconv_column>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, matrices, error) { scene, handle throws(Failure) in
        let found = try scene.nodes.part(node, "nodes")
        return try unsafe handle.lend(ColumnKey(kind: .instances, owner: node)) { () throws(Failure) in
            let transforms = found.instances?.transforms ?? []
            var numbers = ContiguousArray<Double>()
            for transform in transforms { numbers.append(contentsOf: transform.numbers) }
            return try LentColumn(Column(numbers, components: 16))
        }
    }
}

extension SceneHandle {
    /// Returns an attribute. Its owner and its index are checked.
    fileprivate func attribute(
        _ scene: MeshScene, _ place: Int32, _ owner: Int, _ index: Int
    ) throws(Failure) -> Attribute {
        switch Int(place) {
        case Int(MESHCONV_VERTEX):
            try scene.vertexSets.part(owner, "vertex sets").attributes.part(index, "attributes of the vertex set")
        case Int(MESHCONV_POOL):
            try scene.vertexSets.part(owner, "vertex sets").pools.part(index, "pools of the vertex set")
        case Int(MESHCONV_ELEMENT):
            try primitive(owner, of: scene).primitive.elementAttributes
                .part(index, "element attributes of the primitive")
        case Int(MESHCONV_TABLE):
            try scene.tables.part(owner, "tables").columns.part(index, "columns of the table")
        default: throw Failure(usage: "expected a place from 0 to 3, found \(place)")
        }
    }
}
