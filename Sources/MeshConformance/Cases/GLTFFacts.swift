import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Compares the document of a glTF file with the facts of a manifest.
enum GLTFFacts {
    /// Returns the names of attributes in the file: in scenes, splats have other names (KHR_gaussian_splatting).
    private static func namesInFile(_ set: VertexSet) -> [String] {
        let names = set.attributes.filter { $0.semantic.ofTarget == nil }.map(\.semantic.name)
        guard let degree = set.splatDegree else { return names }
        let own = SplatNames.all(degree: degree)
        let parts = ["ROTATION", "SCALE", "OPACITY"]
        let coefficients = (0...degree).flatMap { degree in
            (0..<2 * degree + 1).map { "SH_DEGREE_\(degree)_COEF_\($0)" }
        }
        return names.filter { !own.contains($0) } + (parts + coefficients).map { "KHR_gaussian_splatting:\($0)" }
    }

    static func check(_ document: Document, _ sheet: inout FactSheet) {
        let facts = sheet.facts
        let scene = document.scene
        let info = Info(document, path: "")
        let codes = Set(document.diagnostics.map(\.code))
        sheet.expect("scenes", scene.scenes.count)
        // The scene duplicates nodes with several parents, and adds nodes for instances.
        if !codes.contains("gltf.node-parent"), !uses("EXT_mesh_gpu_instancing", facts) {
            sheet.expect("nodes", scene.nodes.count)
        }
        sheet.expect("meshes", scene.meshes.count)
        sheet.expect("materials", scene.materials.count)
        sheet.expect("images", scene.images.count)
        sheet.expect("cameras", scene.cameras.count)
        // The scene leaves out textures without an image.
        if !codes.contains("gltf.texture-source") { sheet.expect("textures", scene.textures.count) }
        sheet.expect("skins", scene.skins.count)
        // Animations whose buffer is missing are losses.
        if !codes.contains("gltf.channel-without-node"),
            !document.residue.contains(where: { $0.isMissing || $0.path.hasPrefix("/animations/") })
        {
            sheet.expect("animations", scene.clips.count)
        }
        let primitives = scene.meshes.flatMap(\.primitives)
        // The scene leaves out primitives without positions, which show nothing (3.7.2.1).
        let isPlaceless = codes.contains("gltf.no-positions")
        if !codes.contains("gltf.no-vertices"), !isPlaceless { sheet.expect("primitives", primitives.count) }
        // These facts only count visible geometry.
        if !isPlaceless, facts["geometry_not_decoded"] == nil {
            sheet.expect("triangles_in_meshes", info.totals.triangles)
            sheet.expect("scene_triangles", info.instanced.triangles)
            sheet.expect("points_in_meshes", info.totals.points)
            sheet.expect(
                "vertices_sum_over_primitives", primitives.reduce(0) { $0 + scene.vertexSets[$1.vertexSet].count })
            if let wanted = facts["scene_bbox"], let bounds = info.bounds {
                let posed = bounds.mismatches("scene_bbox", wanted)
                // Some readers of facts place the raw positions of skinned meshes by their nodes.
                let isRaw = !posed.isEmpty && !scene.skins.isEmpty && rawBounds(document, wanted)
                sheet.compare(isRaw ? [] : posed)
            }
        }
        if let wanted = facts["attributes"]?.array?.compactMap(\.string) {
            let names = Set(primitives.flatMap { namesInFile(scene.vertexSets[$0.vertexSet]) })
            let isWrong = isPlaceless ? !names.isSubset(of: wanted) : names != Set(wanted)
            sheet.compare(
                isWrong ? ["attributes: expected \(wanted.sorted()), found \(names.sorted())"] : [])
        }
    }

    /// Whether a box is that of the positions without joints.
    private static func rawBounds(_ document: Document, _ wanted: JSONValue) -> Bool {
        var scene = document.scene
        (scene.skins, scene.clips) = ([], [])
        for index in scene.nodes.indices { scene.nodes[index].skin = nil }
        let bounds = Info(Document(of: scene), path: "").bounds
        return bounds?.mismatches("scene_bbox", wanted).isEmpty ?? false
    }

    private static func uses(_ name: String, _ facts: JSONValue) -> Bool {
        facts["extensionsUsed"]?.array?.contains { $0.string == name } ?? false
    }
}
