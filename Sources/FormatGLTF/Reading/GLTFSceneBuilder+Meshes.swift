import MeshBytes
import MeshFormats
import MeshModel

// Meshes one to one; primitives with the same attributes share a vertex set.

extension GLTFSceneBuilder {
    mutating func buildMeshes() throws(ReadError) {
        for (index, entry) in tree.objects("meshes").enumerated() {
            let pointer = "/meshes/\(index)"
            var mesh = Mesh(name: tree.string(entry, "name", pointer), primitives: [])
            if entry["primitives"] == nil {
                tree.warn("gltf.missing-member", "\(pointer)/primitives", "the mesh has no primitives")
            }
            for (place, primitive) in tree.objects(entry, "primitives", pointer).enumerated() {
                let position = "\(pointer)/primitives/\(place)"
                let setCount = scene.vertexSets.count
                do throws(ReadError) {
                    if let built = try self.primitive(primitive, position) { mesh.primitives.append(built) }
                } catch {
                    // What is broken is costs the primitives that need it.
                    try refuse(error, "gltf.primitive-left-out", "/meshes/*/primitives")
                    leaveOutMembers(primitive)
                    leftOut["/meshes/*/primitives/*/attributes/*", default: 0] +=
                        primitive["attributes"]?.object?.count ?? 0
                    scene.vertexSets.removeLast(scene.vertexSets.count - setCount)
                    setOf = setOf.filter { $0.value < setCount }
                }
            }
            mesh.targets = targets(entry, pointer)
            scene.meshes.append(mesh)
        }
    }

    /// The primitive; nil: it has no positions and shows nothing.
    private mutating func primitive(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> Primitive? {
        try requireKnown(entry, pointer)
        var mode = try mode(entry, pointer)
        var indices: Column?
        let set: Int
        if let compression = entry["extensions"]?[GLTFExtensions.draco] {
            let place = "\(pointer)/extensions/\(GLTFExtensions.draco)"
            // A stream has triangles, even if the mode says strips.
            (set, indices) = try decompress(entry, compression, pointer, place)
            mode = .triangles
            if scene.vertexSets[set].attribute(.position) == nil {
                scene.vertexSets.removeLast()
                leaveOutPrimitive(entry, pointer)
                return nil
            }
        } else {
            guard let found = try vertexSet(entry, pointer) else { return nil }
            set = found
            indices = try self.indices(entry, pointer)
        }
        let vertexCount = scene.vertexSets[set].count
        if let indices {
            let largest = indices.largestIndex ?? -1
            if largest >= vertexCount {
                let error = Self.badIndex(indices, vertexCount, "\(pointer)/indices")
                guard options.lenient else { throw error }
                tree.warn("gltf.accessor-index-oob", "\(pointer)/indices", error.wording, .error)
            } else if largest == (1 << (8 * indices.type.byteCount)) - 1 {
                tree.warn(
                    "gltf.primitive-restart", "\(pointer)/indices",
                    "index \(largest) means a restart in some programs; here it is read as a vertex"
                )
            }
        }
        var primitive = GLTFModes.primitive(mode, vertexSet: set, vertexCount: vertexCount, indices: indices)
        let used = GLTFModes.usedCorners(primitive)
        let given = indices?.count ?? vertexCount
        leaveOutWrong(&primitive, vertexCount)
        if used < given, primitive.topology == .polygons || primitive.topology == .lines {
            tree.warn(
                "gltf.incomplete-primitive", pointer,
                """
                \(given) corners don't make whole \(primitive.topology == .lines ? "lines" : "triangles"); left out at \
                the end: \(given - used)
                """)
        }
        var material = variantMaterial(entry)
        if material == nil {
            material = try reference(
                entry["material"], materialCount, "/meshes/*/primitives/*/material", "\(pointer)/material")
        }
        if let material { primitive.material = .one(material) }
        primitive.variantMaterials = variantMaterials(entry, pointer)
        return primitive
    }

    private mutating func mode(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> GLTFModes.Mode {
        guard let value = entry["mode"] else { return .triangles }
        guard let number = value.int, let mode = GLTFModes.Mode(rawValue: Int(clamping: number)) else {
            throw .expected("0 to 6", "\(pointer)/mode", found: value)
        }
        return mode
    }

    private static func badIndex(_ indices: Column, _ count: Int, _ pointer: String) -> ReadError {
        let all = indices.integers()
        let place = all.firstIndex { $0 >= Int64(count) } ?? 0
        return .expected(
            "vertices below \(count)", pointer, found: "\(all.isEmpty ? 0 : all[place]) at index \(place)",
            .invalidIndex)
    }

    // MARK: Indices

    private mutating func indices(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> Column? {
        guard let value = entry["indices"] else { return nil }
        let number = try accessors.index(value, "\(pointer)/indices")
        let column = try accessors.column(number)
        guard column.components == 1, [.uint8, .uint16, .uint32].contains(column.type) else {
            throw .expected(
                "unsigned indices of 8, 16 or 32 bits", "/accessors/\(number)",
                found: "\(column.components) × \(column.type.name)")
        }
        return column
    }

    // MARK: Vertices

    /// The vertex set of a primitive's attributes; nil: it has none, or no positions.
    private mutating func vertexSet(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> Int? {
        let members = try attributes(entry, pointer)
        guard !members.isEmpty else {
            leaveOutMembers(entry)
            tree.warn("gltf.no-vertices", pointer, "the primitive has no attributes and shows nothing")
            return nil
        }
        let splats = try splatFrame(entry, members, pointer)
        let targets = try targetMembers(entry, pointer)
        var parts = members + targets.map { ($0.key, $0.accessor) }
        if let splats { parts.append((GLTFSplats.name, splats == .plain ? -1 : -2)) }
        let key = VertexSetKey(parts)
        if let known = setOf[key] { return known }
        var set = VertexSet(count: 0)
        if let first = members.first { set.count = try accessors.column(first.accessor).count }
        if options.lenient { try takeCommonCount(members, &set, pointer) }
        let taken = splats == nil ? [] : GLTFSplats.names(of: Set(members.map(\.name)))
        for member in members where !taken.contains(member.name) {
            var column = try accessors.column(member.accessor)
            if options.lenient, column.count > set.count { column = column.rows(0..<set.count) }
            try add(member.name, column, of: member.accessor, to: &set, "\(pointer)/attributes/\(member.name)")
        }
        try add(targets, to: &set)
        if let splats { try addSplats(members, splats, to: &set, pointer) }
        guard set.attribute(.position) != nil else {
            if let indices = try indices(entry, pointer), (indices.largestIndex ?? -1) >= set.count {
                throw Self.badIndex(indices, set.count, "\(pointer)/indices")
            }
            leaveOutPrimitive(entry, pointer)
            return nil
        }
        set.measure()
        warnOfOddPositions(set, pointer)
        setOf[key] = scene.vertexSets.count
        scene.vertexSets.append(set)
        return scene.vertexSets.count - 1
    }

    /// The accessors of a primitive's attributes. Primitives with the same ones, in any order, share a vertex set.
    struct VertexSetKey: Hashable {
        private let names: [String]
        private let accessors: [Int]

        init(_ members: [(name: String, accessor: Int)]) {
            let members = members.count > 1 ? members.inOrder { $0.name < $1.name } : members
            names = members.map(\.name)
            accessors = members.map(\.accessor)
        }

        // Nearly all primitives have the same names.
        func hash(into hasher: inout Hasher) { hasher.combine(accessors) }
    }

    /// Reports a primitive without positions. Programs should skip it (section 3.7.2.1), and a scene would have to
    /// invent positions.
    private mutating func leaveOutPrimitive(_ entry: JSONValue, _ pointer: String) {
        let names = Set((entry["attributes"]?.object ?? []).map(\.0))
        leftOut["/meshes/*/primitives/*/attributes/*", default: 0] += names.count
        leaveOutMembers(entry)
        placelessCount += 1
        tree.warn(
            "gltf.no-positions", pointer, "the primitive has no positions; it shows nothing and is left out")
    }

    private mutating func leaveOutMembers(_ entry: JSONValue) {
        for name in ["indices", "material", "mode"] where entry[name] != nil {
            leftOut["/meshes/*/primitives/*/\(name)", default: 0] += 1
        }
        for mapping in variantMappings(entry) {
            leftOut["\(Self.mappings)/material", default: 0] += mapping["material"] == nil ? 0 : 1
            leftOut["\(Self.mappings)/variants/*", default: 0] += mapping["variants"]?.array?.count ?? 0
        }
    }

    /// Adds an attribute under its name, if it has the form that section 3.7.2.1 of the specification requires.
    mutating func add(
        _ name: String, _ column: Column, of accessor: Int, to set: inout VertexSet, _ pointer: String
    ) throws(ReadError) {
        try Self.check(column, set, pointer)
        if let expected = GLTFAttributes.components(name), !expected.contains(column.components) {
            throw .expected(
                "\(expected.map(String.init).joined(separator: " or ")) components", pointer,
                found: "\(column.components)")
        }
        // Normalised positions and directions are quantised floats (KHR_mesh_quantization).
        let (values, isNormalized) = accessors.values(column, of: accessor, named: name)
        set.attributes.append(
            Attribute(
                AttributeSemantic(name: name), values, normalized: isNormalized, frame: GLTFAttributes.frame(name)))
    }

    /// Throws if a column has not one value for each vertex.
    static func check(_ column: Column, _ set: VertexSet, _ pointer: String) throws(ReadError) {
        guard column.count != set.count else { return }
        throw .expected("\(set.count) values as in the first attribute", pointer, found: "\(column.count)")
    }

    /// The attributes in the scene's order.
    func attributes(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> [(name: String, accessor: Int)] {
        var members: [(name: String, accessor: Int)] = []
        var seen: Set<String> = []
        for (name, value) in entry["attributes"]?.object ?? [] where seen.insert(name).inserted {
            members.append((name, try accessors.index(value, "\(pointer)/attributes/\(name)")))
        }
        return GLTFAttributes.sorted(members)
    }

    private mutating func warnOfOddPositions(_ set: VertexSet, _ pointer: String) {
        guard let positions = set.attribute(.position)?.values, positions.type == .float32 else { return }
        let odd = positions.nonFiniteRows()
        guard odd.count > 0 else { return }
        tree.warn(
            "gltf.non-finite-position", "\(pointer)/attributes/POSITION",
            "vertices with NaN or infinite positions: \(odd.count)")
    }
}
