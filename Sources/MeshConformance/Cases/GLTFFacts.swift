import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Compares the document of a glTF file with the facts of a manifest.
enum GLTFFacts {
    /// Returns the names of attributes in the file: in scenes, splats have other names (KHR_gaussian_splatting).
    private static func namesInFile(_ set: VertexSet) -> [String] {
        let names = set.attributes.map(\.semantic.name)
        guard let degree = set.splatDegree else { return names }
        let own = SplatNames.all(degree: degree)
        let parts = ["ROTATION", "SCALE", "OPACITY"]
        let coefficients = (0...degree).flatMap { degree in
            (0..<2 * degree + 1).map { "SH_DEGREE_\(degree)_COEF_\($0)" }
        }
        return names.filter { !own.contains($0) } + (parts + coefficients).map { "KHR_gaussian_splatting:\($0)" }
    }

    static func check(_ document: Document, _ facts: JSONValue) -> (count: Int, mismatches: [String]) {
        var found: [String] = []
        var compared = 0
        let scene = document.scene
        let info = Info(document, path: "", pipeline: nil)
        func expect(_ name: String, _ actual: Int) {
            guard let wanted = facts[name]?.int else { return }
            compared += 1
            if wanted != Int64(actual) { found.append("\(name): expected \(wanted), found \(actual)") }
        }
        let codes = Set(document.diagnostics.map(\.code))
        expect("scenes", scene.scenes.count)
        // The scene duplicates nodes with several parents, and adds nodes for instances.
        if !codes.contains("gltf.node-parent"), !uses("EXT_mesh_gpu_instancing", facts) {
            expect("nodes", scene.nodes.count)
        }
        expect("meshes", scene.meshes.count)
        expect("materials", scene.materials.count)
        expect("images", scene.images.count)
        expect("cameras", scene.cameras.count)
        // The scene leaves out textures without an image.
        if !codes.contains("gltf.texture-source") { expect("textures", scene.textures.count) }
        expect("skins", residue("/skins", document))
        expect("animations", residue("/animations", document))
        let primitives = scene.meshes.flatMap(\.primitives)
        // The scene leaves out primitives without positions, which show nothing (3.7.2.1).
        let isPlaceless = codes.contains("gltf.no-positions")
        if !codes.contains("gltf.no-vertices"), !isPlaceless { expect("primitives", primitives.count) }
        // These facts only count visible geometry.
        if !isPlaceless, facts["geometry_not_decoded"] == nil {
            expect("triangles_in_meshes", info.totals.triangles)
            expect("scene_triangles", info.instanced.triangles)
            expect("points_in_meshes", info.totals.points)
            expect("vertices_sum_over_primitives", primitives.reduce(0) { $0 + scene.vertexSets[$1.vertexSet].count })
            compared += box(facts["scene_bbox"], info.bounds, &found)
        }
        if let wanted = facts["attributes"]?.array?.compactMap(\.string) {
            compared += 1
            let names = Set(primitives.flatMap { namesInFile(scene.vertexSets[$0.vertexSet]) })
            if isPlaceless ? !names.isSubset(of: wanted) : names != Set(wanted) {
                found.append("attributes: expected \(wanted.sorted()), found \(names.sorted())")
            }
        }
        if facts["reports"]?.bool == true {
            compared += 1
            if document.diagnostics.isEmpty { found.append("reports: nothing was reported") }
        }
        for entry in document.census where !entry.isBalanced {
            found.append(
                "census \(entry.kind): \(entry.count) records, \(entry.inScene) in the scene, \(entry.inResidue) in the "
                    + "residue, \(entry.inDiagnostics) in diagnostics")
        }
        return (compared, found)
    }

    private static func uses(_ name: String, _ facts: JSONValue) -> Bool {
        facts["extensionsUsed"]?.array?.contains { $0.string == name } ?? false
    }

    private static func residue(_ path: String, _ document: Document) -> Int {
        document.residue.first { $0.path == path }?.count ?? 0
    }

    private static func box(_ wanted: JSONValue?, _ bounds: Info.Bounds?, _ found: inout [String]) -> Int {
        guard let wanted, let bounds else { return 0 }
        for (side, actual) in [("min", bounds.minimum), ("max", bounds.maximum)] {
            guard let numbers = wanted[side]?.array?.compactMap(\.number), numbers.count == 3 else { continue }
            for axis in 0..<3 {
                // The facts were computed in float32 or float64 and in another order.
                let tolerance = max(abs(numbers[axis]) * 1e-6, 1e-6)
                if !(abs(numbers[axis] - actual[axis]) <= tolerance) {
                    found.append("scene_bbox.\(side)[\(axis)]: expected \(numbers[axis]), found \(actual[axis])")
                }
            }
        }
        return 1
    }
}
