import MeshFormats
import MeshModel

// Re-centring: points are float32, so nodes take over the distance of positions far from the origin.

extension Recentering {
    /// Chooses the re-centring offset of each vertex set, and reports the nodes that it moves.
    init(_ tree: USDPrimTree, _ draft: inout USDDraft) {
        var shown = [[Int]](repeating: [], count: draft.scene.meshes.count)
        for shape in tree.shapes { shown[shape.place.mesh].append(shape.set) }
        self.init(draft.scene, shown: shown, keeps: Self.canMove, isLeftOut: { _, _ in false })
        let numbers = tree.sourceNumbers
        draft.origin.nodes = OriginNode.all(self, draft.scene) { numbers[$0] }
        for shape in tree.shapes where offsets[shape.set] != .zero {
            draft.origin.offsets[shape.number] = offsets[shape.set]
        }
        for (index, offset) in nodeOffsets.enumerated() where offset != .zero {
            draft.loseOffset(offset, ofNode: index)
        }
    }

    /// Whether re-centring can move a node: all its numbers are finite, and its rotation is normalised.
    private static func canMove(_ transform: NodeTransform) -> Bool {
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
    /// Makes positions relative to an offset.
    mutating func recenter(by offset: SIMD3<Double>) {
        guard kind == .position, domain == .vertex, offset != .zero else { return }
        let column = source.values
        guard column.type == .float64, column.components == 3 else { return }
        var places = ContiguousArray<Float>()
        places.reserveCapacity(column.count * 3)
        for (_, buffer) in column.blocks(of: Double.self) {
            for (index, value) in buffer.enumerated() { places.append(Float(value - offset[index % 3])) }
        }
        values = Column(places, components: 3)
        codec = .offset(offset, rest: nil)
        isExact = false
    }

    /// The written values, with the re-centring offset added back.
    func decoded(_ rows: Range<Int>) -> Column {
        guard case .offset(let offset, _) = codec else { return values.rows(rows) }
        return Recentering.places(ContiguousArray(values.rows(rows).doubles()), from: offset)
    }

    /// The form in which decoded values are compared.
    var decodedForm: (target: Attribute, codec: Correspondence.Codec) {
        guard case .offset = codec else { return (target, codec) }
        return (Attribute(.position, .empty(.float64, components: 3), frame: attribute.frame), .identity)
    }
}

extension USDOrigin {
    /// Restores the positions and the nodes that re-centring moved.
    func takeBackOffsets(_ scene: inout MeshScene) -> Bool {
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
