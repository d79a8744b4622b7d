import MeshFormats
import MeshModel

// Undoes the re-centring of positions and of the nodes that use them.

extension GLTFOrigin {
    /// Undoes all offsets. If one of the nodes has moved, or another node uses the same vertices, nothing is changed.
    func takeBackOffsets(_ scene: inout MeshScene) -> Bool {
        let moved = sets.filter { $0.value.offset != .zero || $0.value.hasRest }
        guard !moved.isEmpty else { return nodes.isEmpty }
        var columns: [Int: Column] = [:]
        for (number, form) in moved {
            guard let column = Self.places(form, number, scene) else { return false }
            columns[number] = column
        }
        guard OriginNode.takeBack(nodes, moved.mapValues(\.offset), columns, in: &scene) else { return false }
        for (number, form) in moved where form.hasRest {
            scene.vertexSets[number].attributes.removeAll { $0.semantic == GLTFPlanner.rest }
        }
        return true
    }

    /// The positions of a set as float64; nil: they are not the ones that were written.
    private static func places(_ form: SetForm, _ number: Int, _ scene: MeshScene) -> Column? {
        guard scene.vertexSets.indices.contains(number) else { return nil }
        let set = scene.vertexSets[number]
        guard let position = set.attribute(.position)?.values, position.type == .float32, position.components == 3
        else {
            return nil
        }
        var places = ContiguousArray<Double>()
        position.read(0..<position.count, into: &places)
        if form.hasRest {
            guard let rest = set.attribute(GLTFPlanner.rest)?.values,
                rest.type == .float32, rest.components == 3, rest.count == position.count
            else { return nil }
            var values = ContiguousArray<Double>()
            rest.read(0..<rest.count, into: &values)
            for index in places.indices { places[index] += values[index] }
        }
        return Recentering.places(places, from: form.offset)
    }
}
