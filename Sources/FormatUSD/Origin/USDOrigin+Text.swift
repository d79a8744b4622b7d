import MeshBytes
import MeshFormats
import MeshModel

// The origin record as JSON.

extension USDOrigin {
    /// The record, or nil if it is empty.
    var record: JSONValue? {
        var members: [(String, JSONValue)] = [("version", 1)]
        func add(_ name: String, _ numbers: [Int]) {
            if !numbers.isEmpty { members.append((name, .array(numbers.map { .int($0) }))) }
        }
        if !hasUpAxis { members.append(("upAxis", .null)) }
        if !hasUnit { members.append(("metersPerUnit", .null)) }
        if isRooted { members.append(("rooted", true)) }
        if !(generated.isEmpty && nameless.isEmpty && showing.isEmpty) {
            members.append(("nodes", .int(nodeCount)))
            add("generatedNodes", generated)
            add("namelessNodes", nameless)
            if !showing.isEmpty {
                members.append(("showing", .array(showing.map { [.int($0.node), .int($0.mesh)] })))
            }
        }
        if !meshes.isEmpty {
            members.append(
                ("meshes", .array(meshes.map { [$0.name.map { .string($0) } ?? .null, .int($0.count)] })))
        }
        if !scenes.isEmpty {
            members.append(
                (
                    "scenes",
                    .array(
                        scenes.map { scene in
                            [scene.name.map { .string($0) } ?? .null, .array(scene.roots.map { .int($0) })]
                        })
                ))
            if let defaultScene { members.append(("scene", .int(defaultScene))) }
        }
        if plainMaterials > 0 { members.append(("plainMaterials", .int(plainMaterials))) }
        add("namelessMaterials", namelessMaterials)
        if !materials.isEmpty { members.append(("materials", .array(materials.map(\.json)))) }
        members += camerasAndLights
        if let painting {
            let pools = painting.pools.map { JSONValue.array([.int($0.owner), .int($0.pool)]) }
            members.append(("painting", .object([("texture", .int(painting.texture)), ("pools", .array(pools))])))
        }
        if !offsets.isEmpty {
            members.append(
                (
                    "offsets",
                    .array(
                        offsets.sorted { $0.key < $1.key }.map { set, offset in
                            [.int(set), .array((0..<3).map { .number(offset[$0]) })]
                        })
                ))
            members.append(("moved", .array(nodes.map(\.json))))
        }
        if !metadata.isEmpty { members.append(("metadata", .array(metadata.map { .string($0) }))) }
        if !forms.isEmpty { members.append(("attributes", .array(forms.map(\.json)))) }
        add("pointless", pointless)
        return members.count > 1 ? .object(members) : nil
    }

    /// Parses a record. Returns nil if it is not understood.
    init?(record: JSONValue) {
        guard record["version"]?.int == 1 else { return nil }
        func numbers(_ name: String) -> [Int] {
            (record[name]?.array ?? []).compactMap(\.int).map { Int(clamping: $0) }
        }
        hasUpAxis = record["upAxis"] == nil
        hasUnit = record["metersPerUnit"] == nil
        isRooted = record["rooted"]?.bool ?? false
        nodeCount = Int(clamping: record["nodes"]?.int ?? 0)
        generated = numbers("generatedNodes")
        nameless = numbers("namelessNodes")
        for pair in record["showing"]?.array ?? [] {
            guard let node = pair[0]?.int, let mesh = pair[1]?.int else { return nil }
            showing.append(Showing(node: Int(clamping: node), mesh: Int(clamping: mesh)))
        }
        for pair in record["meshes"]?.array ?? [] {
            guard let count = pair[1]?.int, count > 0 else { return nil }
            meshes.append(MeshForm(name: pair[0]?.string, count: Int(clamping: count)))
        }
        for pair in record["scenes"]?.array ?? [] {
            guard let roots = pair[1]?.array else { return nil }
            scenes.append(SceneRoot(name: pair[0]?.string, roots: roots.compactMap(\.int).map { Int(clamping: $0) }))
        }
        defaultScene = record["scene"]?.int.map { Int(clamping: $0) }
        plainMaterials = Int(clamping: record["plainMaterials"]?.int ?? 0)
        namelessMaterials = numbers("namelessMaterials")
        materials = (record["materials"]?.array ?? []).compactMap(OriginMaterial.init(json:))
        guard readCamerasAndLights(record) else { return nil }
        if let own = record["painting"] {
            guard let texture = own["texture"]?.int, let pools = own["pools"]?.array else { return nil }
            var painting = Painting(texture: Int(clamping: texture))
            for pair in pools {
                guard let owner = pair[0]?.int, let pool = pair[1]?.int else { return nil }
                painting.pools.append(Painting.Pool(owner: Int(clamping: owner), pool: Int(clamping: pool)))
            }
            self.painting = painting
        }
        for pair in record["offsets"]?.array ?? [] {
            guard let set = pair[0]?.int, let offset = OriginNode.numbers(pair[1], 3) else { return nil }
            offsets[Int(clamping: set)] = SIMD3(offset[0], offset[1], offset[2])
        }
        nodes = (record["moved"]?.array ?? []).compactMap(OriginNode.init(json:))
        metadata = (record["metadata"]?.array ?? []).compactMap(\.string)
        forms = (record["attributes"]?.array ?? []).compactMap(Form.init(json:))
        pointless = numbers("pointless")
    }
}

extension USDOrigin.Form {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [(isElement ? "mesh" : "set", .int(owner))]
        if let pool { members.append(("pool", .int(pool))) }
        members.append(("name", .string(name)))
        if stored != name { members.append(("stored", .string(stored))) }
        if isRestored {
            members.append(("type", .string(type.name)))
            if isNormalized { members.append(("normalized", true)) }
            members += frame.recordMembers
            if hasCodes { members.append(("codes", true)) }
        }
        members.append(("components", .int(components)))
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let name = json["name"]?.string, let components = json["components"]?.int, components > 0,
            let owner = (json["mesh"] ?? json["set"])?.int
        else { return nil }
        let type = json["type"]?.string.flatMap(ScalarType.init(name:))
        self.init(
            owner: Int(clamping: owner), isElement: json["mesh"] != nil,
            pool: json["pool"]?.int.map { Int(clamping: $0) },
            name: name, stored: json["stored"]?.string ?? name, type: type ?? .float32,
            isNormalized: json["normalized"]?.bool ?? false, frame: Frame(record: json),
            components: Int(clamping: components),
            hasCodes: json["codes"]?.bool ?? false, isRestored: type != nil)
    }
}
