import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Compares the document of a USD file with the facts of a manifest, which come from usd-core.
enum USDFacts {
    static func check(_ document: Document, _ facts: JSONValue) -> (count: Int, mismatches: [String]) {
        var found: [String] = []
        var compared = 0
        let scene = document.scene
        func expect(_ name: String, _ wanted: String?, _ actual: String) {
            guard let wanted else { return }
            compared += 1
            if wanted != actual { found.append("\(name): expected \(wanted), found \(actual)") }
        }
        func expect(_ name: String, _ actual: Int) { expect(name, facts[name]?.int.map { "\($0)" }, "\(actual)") }
        let codes = Set(document.diagnostics.map(\.code))
        expect("encoding", facts["encoding"]?.string, document.variant)
        expect("up_axis", facts["up_axis"]?.string, scene.upAxis?.rawValue ?? "none")
        expect(
            "meters_per_unit", facts["meters_per_unit"]?.number.map { "\($0)" }, "\(scene.metersPerUnit ?? .nan)")
        let prims = Dictionary(
            document.census.filter { $0.kind.hasPrefix("prim (type) ") }.map {
                (String($0.kind.dropFirst("prim (type) ".count)), $0.count)
            }, uniquingKeysWith: +)
        for (type, count) in facts["prim_types"]?.object ?? [] {
            expect("prim_types.\(type)", count.int.map { "\($0)" }, "\(prims[type] ?? 0)")
        }
        expect("prim_count", prims.values.reduce(0, +))
        expect("materials", scene.materials.count)
        // Meshes made from shapes, and instances, are not meshes of the file.
        let isPlain = codes.isDisjoint(with: ["usd.shape", "usd.holes", "usd.topology", "usd.primvar-count"])
        let meshes = scene.nodes.compactMap(\.mesh).flatMap { scene.meshes[$0].primitives }
        let surfaces = meshes.filter { $0.topology == .polygons }
        if isPlain, prims["PointInstancer"] == nil, prims["TetMesh"] == nil {
            expect("mesh_count", surfaces.count)
            expect("mesh_points", surfaces.reduce(0) { $0 + scene.vertexSets[$1.vertexSet].count })
            expect("mesh_faces", surfaces.reduce(0) { $0 + $1.elementCount })
        }
        expect("elements", meshes.reduce(0) { $0 + $1.elementCount })
        expect("cameras", scene.cameras.count)
        expect("lights", scene.lights.count)
        expect("images", scene.images.filter { $0.path != nil || $0.bytes != nil }.count)
        for (name, wanted) in facts["settings"]?.object ?? [] {
            let numbers = wanted.array?.compactMap(\.number) ?? []
            expect("settings.\(name)", "\(numbers)", "\(scene.materials.first?[name] ?? [])")
        }
        if let wanted = facts["attributes"]?.array?.compactMap(\.string) {
            compared += 1
            let names = semantics(scene)
            if Set(wanted) != names { found.append("attributes: expected \(wanted.sorted()), found \(names.sorted())") }
        }
        if facts["reports"]?.bool == true {
            compared += 1
            if document.diagnostics.isEmpty { found.append("reports: nothing was reported") }
        }
        if let wanted = facts["shape_box"] {
            compared += 1
            box(wanted, Info(document, path: "", pipeline: nil).bounds, &found)
        }
        if isPlain, facts["note_bbox"] == nil, let wanted = facts["world_bbox_point_based"] {
            compared += 1
            box(wanted, Info(document, path: "", pipeline: nil).bounds, &found)
        }
        if facts["composition_errors"] != nil {
            compared += 1
            if codes.isDisjoint(with: ["usd.layer-missing", "usd.layer-unreadable"]) {
                found.append("composition_errors: nothing was reported")
            }
        }
        for entry in document.census where !entry.isBalanced {
            found.append(
                "census \(entry.kind): \(entry.count) records, \(entry.inScene) in the scene, \(entry.inResidue) in the "
                    + "residue, \(entry.inDiagnostics) in diagnostics")
        }
        return (compared, found)
    }

    /// Returns the names of all attributes of all meshes.
    private static func semantics(_ scene: Scene) -> Set<String> {
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

    private static func box(_ wanted: JSONValue, _ bounds: Info.Bounds?, _ found: inout [String]) {
        guard let bounds else {
            found.append("world_bbox_point_based: expected a box, found none")
            return
        }
        for (side, actual) in [("min", bounds.minimum), ("max", bounds.maximum)] {
            guard let numbers = wanted[side]?.array?.compactMap(\.number), numbers.count == 3 else { continue }
            for axis in 0..<3 where !(abs(numbers[axis] - actual[axis]) <= max(abs(numbers[axis]) * 1e-6, 1e-6)) {
                found.append("world_bbox.\(side)[\(axis)]: expected \(numbers[axis]), found \(actual[axis])")
            }
        }
    }
}
