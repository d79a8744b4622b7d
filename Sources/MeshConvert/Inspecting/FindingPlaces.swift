public import MeshFormats
import MeshModel
import MeshOperations

/// Describes positions in a scene for people: faces, vertices and parts are counted from 1.
struct FindingPlaces {
    private let scene: MeshScene

    init(_ scene: MeshScene) { self.scene = scene }

    /// Adds the position to a finding: for programs, for people, and in space.
    func tell(_ place: MeshFinding.Place, in finding: inout Check.Finding) {
        finding.subject = place.path
        finding.index = place.index
        let parts = place.path.split(separator: "/").map(String.init)
        guard parts.count > 1, let number = Int(parts[1]) else { return }
        if parts[0] == "meshes", parts.count > 3, let primitive = Int(parts[3]) {
            tellElement(place.index, mesh: number, primitive, in: &finding)
        } else if parts[0] == "vertexSets", scene.vertexSets.indices.contains(number) {
            let isPool = parts.count > 3
            let set = scene.vertexSets.count > 1 ? " of vertex set \(number + 1)" : ""
            finding.place = "\(isPool ? "normal" : "vertex") \(place.index + 1)\(set)"
            if !isPool { finding.position = position(place.index, set: number) }
        }
    }

    private func tellElement(_ element: Int, mesh: Int, _ primitive: Int, in finding: inout Check.Finding) {
        guard scene.meshes.indices.contains(mesh), scene.meshes[mesh].primitives.indices.contains(primitive) else {
            return
        }
        let owner = scene.meshes[mesh].primitives[primitive]
        let plural = PlainNames.name(of: owner.topology)
        finding.place = "\(plural.dropLast()) \(element + 1)"
        if scene.meshes[mesh].primitives.count > 1 { finding.place += " of part \(primitive + 1)" }
        if let name = scene.meshes[mesh].name, !name.isEmpty {
            finding.place += " of mesh \(name)"
        } else if scene.meshes.count > 1 {
            finding.place += " of mesh \(mesh + 1)"
        }
        guard let corners = corners(of: element, owner) else { return }
        var vertices = ContiguousArray<Int64>()
        owner.readVertices(of: corners, into: &vertices)
        finding.position = vertices.first.flatMap { position(Int(clamping: $0), set: owner.vertexSet) }
    }

    /// Returns the corners of an element; nil if it has none.
    private func corners(of element: Int, _ primitive: Primitive) -> Range<Int>? {
        switch primitive.arity {
        case .uniform(let corners): return corners > 0 ? element * corners..<(element + 1) * corners : nil
        case .offsets(let starts):
            guard element >= 0, element + 1 < starts.count else { return nil }
            let bounds = starts.rows(element..<element + 2).integers()
            guard bounds.count == 2, bounds[0] >= 0, bounds[0] < bounds[1] else { return nil }
            return Int(clamping: bounds[0])..<Int(clamping: bounds[1])
        }
    }

    /// Returns the position of a vertex; nil if it is missing or not finite.
    private func position(_ vertex: Int, set: Int) -> SIMD3<Double>? {
        guard scene.vertexSets.indices.contains(set), let values = scene.vertexSets[set].attribute(.position)?.values,
            vertex >= 0, vertex < values.count, values.components > 0
        else { return nil }
        let row = values.rows(vertex..<vertex + 1).doubles()
        var point = SIMD3<Double>()
        for axis in 0..<min(3, row.count) { point[axis] = row[axis] }
        return point.x.isFinite && point.y.isFinite && point.z.isFinite ? point : nil
    }
}

extension InputLocation {
    /// The position for people: `line 7`.
    public var words: String {
        if case .line(let line, _) = self { return "line \(line)" }
        return text
    }
}
