import MeshFormats
import MeshModel

// Transforms of prims: the operations of `xformOpOrder`.

extension USDSceneBuilder {
    /// Whether the transform of a prim counts. In USD, scopes and prims without a type have none.
    func isXformable(_ prim: Int) -> Bool { !["", "Scope"].contains(stage.prims[prim].typeName) }

    mutating func transform(of prim: Int) -> NodeTransform {
        guard isXformable(prim), let order = value(prim, "xformOpOrder")?.words, !order.isEmpty else {
            return .identity
        }
        var result = USDTransform()
        for word in order {
            if word == "!resetXformStack!" {
                // Operations before it don't count.
                result.operations = []
                result.resetsStack = true
                continue
            }
            let isInverted = word.hasPrefix("!invert!")
            let name = isInverted ? String(word.dropFirst("!invert!".count)) : word
            guard let kind = USDTransform.kind(name) else {
                warn("usd.transform", prim, "unknown transform operation '\(word)': it is left out")
                continue
            }
            guard let values = value(prim, name, isMoving: true)?.numbers, values.allSatisfy(\.isFinite) else {
                warn("usd.transform", prim, "'\(name)' has no valid numbers: it is left out")
                continue
            }
            result.operations.append(
                USDTransform.Operation(kind: kind, values: values, isInverted: isInverted))
        }
        guard result.resetsStack, stage.prims[prim].parent > 0 else { return result.transform }
        return resetting(result, prim)
    }

    /// Converts a transform relative to the world into one relative to the parent.
    private mutating func resetting(_ own: USDTransform, _ prim: Int) -> NodeTransform {
        var world = USDMatrix.identity
        var parent = stage.prims[prim].parent
        while parent > 0 {
            if nodeOf[parent] >= 0 { world = world * Self.matrix(scene.nodes[nodeOf[parent]].transform) }
            parent = stage.prims[parent].parent
        }
        guard let inverse = world.inverse else {
            warn("usd.reset-transform", prim, "the parents' transforms can't be undone: they still apply")
            return own.transform
        }
        if world == .identity { return own.transform }
        note("usd.reset-transform", prim, "the parents' transforms don't apply here: a matrix undoes them")
        return .matrix((own.matrix * inverse).rows)
    }

    /// A transform of the scene as a matrix for row vectors.
    static func matrix(_ transform: NodeTransform) -> USDMatrix {
        switch transform {
        case .identity: .identity
        case .matrix(let numbers): numbers.count == 16 ? USDMatrix(rows: numbers) : .identity
        case .trs(let translation, let rotation, let scale):
            .scale(scale) * .rotation(rotation) * .translation(translation)
        }
    }
}
