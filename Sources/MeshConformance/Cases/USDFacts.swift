import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Compares the document of a USD file with the facts of a manifest, which come from usd-core.
enum USDFacts {
    static func check(_ document: Document, _ sheet: inout FactSheet) {
        let facts = sheet.facts
        let scene = document.scene
        let codes = Set(document.diagnostics.map(\.code))
        sheet.expect("encoding", document.variant)
        sheet.expect("up_axis", scene.upAxis?.rawValue ?? "none")
        if let wanted = facts["meters_per_unit"]?.number {
            sheet.compare("meters_per_unit", wanted, scene.metersPerUnit ?? .nan)
        }
        let prims = Dictionary(
            document.census.filter { $0.kind.hasPrefix("prim (type) ") }.map {
                (String($0.kind.dropFirst("prim (type) ".count)), $0.count)
            }, uniquingKeysWith: +)
        // usd-core, by which facts were stated, has no plugin for MaterialX: such documents are errors to it.
        let readsMaterialX = document.sideFiles.contains { $0.lowercased().hasSuffix(".mtlx") }
        if !readsMaterialX {
            sheet.expect("prim_types") { prims[$0] ?? 0 }
            sheet.expect("prim_count", prims.values.reduce(0, +))
            sheet.expect("materials", scene.materials.count)
        }
        // Meshes made from shapes, and instances, are not meshes of the file.
        let isPlain = codes.isDisjoint(with: ["usd.shape", "usd.holes", "usd.topology", "usd.primvar-count"])
        let shown = scene.nodes.flatMap { node in
            node.mesh.map { [Int](repeating: $0, count: node.instances?.count ?? 1) } ?? []
        }
        let meshes = shown.flatMap { scene.meshes[$0].primitives }
        let surfaces = meshes.filter { $0.topology == .polygons }
        if isPlain, prims["PointInstancer"] == nil, prims["TetMesh"] == nil {
            sheet.expect("mesh_count", surfaces.count)
            sheet.expect("mesh_points", surfaces.reduce(0) { $0 + scene.vertexSets[$1.vertexSet].count })
            sheet.expect("mesh_faces", surfaces.reduce(0) { $0 + $1.elementCount })
        }
        sheet.expect("elements", meshes.reduce(0) { $0 + $1.elementCount })
        sheet.expect("cameras", scene.cameras.count)
        sheet.expect("lights", scene.lights.count)
        sheet.expect("images", scene.images.filter { $0.path != nil || $0.bytes != nil }.count)
        for (name, wanted) in facts["settings"]?.object ?? [] {
            let numbers = wanted.array?.compactMap(\.number) ?? []
            sheet.compare("settings.\(name)", numbers, scene.materials.first?[name] ?? [])
        }
        if let wanted = facts["attributes"]?.array?.compactMap(\.string) {
            sheet.compare("attributes", Set(wanted).sorted(), semantics(scene).sorted())
        }
        if let wanted = facts["shape_box"] {
            sheet.compare(mismatches(wanted, Info(document, path: "").bounds))
        }
        if isPlain, facts["note_bbox"] == nil, let wanted = facts["world_bbox_point_based"] {
            let atRest = mismatches(wanted, Info(document, path: "").bounds)
            // The readers of the fact take the earliest time, not the values at no time.
            let isThere = atRest.isEmpty || scene.clips.isEmpty ? false : matchesAtStart(wanted, document)
            sheet.compare(isThere ? [] : atRest)
        }
        if facts["composition_errors"] != nil, !readsMaterialX {
            let isQuiet = codes.isDisjoint(with: ["usd.layer-missing", "usd.layer-unreadable"])
            sheet.compare(isQuiet ? ["composition_errors: nothing was reported"] : [])
        }
    }

    /// Whether a box is that of the first moment of the first clip.
    private static func matchesAtStart(_ wanted: JSONValue, _ document: Document) -> Bool {
        let posed = Pipeline.operate(.pose(Moment(clip: 0)), document.scene).scene
        return mismatches(wanted, Info(Document(of: posed), path: "").bounds).isEmpty
    }

    /// Returns the names of all attributes of all meshes.
    private static func semantics(_ scene: MeshScene) -> Set<String> {
        var names: Set<String> = []
        for mesh in scene.meshes {
            for primitive in mesh.primitives {
                let set = scene.vertexSets[primitive.vertexSet]
                let pools = primitive.cornerAttributes.map { set.pools[$0.pool] }
                names.formUnion((set.attributes + primitive.elementAttributes + pools).map(\.semantic.name))
            }
        }
        return names
    }

    private static func mismatches(_ wanted: JSONValue, _ bounds: Info.Bounds?) -> [String] {
        bounds?.mismatches("world_bbox", wanted) ?? ["world_bbox_point_based: expected a box, found none"]
    }
}

extension Info.Bounds {
    /// Compares the box with a stated one, whose numbers were computed in float32 or float64 and in another order.
    func mismatches(_ name: String, _ wanted: JSONValue) -> [String] {
        var found: [String] = []
        for (side, actual) in [("min", minimum), ("max", maximum)] {
            guard let numbers = wanted[side]?.array?.compactMap(\.number), numbers.count == 3 else { continue }
            for axis in 0..<3 where !(abs(numbers[axis] - actual[axis]) <= max(abs(numbers[axis]) * 1e-6, 1e-6)) {
                found.append("\(name).\(side)[\(axis)]: expected \(numbers[axis]), found \(actual[axis])")
            }
        }
        return found
    }
}
