public import MeshModel

extension MeshScene {
    /// Returns the scene with fewer triangles: edges collapse one after the other, those first whose collapse changes
    /// the surface least (Garland and Heckbert, 1997; attributes after Hoppe, 1999).
    ///
    /// One queue serves the whole scene, so that triangles go where they are needed least. Errors are measured at the
    /// size at which the scene shows them. Polygons are cut into triangles first.
    ///
    /// - Keeps: points, lines and meshes that no node shows; how the surface is connected (no edge gets a third
    ///   triangle, no hole closes, no piece vanishes); winding; the elements' attributes, materials and subsets. Hard
    ///   edges stay, up to the error that is allowed: open borders, edges of more than two faces, and those between
    ///   primitives, materials, subsets and, where vertices or corners have others at one position, texture
    ///   coordinates. Where more than two of them meet, the position stays.
    /// - Changes: vertices at one position move together, and their rows follow. Colours, texture coordinates and
    ///   normals are computed at the new position, colours as they are stored; normals get unit length. All other values
    ///   are those of a nearby original vertex: joints and their weights, morph targets. A vertex set that points, lines or hidden meshes use, too, is kept, and
    ///   a new one appended. Polygons that have a position twice or use no vertex of the set are left out where
    ///   something changes. Meshes of which no edge collapses don't change at all.
    /// - Edge: the target may be missed where hard edges hold the surface, as in textures of one piece for each
    ///   triangle. Faces with positions that aren't finite stay, and so does what touches them.
    /// - Memory: about 500 bytes for each vertex with a colour (measured: 250 MB for 503,000), 48 more for each morph target
    ///   and 16 for each joint, up to 32 and 16 of these.
    ///
    /// - Parameters:
    ///   - options: how far to go.
    ///   - shouldStop: asked often; true ends the work within milliseconds.
    /// - Returns: the scene and one entry for each primitive that changed; nil if `shouldStop` said so.
    public func simplified(
        _ options: SimplifyOptions, shouldStop: () -> Bool = { false }
    ) -> (scene: MeshScene, changes: [SimplificationChange])? {
        var shown = [(count: Int, scale: Double)](repeating: (0, 0), count: meshes.count)
        let stretches = skinStretches()
        for instance in NodeWalk(self).shown {
            let stretch = nodes[instance.node].skin.flatMap { stretches.indices.contains($0) ? stretches[$0] : nil }
            shown[instance.mesh].count += 1
            shown[instance.mesh].scale = max(
                shown[instance.mesh].scale, stretch ?? instance.transform.largestStretch)
        }
        // An error of NaN allows no change; without an error only the count ends the work.
        let error = options.error.map { $0 >= 0 ? $0 : 0 } ?? (options.faces == nil ? 0 : .infinity)
        let target = max(options.faces ?? 0, 0)
        guard error > 0 || options.faces != nil, triangleCount(shown) > target else { return (self, []) }
        let scene = triangulate(self).scene
        // Faces change once more when those next to them do. What is too far away then is done again with less room.
        var room = error
        for tries in 1... {
            guard var builder = CollapseBuilder(scene, colorWeight: options.usedColorWeight, shown: shown) else {
                break
            }
            var surface = builder.takeSurface()
            let count = surface.parts.reduce(0) { $0 + $1.uses * $1.triangles.count }
            let relative = room / surface.size
            guard surface.collapse(from: count, to: target, error: relative * relative, shouldStop: shouldStop) else {
                return nil
            }
            let distances = surface.largestDistances()
            let largest = distances.max() ?? 0
            if largest <= error || tries == Self.mostTries {
                var simplified = SimplifiedScene(self, triangulated: scene, builder, surface)
                return simplified.result(distances)
            }
            room *= error / largest * 0.98
        }
        return (self, [])
    }

    /// How often simplification begins again because an original vertex is further away than asked for.
    private static let mostTries = 4

    /// The largest factor by which the joints of each skin stretch what they move, at rest.
    private func skinStretches() -> [Double] {
        if skins.isEmpty { return [] }
        let motion = SceneMotion(self, at: .rest)
        let worlds = motion.worlds()
        return skins.map { motion.joints(of: $0, worlds).map(\.largestStretch).max() ?? 1 }
    }

    /// The number of triangles shown, with polygons cut into triangles.
    private func triangleCount(_ shown: [(count: Int, scale: Double)]) -> Int {
        var count = 0
        for (mesh, content) in meshes.enumerated() {
            for primitive in content.primitives where primitive.topology == .polygons {
                count += primitive.triangleCount * shown[mesh].count
            }
        }
        return count
    }
}

extension SimplifyOptions {
    fileprivate var usedColorWeight: Double { colorWeight > 0 && colorWeight.isFinite ? colorWeight : 0 }
}

extension Primitive {
    /// The number of triangles that polygons are cut into.
    var triangleCount: Int {
        if isTriangles { return elementCount }
        var count = 0
        var walk = ElementWalk(self)
        while let block = walk.next() { for arity in block.arities { count += max(arity - 2, 0) } }
        return count
    }
}

extension Affine {
    /// The largest factor by which the transform stretches an axis; 1 if it is 0 or not finite.
    fileprivate var largestStretch: Double {
        let squares = x * x + y * y + z * z
        let stretch = squares.max().squareRoot()
        return stretch > 0 && stretch.isFinite ? stretch : 1
    }
}
