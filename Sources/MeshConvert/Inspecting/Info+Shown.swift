import MeshModel

extension Info {
    /// The contents of the default scene, counted by instance.
    struct Shown {
        private(set) var totals = Totals()
        private(set) var bounds: Bounds?

        /// A placed vertex set. Several meshes may share a set, and a set may have several instances.
        private struct Placement: Hashable {
            var set: Int
            var matrix: Matrix
        }

        init(_ scene: MeshScene) {
            var placed: Set<Placement> = []
            var meshTotals = [Totals?](repeating: nil, count: scene.meshes.count)
            for (mesh, matrix) in Self.instances(scene) {
                let own = meshTotals[mesh] ?? Self.totals(of: scene.meshes[mesh])
                meshTotals[mesh] = own
                totals.corners += own.corners
                totals.faces += own.faces
                totals.triangles += own.triangles
                totals.lines += own.lines
                totals.points += own.points
                for primitive in scene.meshes[mesh].primitives
                where scene.vertexSets.indices.contains(primitive.vertexSet) {
                    placed.insert(Placement(set: primitive.vertexSet, matrix: matrix))
                }
            }
            // A file of vertices alone has no instances, but its bounds are still useful.
            if placed.isEmpty, scene.nodes.allSatisfy(\.isVisible) {
                for set in scene.vertexSets.indices { placed.insert(Placement(set: set, matrix: .identity)) }
            }
            for placement in placed.sorted(by: { $0.set < $1.set }) {
                guard let positions = scene.vertexSets[placement.set].attribute(.position) else { continue }
                if !scene.meshes.isEmpty { totals.positions += scene.vertexSets[placement.set].count }
                include(positions.values, placement.matrix)
            }
        }

        private static func totals(of mesh: Mesh) -> Totals {
            var totals = Totals()
            for primitive in mesh.primitives { totals.add(primitive) }
            return totals
        }

        private mutating func include(_ positions: Column, _ matrix: Matrix) {
            // Each row of a repetition is used, so its box is that of the distinct ones.
            let positions = positions.repetition?.rows ?? positions
            guard positions.components > 0 else { return }
            if matrix == .identity, positions.type == .float32 {
                include(positions, Float.self) {
                    positions.read($0, into: &$1)
                } moved: {
                    $0
                }
            } else {
                include(positions, Double.self) {
                    positions.read($0, into: &$1)
                } moved: {
                    matrix.apply($0)
                }
            }
        }

        /// Adds positions in the precision that they have, which is twice as fast for float32.
        @inline(__always)
        private mutating func include<T: SIMDScalar & BinaryFloatingPoint>(
            _ positions: Column, _ type: T.Type, _ read: (Range<Int>, inout ContiguousArray<T>) -> Void,
            moved: (SIMD3<T>) -> SIMD3<T>
        ) {
            let width = positions.components
            var buffer = ContiguousArray<T>()
            var low = SIMD3<T>(repeating: .infinity)
            var high = SIMD3<T>(repeating: -.infinity)
            for rows in positions.blocks {
                read(rows, &buffer)
                for first in stride(from: 0, to: buffer.count, by: width) {
                    let point = SIMD3(
                        buffer[first], width > 1 ? buffer[first + 1] : 0, width > 2 ? buffer[first + 2] : 0)
                    // 0 × NaN and 0 × ∞ are NaN.
                    guard (point * 0).sum() == 0 else { continue }
                    let place = moved(point)
                    low = pointwiseMin(low, place)
                    high = pointwiseMax(high, place)
                }
            }
            guard low.x <= high.x else { return }
            // Infinite where there are none yet.
            bounds = Bounds(
                minimum: pointwiseMin(bounds?.minimum ?? SIMD3(repeating: .infinity), SIMD3<Double>(low)),
                maximum: pointwiseMax(bounds?.maximum ?? SIMD3(repeating: -.infinity), SIMD3<Double>(high)))
        }

        /// Returns each mesh instance with its transform. Without nodes every mesh has one, untransformed.
        private static func instances(_ scene: MeshScene) -> [(mesh: Int, matrix: Matrix)] {
            guard !scene.nodes.isEmpty else { return scene.meshes.indices.map { ($0, .identity) } }
            var roots: [Int]
            if let index = scene.defaultScene ?? scene.scenes.indices.first, scene.scenes.indices.contains(index) {
                roots = scene.scenes[index].roots
            } else {
                let children = Set(scene.nodes.flatMap(\.children))
                roots = scene.nodes.indices.filter { !children.contains($0) }
            }
            var found: [(mesh: Int, matrix: Matrix)] = []
            // A node has one parent. Visiting each once also terminates on broken files with cycles.
            var isVisited = [Bool](repeating: false, count: scene.nodes.count)
            var open = roots.reversed().map { (node: $0, matrix: Matrix.identity) }
            while let (index, parent) = open.popLast() {
                guard scene.nodes.indices.contains(index), !isVisited[index] else { continue }
                isVisited[index] = true
                let node = scene.nodes[index]
                guard node.isVisible else { continue }
                let matrix = parent.times(Matrix(node.transform))
                if let mesh = node.mesh, scene.meshes.indices.contains(mesh) {
                    if let instances = node.instances {
                        for row in instances.transforms { found.append((mesh, matrix.times(Matrix(row)))) }
                    } else {
                        found.append((mesh, matrix))
                    }
                }
                for child in node.children.reversed() { open.append((child, matrix)) }
            }
            return found
        }
    }

    /// An affine transform: the three axes and the origin.
    struct Matrix: Hashable {
        var x = SIMD3<Double>(1, 0, 0)
        var y = SIMD3<Double>(0, 1, 0)
        var z = SIMD3<Double>(0, 0, 1)
        var origin = SIMD3<Double>(0, 0, 0)

        static let identity = Matrix()

        private init() {}

        init(_ transform: NodeTransform) {
            switch transform {
            case .identity: break
            case .matrix(let values):
                guard values.count == 16 else { return }
                x = SIMD3(values[0], values[1], values[2])
                y = SIMD3(values[4], values[5], values[6])
                z = SIMD3(values[8], values[9], values[10])
                origin = SIMD3(values[12], values[13], values[14])
            case .trs(let translation, let q, let scale):
                let xx = q.x * q.x
                let yy = q.y * q.y
                let zz = q.z * q.z
                let (xy, xz, yz) = (q.x * q.y, q.x * q.z, q.y * q.z)
                let (wx, wy, wz) = (q.w * q.x, q.w * q.y, q.w * q.z)
                x = SIMD3(1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)) * scale.x
                y = SIMD3(2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)) * scale.y
                z = SIMD3(2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)) * scale.z
                origin = translation
            }
        }

        func apply(_ point: SIMD3<Double>) -> SIMD3<Double> {
            var result = x * point.x
            result += y * point.y
            result += z * point.z
            return result + origin
        }

        func times(_ other: Matrix) -> Matrix {
            var result = Matrix()
            result.origin = apply(other.origin)
            result.x = apply(other.x) - origin
            result.y = apply(other.y) - origin
            result.z = apply(other.z) - origin
            return result
        }
    }
}
