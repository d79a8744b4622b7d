import MeshFormats
import MeshModel

// Polygons and the colours behind them; what else a scene has of elements.

extension OFFPlanner {
    mutating func planFaces() {
        let colored = faces.map { place in place.attribute(.color(0)).flatMap { Self.isUsable($0) ? $0 : nil } }
        // Readers give all faces four numbers, or three where no face has an alpha.
        let width = colored.contains { ($0?.values.components ?? 0) >= 4 } ? 4 : 3
        let hasColors = colored.contains { $0 != nil }
        let target = ScenePath.elementAttribute(mesh: 0, primitive: 0, .color(0))
        let faceCount = faces.reduce(0) { $0 + $1.primitive.elementCount }
        for (place, attribute) in zip(faces, colored) {
            var face = OFFFaceLayout(primitive: place.primitive, base: vertexBases[place.primitive.vertexSet])
            let path = place.path(.color(0))
            if let attribute {
                reportComponents(path, attribute, width: width, target: target, "faces", targetCount: faceCount)
                face.colors = planColor(attribute, path, target, "faces").prefix(4)
            } else if hasColors {
                lose(
                    .attributeFilled, .generated, path, "colours", place.primitive.elementCount, "faces",
                    "where some faces have colours, readers show the others white")
            }
            layout.faces.append(face)
        }
    }

    /// Reports lines and points, attributes of elements and named sets of them.
    mutating func planOtherElements() {
        let arriving = Set((faces + cloud).map(\.path))
        var hasPoints = false
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                let place = PrimitivePlace(mesh: mesh, index: index, primitive: primitive)
                if primitive.elementCount > 0, !arriving.contains(place.path) {
                    if primitive.topology == .points { hasPoints = true }
                    lose(
                        .topologyDropped, .dropped, place.path, primitive.topology.rawValue, primitive.elementCount,
                        primitive.topology.rawValue, "OFF has faces only", remedy: .ending("obj"))
                    continue
                }
                report(place)
            }
        }
        guard faces.isEmpty, cloud.isEmpty, vertexCount > 0 else { return }
        if hasPoints { links.elements[.points] = .gather(ContiguousArray(repeating: -1, count: vertexCount)) }
        lose(
            .topologyGenerated, .generated, ScenePath.primitive(mesh: 0, 0), "points", vertexCount, "points",
            "vertices without faces are read as points")
    }

    /// Reports what the elements of a written primitive lose.
    private mutating func report(_ place: PrimitivePlace) {
        for attribute in place.primitive.elementAttributes where !written.contains(place.path(attribute.semantic)) {
            guard place.primitive.elementCount > 0 else { continue }
            lose(
                .attributeDropped, .dropped, place.path(attribute.semantic), attribute.semantic.plainName,
                attribute.count, place.primitive.topology == .points ? "points" : "faces",
                "OFF has colours of faces only",
                remedy: Remedy.keeping(attribute, of: content, isOfElements: true))
        }
        for family in place.primitive.subsetFamilies {
            lose(
                .subsetDropped, .dropped,
                ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                family.subsets.count, "subsets", "OFF has no named sets of faces",
                remedy: Remedy.keeping(family, of: place.primitive))
        }
    }
}
