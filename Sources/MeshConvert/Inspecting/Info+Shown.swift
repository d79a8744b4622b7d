import MeshModel

extension Info {
    /// The contents of the default scene, counted by instance.
    struct Shown {
        private(set) var totals = Totals()
        private(set) var bounds: Bounds?

        /// A placed vertex set. Several meshes may share a set, and a set may have several instances.
        private struct Placement: Hashable {
            var set: Int
            var matrix: Affine
        }

        init(_ scene: MeshScene) {
            var placed = Set<Placement>(minimumCapacity: scene.vertexSets.count)
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

        private mutating func include(_ positions: Column, _ matrix: Affine) {
            guard let box = positions.box(matrix) else { return }
            // Infinite where there are none yet.
            bounds = Bounds(
                minimum: pointwiseMin(bounds?.minimum ?? SIMD3(repeating: .infinity), box.least),
                maximum: pointwiseMax(bounds?.maximum ?? SIMD3(repeating: -.infinity), box.most))
        }

        /// Returns each mesh instance with its transform. Without nodes every mesh has one, untransformed.
        private static func instances(_ scene: MeshScene) -> [(mesh: Int, matrix: Affine)] {
            guard !scene.nodes.isEmpty else { return scene.meshes.indices.map { ($0, .identity) } }
            var roots: [Int]
            if let index = scene.defaultScene ?? scene.scenes.indices.first, scene.scenes.indices.contains(index) {
                roots = scene.scenes[index].roots
            } else {
                let children = Set(scene.nodes.flatMap(\.children))
                roots = scene.nodes.indices.filter { !children.contains($0) }
            }
            var found: [(mesh: Int, matrix: Affine)] = []
            // A node has one parent. Visiting each once also terminates on broken files with cycles.
            var isVisited = [Bool](repeating: false, count: scene.nodes.count)
            var open = roots.reversed().map { (node: $0, matrix: Affine.identity) }
            while let (index, parent) = open.popLast() {
                guard scene.nodes.indices.contains(index), !isVisited[index] else { continue }
                isVisited[index] = true
                let node = scene.nodes[index]
                guard node.isVisible else { continue }
                let matrix = parent.after(Affine(node.transform) ?? .identity)
                if let mesh = node.mesh, scene.meshes.indices.contains(mesh) {
                    if let instances = node.instances {
                        for row in instances.transforms { found.append((mesh, matrix.after(Affine(row) ?? .identity))) }
                    } else {
                        found.append((mesh, matrix))
                    }
                }
                for child in node.children.reversed() { open.append((child, matrix)) }
            }
            return found
        }
    }
}
