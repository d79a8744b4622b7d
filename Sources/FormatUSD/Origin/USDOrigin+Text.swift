import MeshBytes
import MeshFormats
import MeshModel

// The origin record as JSON.

extension USDOrigin {
    /// The entries of the record: its text, and numbers of it.
    static let textKey = "origin"
    static let numbersKey = "numbers"
    static let residualsKey = "residuals"

    /// The record, or nil if it is empty.
    var record: JSONValue? {
        var members: [(String, JSONValue)] = [("version", 1)]
        if !hasUpAxis { members.append(("upAxis", .null)) }
        if !hasUnit { members.append(("metersPerUnit", .null)) }
        members.add("rooted", isRooted)
        if !(generated.isEmpty && nameless.isEmpty && showing.isEmpty) {
            members.append(("nodes", .int(nodeCount)))
            members.add("generatedNodes", generated)
            members.add("namelessNodes", nameless)
            members.add("showing", showing.map { [.int($0.node), .int($0.mesh)] })
        }
        members.add("meshes", meshes.map { [.name($0.name), .int($0.count)] })
        members.add("scenes", scenes.map { [.name($0.name), .array($0.roots.map { .int($0) })] })
        if let defaultScene, !scenes.isEmpty { members.append(("scene", .int(defaultScene))) }
        if plainMaterials > 0 { members.append(("plainMaterials", .int(plainMaterials))) }
        if plainMaterials > 0, bareModel != .plain { members.append(("bareModel", .string(bareModel.rawValue))) }
        members.add("namelessMaterials", namelessMaterials)
        members.add("materials", materials.map(\.json))
        members += camerasAndLights
        if let painting {
            let pools = painting.pools.map { JSONValue.array([.int($0.owner), .int($0.pool)]) }
            members.append(("painting", ["texture": .int(painting.texture), "pools": .array(pools)]))
        }
        if !offsets.isEmpty {
            members.add("offsets", offsets.inKeyOrder.map { [.int($0.key), .numbers($0.value)] })
            members.append(("moved", .array(nodes.map(\.json))))
        }
        members += variantMembers
        members += motionMembers
        members += instanceMembers
        members.add("metadata", metadata)
        members.add("attributes", forms.map(\.json))
        members.add("splats", splats.map { [.int($0.owner), .array($0.names.map { .string($0) })] })
        members.add("pointless", pointless)
        members.add("unshared", unshared)
        // Without a record, the file's own hierarchy is USD's.
        if members.count > 1 { members.add("nestsSkins", nestsSkins) }
        return members.count > 1 ? .object(members) : nil
    }

    /// Parses a record. Returns nil if it is not understood.
    ///
    /// - Parameters:
    ///   - numbers: the numbers beside the text.
    ///   - residuals: those of texture coordinates.
    init?(record: JSONValue, numbers: ContiguousArray<Float> = [], residuals: ContiguousArray<Int32> = []) {
        guard record["version"]?.int == 1 else { return nil }
        self.numbers = numbers
        self.residuals = residuals
        hasUpAxis = record["upAxis"] == nil
        hasUnit = record["metersPerUnit"] == nil
        isRooted = record["rooted"]?.bool ?? false
        nestsSkins = record["nestsSkins"]?.bool ?? false
        nodeCount = record["nodes"]?.index ?? 0
        generated = record.indices("generatedNodes")
        nameless = record.indices("namelessNodes")
        for entry in record.list("showing") {
            guard let pair = entry.pair else { return nil }
            showing.append(Showing(node: pair.0, mesh: pair.1))
        }
        for pair in record.list("meshes") {
            guard let count = pair[1]?.index, count > 0 else { return nil }
            meshes.append(MeshForm(name: pair[0]?.string, count: count))
        }
        for pair in record.list("scenes") {
            guard let roots = pair[1]?.array else { return nil }
            scenes.append(SceneRoot(name: pair[0]?.string, roots: roots.compactMap(\.index)))
        }
        defaultScene = record["scene"]?.index
        plainMaterials = record["plainMaterials"]?.index ?? 0
        bareModel = record["bareModel"]?.string.flatMap(MaterialModel.init(rawValue:)) ?? .plain
        namelessMaterials = record.indices("namelessMaterials")
        materials = record.list("materials").compactMap(OriginMaterial.init(json:))
        guard readCamerasAndLights(record), readMotion(record), readInstances(record), readVariants(record)
        else { return nil }
        if let own = record["painting"] {
            guard let texture = own["texture"]?.index, own["pools"]?.array != nil, let pools = own.all("pools", \.pair)
            else { return nil }
            painting = Painting(texture: texture, pools: pools.map { Painting.Pool(owner: $0, pool: $1) })
        }
        for pair in record.list("offsets") {
            guard let set = pair[0]?.index, let offset = pair[1]?.place else { return nil }
            offsets[set] = offset
        }
        nodes = record.list("moved").compactMap(OriginNode.init(json:))
        metadata = record.strings("metadata")
        forms = record.list("attributes").compactMap(Form.init(json:))
        for pair in record.list("splats") {
            guard let owner = pair[0]?.index, let names = pair[1]?.array else { return nil }
            splats.append(SplatForm(owner: owner, names: names.compactMap(\.string)))
        }
        pointless = record.indices("pointless")
        unshared = record.indices("unshared")
    }
}

extension USDOrigin.Form {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [(isElement ? "mesh" : "set", .int(owner))]
        if let pool { members.append(("pool", .int(pool))) }
        if let residuals { members.append(("residuals", [.int(residuals.lowerBound), .int(residuals.count)])) }
        return .object(members + attribute.members)
    }

    fileprivate init?(json: JSONValue) {
        guard let attribute = OriginAttribute(json: json), let owner = (json["mesh"] ?? json["set"])?.index else {
            return nil
        }
        let isElement = json["mesh"] != nil
        self.init(owner: owner, isElement: isElement, pool: isElement ? nil : json["pool"]?.index, attribute: attribute)
        if let (start, count) = json["residuals"]?.pair, start >= 0, count >= 0, start <= USDOrigin.mostNumbers,
            count <= USDOrigin.mostNumbers
        {
            residuals = start..<start + count
        }
    }
}
