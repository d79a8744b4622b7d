import CMeshConv
import MeshConvert
import MeshModel

// Bounds: the size of all rows is computed with checks for overflow; that as many bytes are there is the caller's word.

extension Column {
    /// Creates a column of the caller's numbers: a view if the memory was handed over, else a packed copy.
    init(_ column: meshconv_column, _ name: String, _ owner: OwnedByCaller? = nil) throws(Failure) {
        guard let code = unsafe UInt8(exactly: column.type), let type = ScalarType(rawValue: code) else {
            throw Failure(usage: "expected a type of numbers from 0 to 10 for \(name), found \(unsafe column.type)")
        }
        let components = unsafe Int(column.components), count = unsafe column.count
        guard components > 0, count >= 0 else {
            throw Failure(usage: "expected rows of numbers for \(name), found \(count) rows of \(components)")
        }
        let (row, overflow) = components.multipliedReportingOverflow(by: type.byteCount)
        let stride = unsafe column.stride == 0 ? row : column.stride
        let (last, isLarge) = stride.multipliedReportingOverflow(by: max(count - 1, 0))
        let (byteCount, isLarger) = last.addingReportingOverflow(count > 0 ? row : 0)
        guard !overflow, !isLarge, !isLarger, stride >= row else {
            throw Failure(
                usage: "expected rows of \(row) bytes at larger distances for \(name), found a distance of \(stride)")
        }
        guard count > 0 else {
            self = .empty(type, components: components)
            return
        }
        guard let data = unsafe column.data else {
            throw Failure(usage: "expected \(count) rows of \(name), found NULL")
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: byteCount)
        let storage = unsafe ByteStorage(viewing: bytes, keptAliveBy: owner)
        guard
            let view = Column(
                viewing: storage, offset: 0, stride: stride, count: count, components: components, type: type)
        else { throw Failure(usage: "expected \(name) in memory, found none") }
        self = owner == nil ? .joined([view]) : view
    }
}

extension Attribute {
    /// Creates an attribute as the caller describes it.
    init(
        _ attribute: meshconv_attribute, offsets: meshconv_column? = nil, _ owner: OwnedByCaller? = nil
    ) throws(Failure) {
        let name = try unsafe text(attribute.name, "the name of an attribute")
        func word<T: RawRepresentable>(
            _ pointer: UnsafePointer<CChar>?, _ what: String, _ values: [T]
        ) throws(Failure) -> T? where T.RawValue == String {
            guard let word = try unsafe optionalText(pointer, what) else { return nil }
            guard let value = values.first(where: { $0.rawValue == word }) else {
                throw Failure.unexpected("\(what) of \(name) to be", word, values.map(\.rawValue))
            }
            return value
        }
        var frame = Frame()
        frame.colorSpace = try unsafe word(
            attribute.color_space, "the colour space", [Frame.ColorSpace.srgb, .linear])
        frame.uvOrigin = try unsafe word(attribute.uv_origin, "the origin", [Frame.UVOrigin.bottomLeft, .topLeft])
        frame.encoding =
            try unsafe word(attribute.encoding, "the encoding", [Frame.Encoding.linear, .log, .logit]) ?? .linear
        frame.quaternionOrder = try unsafe word(
            attribute.quaternion_order, "the order", [Frame.QuaternionOrder.wxyz, .xyzw])
        let scale = unsafe attribute.scale
        guard scale.isFinite, scale >= 0 else { throw Failure(usage: "expected a scale for \(name), found \(scale)") }
        if scale != 0 { frame.scale = scale }
        let starts = try unsafe offsets.map { column throws(Failure) in
            try unsafe Column(column, "the offsets of \(name)")
        }
        self.init(
            AttributeSemantic(name: name), try unsafe Column(attribute.values, name, owner), offsets: starts,
            normalized: unsafe attribute.is_normalized != 0, frame: frame)
    }
}

extension Primitive {
    /// Creates a primitive as the caller describes it, without columns.
    init(_ primitive: meshconv_primitive) throws(Failure) {
        guard Topology.allCases.indices.contains(Int(primitive.topology)) else {
            throw Failure(usage: "expected a topology from 0 to 2, found \(primitive.topology)")
        }
        let count = Int(primitive.corners_per_element)
        guard primitive.element_count >= 0, count >= 0,
            !primitive.element_count.multipliedReportingOverflow(by: max(count, 1)).overflow
        else {
            throw Failure(
                usage: "expected numbers of elements and corners, found \(primitive.element_count) and \(count)")
        }
        self.init(
            topology: Topology.allCases[Int(primitive.topology)], vertexSet: primitive.vertex_set,
            elementCount: primitive.element_count, arity: .uniform(count), vertices: nil,
            material: primitive.material >= 0 ? .one(Int(primitive.material)) : .none)
    }
}

extension SceneHandle {
    /// Adds an attribute, once it is checked; returns its index.
    func add(_ attribute: Attribute, _ place: Int32, _ owner: Int) throws(Failure) -> Int {
        func require(_ rows: Int) throws(Failure) {
            do throws(SceneDefect) {
                try MeshScene.check(attribute, rows: rows, attribute.semantic.name)
            } catch { throw Failure(error) }
        }
        return try change { scene throws(Failure) in
            switch Int(place) {
            case Int(MESHCONV_VERTEX):
                try require(try scene.vertexSets.part(owner, "vertex sets").count)
                scene.vertexSets[owner].attributes.append(attribute)
                return scene.vertexSets[owner].attributes.count - 1
            case Int(MESHCONV_POOL):
                _ = try scene.vertexSets.part(owner, "vertex sets")
                try require(attribute.count)
                scene.vertexSets[owner].pools.append(attribute)
                return scene.vertexSets[owner].pools.count - 1
            case Int(MESHCONV_ELEMENT):
                let at = try SceneIndex(scene).place(of: owner)
                try require(scene.meshes[at.mesh].primitives[at.primitive].elementCount)
                scene.meshes[at.mesh].primitives[at.primitive].elementAttributes.append(attribute)
                return scene.meshes[at.mesh].primitives[at.primitive].elementAttributes.count - 1
            case Int(MESHCONV_TABLE):
                try require(try scene.tables.part(owner, "tables").rowCount)
                scene.tables[owner].columns.append(attribute)
                return scene.tables[owner].columns.count - 1
            default: throw Failure(usage: "expected a place from 0 to 3, found \(place)")
            }
        }
    }

    /// Changes a primitive, and checks the result.
    func change(_ primitive: Int, _ body: (inout Primitive) -> Void) throws(Failure) {
        let place = try sceneIndex.place(of: primitive)
        try change { scene throws(Failure) in
            var changed = scene.meshes[place.mesh].primitives[place.primitive]
            body(&changed)
            try scene.check(changed)
            scene.meshes[place.mesh].primitives[place.primitive] = changed
        }
    }
}

extension MeshScene {
    /// Checks a primitive of the scene, or one that is to be added.
    func check(_ primitive: Primitive) throws(Failure) {
        let set = try vertexSets.part(primitive.vertexSet, "vertex sets")
        var alone = MeshScene(vertexSets: [VertexSet(count: set.count, pools: set.pools)], primitives: [primitive])
        alone.meshes[0].primitives[0].vertexSet = 0
        alone.materials = Array(repeating: SceneMaterial(), count: materials.count)
        alone.materialVariants = materialVariants
        do throws(SceneDefect) { try alone.validate() } catch { throw Failure(error) }
    }
}
