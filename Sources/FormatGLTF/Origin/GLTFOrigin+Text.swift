import MeshBytes
import MeshFormats
import MeshModel

// The record as JSON.

extension GLTFOrigin {
    /// The record as JSON; nil: it is empty.
    var record: JSONValue? {
        var members: [(String, JSONValue)] = [("version", 1)]
        if upAxis != .y { members.append(("upAxis", upAxis.map { .string($0.rawValue) } ?? .null)) }
        if metersPerUnit != 1 { members.append(("metersPerUnit", metersPerUnit.map { .number($0) } ?? .null)) }
        if rootNodes > 0 { members.append(("rootNodes", .int(rootNodes))) }
        if let plainMaterial { members.append(("plainMaterial", .int(plainMaterial))) }
        if !materials.isEmpty { members.append(("materials", .array(materials.map(\.json)))) }
        if !split.isEmpty { members.append(("matrices", .array(split.map(\.json)))) }
        if !nodes.isEmpty { members.append(("nodes", .array(nodes.map(\.json)))) }
        if !metadata.isEmpty { members.append(("metadata", .array(metadata.map { .string($0) }))) }
        let filled = sets.sorted { $0.key < $1.key }
        if !filled.isEmpty {
            members.append(("vertexSets", .array(filled.map { $0.value.json($0.key) })))
        }
        if !polygons.isEmpty { members.append(("polygons", polygons.json)) }
        if !joins.isEmpty { members.append(("joins", .array(joins.map(\.json)))) }
        return members.count > 1 ? .object(members) : nil
    }

    /// Reads the record of a file; nil: it is not understood.
    init?(record: JSONValue) {
        guard record["version"]?.int == 1 else { return nil }
        if let axis = record["upAxis"] {
            upAxis = axis.string.flatMap(UpAxis.init(rawValue:))
            guard upAxis != nil || Self.isNull(axis) else { return nil }
        }
        if let unit = record["metersPerUnit"] {
            metersPerUnit = unit.number
            guard Self.isNull(unit) || (metersPerUnit.map { $0.isFinite && $0 > 0 } ?? false) else { return nil }
        }
        rootNodes = Int(clamping: record["rootNodes"]?.int ?? 0)
        plainMaterial = record["plainMaterial"]?.int.map { Int(clamping: $0) }
        materials = (record["materials"]?.array ?? []).compactMap(OriginMaterial.init(json:))
        split = (record["matrices"]?.array ?? []).compactMap(OriginNode.init(json:))
        nodes = (record["nodes"]?.array ?? []).compactMap(OriginNode.init(json:))
        metadata = (record["metadata"]?.array ?? []).compactMap(\.string)
        if let polygons = record["polygons"] {
            guard let own = GLTFPolygons(json: polygons) else { return nil }
            self.polygons = own
        }
        for entry in record["joins"]?.array ?? [] {
            guard let join = GLTFJoin(json: entry) else { return nil }
            joins.append(join)
        }
        for entry in record["vertexSets"]?.array ?? [] {
            guard let set = entry["set"]?.int else { return nil }
            var form = SetForm(
                forms: (entry["attributes"]?.array ?? []).compactMap(Form.init(json:)),
                generated: (entry["generated"]?.array ?? []).compactMap(\.string))
            if let offset = entry["offset"] {
                guard let numbers = OriginNode.numbers(offset, 3) else { return nil }
                form.offset = SIMD3(numbers[0], numbers[1], numbers[2])
            }
            form.hasRest = entry["rest"]?.bool ?? false
            if let splats = entry["splats"] {
                form.splats = SplatForm(
                    raw: (splats["raw"]?.array ?? []).compactMap(\.string),
                    hasColors: splats["colors"]?.bool ?? false)
            }
            sets[Int(clamping: set)] = form
        }
    }

    private static func isNull(_ value: JSONValue) -> Bool {
        if case .null = value { true } else { false }
    }
}

extension GLTFOrigin.SetForm {
    fileprivate func json(_ number: Int) -> JSONValue {
        var members: [(String, JSONValue)] = [("set", .int(number))]
        if !forms.isEmpty { members.append(("attributes", .array(forms.map(\.json)))) }
        if !generated.isEmpty { members.append(("generated", .array(generated.map { .string($0) }))) }
        if offset != .zero { members.append(("offset", .array((0..<3).map { .number(offset[$0]) }))) }
        if hasRest { members.append(("rest", true)) }
        if let splats {
            var own: [(String, JSONValue)] = []
            if !splats.raw.isEmpty { own.append(("raw", .array(splats.raw.map { .string($0) }))) }
            if splats.hasColors { own.append(("colors", true)) }
            members.append(("splats", .object(own)))
        }
        return .object(members)
    }
}

extension GLTFOrigin.Form {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [("name", .string(name))]
        if stored != name { members.append(("stored", .string(stored))) }
        if isRestored {
            members.append(("type", .string(type.name)))
            if isNormalized { members.append(("normalized", true)) }
            members += frame.recordMembers
            if hasCodes { members.append(("codes", true)) }
        }
        members.append(("components", .int(components)))
        if !elements.isEmpty {
            members.append(("elements", .array(elements.map { [.int($0.mesh), .int($0.primitive)] })))
        }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let name = json["name"]?.string, let components = json["components"]?.int, components > 0 else {
            return nil
        }
        let type = json["type"]?.string.flatMap(ScalarType.init(name:))
        self.init(
            name: name, stored: json["stored"]?.string ?? name, type: type ?? .float32,
            isNormalized: json["normalized"]?.bool ?? false, frame: Frame(record: json),
            components: Int(clamping: components),
            hasCodes: json["codes"]?.bool ?? false,
            elements: (json["elements"]?.array ?? []).compactMap { place in
                guard let mesh = place[0]?.int, let primitive = place[1]?.int else { return nil }
                return GLTFOrigin.Place(mesh: Int(clamping: mesh), primitive: Int(clamping: primitive))
            }, isRestored: type != nil)
    }
}
