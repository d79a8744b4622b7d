import MeshFormats
import MeshModel

// Places far from the origin: points are float32, and stand where nodes put them.

extension USDPlanner {
    /// Decides from where the positions of each set are counted, and says it of the nodes that stand further therefore.
    mutating func planOffsets() {
        var shown = [[Int]](repeating: [], count: scene.meshes.count)
        for shape in shapes { shown[shape.place.mesh].append(shape.set) }
        recentering = Recentering(scene, shown: shown, keeps: Self.canMove, isLeftOut: { _, _ in false })
        var numbers: [Int: Int] = [:]
        for (number, source) in tree.nodes.compactMap(\.source).enumerated() { numbers[source] = number }
        origin.nodes = OriginNode.all(recentering, scene) { numbers[$0] }
        for shape in shapes where recentering.offsets[shape.set] != .zero {
            origin.offsets[shape.number] = recentering.offsets[shape.set]
        }
        for (index, offset) in recentering.nodeOffsets.enumerated() where offset != .zero {
            loseOffset(offset, ofNode: index)
        }
    }

    /// Whether a node can stand further: all its numbers are finite, and what turns it has a length of 1.
    private static func canMove(_ transform: Transform) -> Bool {
        switch transform {
        case .identity: true
        case .matrix(let numbers): numbers.count == 16 && numbers.allSatisfy(\.isFinite)
        case .trs(let move, let turn, let scale):
            (0..<3).allSatisfy { move[$0].isFinite && scale[$0].isFinite }
                && (0..<4).allSatisfy { turn[$0].isFinite } && abs((turn * turn).sum() - 1) <= 0x1p-20
        }
    }
}

extension USDAttributePlan {
    /// Counts positions from another place.
    mutating func recenter(by offset: SIMD3<Double>) {
        guard kind == .position, domain == .vertex, offset != .zero else { return }
        let column = source.values
        guard column.type == .float64, column.components == 3 else { return }
        var places = ContiguousArray<Float>()
        places.reserveCapacity(column.count * 3)
        var buffer = ContiguousArray<Double>()
        var row = 0
        while row < column.count {
            let end = min(row + 4096, column.count)
            column.read(row..<end, into: &buffer)
            for (index, value) in buffer.enumerated() { places.append(Float(value - offset[index % 3])) }
            row = end
        }
        values = Column(places, components: 3)
        codec = .offset(offset, rest: nil)
        isExact = false
    }

    /// What is written as the scene has it: what is counted from another place is put back there.
    func decoded(_ rows: Range<Int>) -> Column {
        guard case .offset(let offset, _) = codec else { return values.rows(rows) }
        return Recentering.places(ContiguousArray(values.rows(rows).doubles()), from: offset)
    }

    /// What the decoded values are compared as.
    var decodedForm: (target: Attribute, codec: Correspondence.Codec) {
        guard case .offset = codec else { return (target, codec) }
        return (Attribute(.position, .empty(.float64, components: 3), frame: attribute.frame), .identity)
    }
}

extension USDOrigin {
    /// Puts positions and the nodes that show them back to where they were.
    func takeBackOffsets(_ scene: inout Scene) -> Bool {
        guard !offsets.isEmpty else { return nodes.isEmpty }
        var columns: [Int: Column] = [:]
        for (number, offset) in offsets {
            guard scene.vertexSets.indices.contains(number),
                let position = scene.vertexSets[number].attribute(.position)?.values,
                position.type == .float64, position.components == 3
            else { return false }
            columns[number] = Recentering.places(ContiguousArray(position.doubles()), from: offset)
        }
        return OriginNode.takeBack(nodes, offsets, columns, in: &scene)
    }
}
