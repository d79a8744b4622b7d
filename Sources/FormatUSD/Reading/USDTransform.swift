import MeshModel

/// The transform operations of a prim.
struct USDTransform {
    /// One operation of `xformOpOrder`.
    struct Operation {
        /// The kind: `translate`, `rotateXYZ`, `orient` …
        var kind: String
        /// The numbers, in the model's order (quaternions x, y, z, w).
        var values: [Double]
        var isInverted: Bool
    }

    /// The kind of the operation of this name, such as `rotateX` of `xformOp:rotateX:hinge`; nil for another name.
    static func kind(_ name: String) -> String? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0] == "xformOp" && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// The operations, outermost first.
    var operations: [Operation] = []
    /// Whether the parent's transform is ignored.
    var resetsStack = false

    /// The transform relative to the parent: translation, rotation and scale where possible, else a matrix.
    var transform: NodeTransform {
        if operations.isEmpty { return .identity }
        if let parts = trs { return parts }
        // Rows for row vectors are columns for column vectors.
        return .matrix(matrix.rows)
    }

    /// Translation, rotation and scale, or nil unless each occurs at most once and in this order.
    private var trs: NodeTransform? {
        var translation = SIMD3<Double>()
        var rotation = SIMD4<Double>(0, 0, 0, 1)
        var scale = SIMD3<Double>(1, 1, 1)
        var stage = 0
        for operation in operations {
            guard !operation.isInverted else { return nil }
            let v = operation.values
            switch operation.kind {
            case "translate" where stage < 1 && v.count == 3:
                translation = SIMD3(v[0], v[1], v[2])
                stage = 1
            case "orient" where stage < 2 && v.count == 4:
                rotation = USDQuaternion.shown(SIMD4(v[0], v[1], v[2], v[3]))
                stage = 2
            case "scale" where stage < 3 && v.count == 3:
                scale = SIMD3(v[0], v[1], v[2])
                stage = 3
            default:
                guard stage < 2, let turn = Self.quaternion(operation) else { return nil }
                rotation = turn
                stage = 2
            }
        }
        return .trs(translation: translation, rotation: rotation, scale: scale)
    }

    /// A quaternion of length 1: unchanged if its length is that up to float32 rounding. nil if it has no direction.
    static func unit(_ turn: SIMD4<Double>) -> SIMD4<Double>? {
        let length = (turn * turn).sum().squareRoot()
        guard length > 0, length.isFinite else { return nil }
        return USDQuaternion.stretches(turn) ? turn / length : turn
    }

    /// Whether readers keep the rotation of a transform unchanged.
    static func keepsRotation(of transform: NodeTransform) -> Bool {
        guard case .trs(_, let turn, _) = transform else { return true }
        return unit(turn) == turn
    }

    /// All operations as one matrix.
    var matrix: USDMatrix {
        // The last operation in the list is applied first.
        var result = USDMatrix.identity
        for operation in operations.reversed() {
            var own = Self.matrix(operation)
            if operation.isInverted { own = own.inverse ?? .identity }
            result = result * own
        }
        return result
    }

    private static func matrix(_ operation: Operation) -> USDMatrix {
        let v = operation.values
        switch operation.kind {
        case "translate" where v.count == 3: return .translation(SIMD3(v[0], v[1], v[2]))
        case "scale" where v.count == 3: return .scale(SIMD3(v[0], v[1], v[2]))
        case "orient" where v.count == 4: return .rotation(USDQuaternion.shown(SIMD4(v[0], v[1], v[2], v[3])))
        case "transform" where v.count == 16: return USDMatrix(rows: v)
        // Operations along one axis, as in newer layers.
        case "translateX" where v.count == 1: return .translation(SIMD3(v[0], 0, 0))
        case "translateY" where v.count == 1: return .translation(SIMD3(0, v[0], 0))
        case "translateZ" where v.count == 1: return .translation(SIMD3(0, 0, v[0]))
        case "scaleX" where v.count == 1: return .scale(SIMD3(v[0], 1, 1))
        case "scaleY" where v.count == 1: return .scale(SIMD3(1, v[0], 1))
        case "scaleZ" where v.count == 1: return .scale(SIMD3(1, 1, v[0]))
        default: return quaternion(operation).map(USDMatrix.rotation) ?? .identity
        }
    }

    /// The quaternion of a rotation about axes, in degrees. `rotateXYZ` rotates about x first.
    private static func quaternion(_ operation: Operation) -> SIMD4<Double>? {
        guard operation.kind.hasPrefix("rotate") else { return nil }
        let axes = operation.kind.dropFirst("rotate".count)
        let v = operation.values
        guard axes.count == 1 && v.count == 1 || axes.count == 3 && v.count == 3 else { return nil }
        var result = SIMD4<Double>(0, 0, 0, 1)
        for axis in axes {
            guard let index = ["X", "Y", "Z"].firstIndex(of: String(axis)) else { return nil }
            let (s, c) = Angles.sinCos(degrees: v[axes.count == 1 ? 0 : index] / 2)
            var turn = SIMD4<Double>(0, 0, 0, c)
            turn[index] = s
            result = product(turn, result)
        }
        return result
    }

    /// The rotation `b`, followed by `a`.
    private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }
}
