import MeshFormats
import MeshModel

// Nodes of scenes that move, with transforms that the file doesn't have.

extension USDDraft {
    /// What other transforms change.
    struct Bend {
        /// The nodes that lose their shear, or the length of their rotation.
        var nodes: Set<Int> = []
        /// How far all of them together move a point at most.
        var distance: Double?
        /// How far points may stand from where they stood, as a share of the shown size.
        var share = 0.0
        /// How much farther they may, as a distance.
        var rounding = 0.0
    }

    /// Finds the nodes whose transforms change, and measures what that moves.
    mutating func findBent(_ tree: USDPrimTree, _ motion: USDMotion) {
        guard scene.canMove else { return }
        var instead: [Int: NodeTransform] = [:]
        let moving = tree.movingRigs(motion)
        for (index, node) in tree.nodes.enumerated() {
            guard let source = node.source else { continue }
            let own = scene.nodes[source].transform
            if !USDTransform.keepsRotation(of: own) {
                instead[source] = own.withUnitRotation
                continue
            }
            let stored = tree.stored(own, index, motion, moving: moving)
            if stored != own, !Self.agree(stored, own) { instead[source] = stored }
        }
        guard !instead.isEmpty else { return }
        let boxes = USDShownBoxes(scene, motion)
        bent.nodes = Set(instead.keys)
        let distance = boxes.shift(instead)
        bent.distance = distance
        bend(by: distance, boxes)
    }

    /// Lets points stand that far from where they stood.
    mutating func bend(by distance: Double, _ boxes: USDShownBoxes) {
        guard distance > 0, let reach = boxes.leastReach else { return }
        // Points between the moments that were measured may stand a little farther away. Where all were at one place,
        // what moves is as large as it moves.
        bent.share += 2 * distance / max(reach, distance)
    }

    /// Whether two transforms move points the same, except for rounding of the eleven bits that scales have.
    private static func agree(_ a: NodeTransform, _ b: NodeTransform) -> Bool {
        let (a, b) = (USDSceneBuilder.matrix(a).rows, USDSceneBuilder.matrix(b).rows)
        let size = b[..<12].reduce(0) { max($0, abs($1)) }
        return zip(a, b).allSatisfy { abs($0 - $1) <= 0x1p-10 * max(size, abs($1)) }
    }
}

extension NodeTransform {
    /// The transform with a rotation of length 1, as float32, which most readers expect.
    var withUnitRotation: NodeTransform {
        guard case .trs(let move, let turn, let scale) = self else { return self }
        let unit = SIMD4<Float>(USDTransform.unit(turn) ?? SIMD4(0, 0, 0, 1))
        return .trs(translation: move, rotation: SIMD4(unit), scale: scale)
    }
}
