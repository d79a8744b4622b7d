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
        members.add("cameras", cameras.map(\.json))
        members.add("lights", lights.map(\.json))
        if rootNodes > 0 { members.append(("rootNodes", .int(rootNodes))) }
        if let plainMaterial { members.append(("plainMaterial", .int(plainMaterial))) }
        members.add("materials", materials.map(\.json))
        if let packing { members.append(("packing", packing.json)) }
        members.add("imagesOfFiles", imagesOfFiles)
        members.add("matrices", split.map(\.json))
        members.add("lifted", lifted.map(\.json))
        members.add("nodes", nodes.map(\.json))
        members.add("metadata", metadata)
        members.add("vertexSets", sets.inKeyOrder.map { $0.value.json($0.key) })
        if !polygons.isEmpty { members.append(("polygons", polygons.json)) }
        members.add("joins", joins.map(\.json))
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
        guard let cameras = record.all("cameras", Camera.init(json:)),
            let lights = record.all("lights", Light.init(json:))
        else { return nil }
        (self.cameras, self.lights) = (cameras, lights)
        rootNodes = record["rootNodes"]?.index ?? 0
        plainMaterial = record["plainMaterial"]?.index
        materials = record.list("materials").compactMap(OriginMaterial.init(json:))
        if let packing = record["packing"] {
            guard let own = Packing(json: packing) else { return nil }
            self.packing = own
        }
        imagesOfFiles = record.list("imagesOfFiles").compactMap(\.index)
        guard let lifted = record.all("lifted", GLTFLiftedNode.init(json:)) else { return nil }
        self.lifted = lifted
        split = record.list("matrices").compactMap(OriginNode.init(json:))
        nodes = record.list("nodes").compactMap(OriginNode.init(json:))
        metadata = record.strings("metadata")
        if let polygons = record["polygons"] {
            guard let own = GLTFPolygons(json: polygons) else { return nil }
            self.polygons = own
        }
        guard let joins = record.all("joins", GLTFJoin.init(json:)) else { return nil }
        self.joins = joins
        for entry in record.list("vertexSets") {
            guard let set = entry["set"]?.index else { return nil }
            var form = SetForm(
                forms: entry.list("attributes").compactMap(Form.init(json:)), generated: entry.strings("generated"))
            if let offset = entry["offset"] {
                guard let place = offset.place else { return nil }
                form.offset = place
            }
            form.hasRest = entry["rest"]?.bool ?? false
            form.splats = entry["splats"].map {
                SplatForm(raw: $0.strings("raw"), hasColors: $0["colors"]?.bool ?? false)
            }
            sets[set] = form
        }
    }

    private static func isNull(_ value: JSONValue) -> Bool {
        if case .null = value { true } else { false }
    }
}

extension GLTFOrigin.SetForm {
    fileprivate func json(_ number: Int) -> JSONValue {
        var members: [(String, JSONValue)] = [("set", .int(number))]
        members.add("attributes", forms.map(\.json))
        members.add("generated", generated)
        if offset != .zero { members.append(("offset", .numbers(offset))) }
        members.add("rest", hasRest)
        if let splats {
            var own: [(String, JSONValue)] = []
            own.add("raw", splats.raw)
            own.add("colors", splats.hasColors)
            members.append(("splats", .object(own)))
        }
        return .object(members)
    }
}

extension GLTFOrigin.Form {
    fileprivate var json: JSONValue {
        var members = attribute.members
        members.add("elements", elements.map { [.int($0.mesh), .int($0.primitive)] })
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let attribute = OriginAttribute(json: json) else { return nil }
        self.attribute = attribute
        elements = json.list("elements").compactMap(\.pair).map { GLTFOrigin.Place(mesh: $0, primitive: $1) }
    }
}
