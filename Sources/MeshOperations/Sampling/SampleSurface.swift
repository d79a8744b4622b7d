public import MeshModel

extension MeshScene {
    /// Returns a cloud of points on all faces that the scene shows, in world space, on each as many as its area says.
    ///
    /// The area is divided into as many equal parts as there are points, and one point is chosen at random in each, so
    /// that no face gets many more or fewer than its share. The random numbers are those of SplitMix64 (Steele, Lea and
    /// Flood, 2014): the same scene, count and seed give the same bytes everywhere. Polygons are cut into triangles
    /// first.
    ///
    /// - Shape: one vertex set with `POSITION` (float64 if a set of the scene has it so, else float32), `NORMAL` (float32), and `COLOR_0` (sRGB bytes) if a face has colours,
    ///   with one primitive of points, in the order of the faces. Normals are those of corners, vertices or faces,
    ///   interpolated and of unit length, else the triangle's own. Colours are interpolated in linear light, and white
    ///   where a face has none. Textures are not looked at: ``samplingTextures(keepsTextures:decode:)`` gives vertices
    ///   their colours.
    /// - Units: the scene's, with its up axis.
    ///
    /// - Parameters:
    ///   - count: the number of points; at most 2³¹ − 1.
    ///   - seed: another seed gives other points.
    /// - Returns: nil without an area above 0. Triangles whose area isn't finite get no points.
    public func samplingSurface(points count: Int, seed: UInt64 = 0) -> MeshScene? {
        let scene = triangulate(self).scene
        // The area up to and including each triangle.
        var areas = ContiguousArray<Double>()
        var area = 0.0
        var triangles = ShownTriangles(scene)
        while let block = triangles.next() {
            for triangle in 0..<block.elements.count {
                let own = triangles.vectorArea(triangle).length
                if own.isFinite { area += own }
                areas.append(area)
            }
        }
        guard area > 0, area.isFinite else { return nil }
        let points = SampledPoints(scene, areas, count: min(max(count, 0), Int(Int32.max)), seed: seed)
        // Places far from the origin keep their digits.
        let isWide = scene.vertexSets.contains { $0.attribute(.position)?.values.type == .float64 }
        let places =
            isWide
            ? Column(points.positions, components: 3)
            : Column(ContiguousArray(points.positions.lazy.map { Float($0) }), components: 3)
        var attributes = [
            Attribute(.position, places),
            Attribute(.normal, Column(points.normals, components: 3)),
        ]
        if points.hasColors {
            attributes.append(
                Attribute(.color(0), Column(points.colors, components: 3), normalized: true, frame: .srgb))
        }
        let found = points.positions.count / 3
        var cloud = MeshScene(
            vertexSets: [VertexSet(count: found, attributes: attributes)],
            primitives: [.cloud(vertexSet: 0, count: found)])
        cloud.upAxis = upAxis
        cloud.metersPerUnit = metersPerUnit
        return cloud
    }
}

/// Points that are chosen on triangles.
private struct SampledPoints {
    private(set) var positions = ContiguousArray<Double>()
    private(set) var normals = ContiguousArray<Float>()
    private(set) var colors = ContiguousArray<UInt8>()
    private(set) var hasColors = false
    private var random: SplitMix64

    /// Chooses points.
    ///
    /// - Parameter areas: the area of all triangles up to and including each.
    init(_ scene: MeshScene, _ areas: ContiguousArray<Double>, count: Int, seed: UInt64) {
        random = SplitMix64(seed: seed)
        let area = areas.last ?? 0
        var triangles = ShownTriangles(scene)
        var ownNormals: CornerValues?
        var ownColors: CornerValues?
        var turn = NormalTransform(.identity, storedAs: .float64)
        var index = 0
        var done = 0
        var next = random.nextFraction() / Double(count) * area
        while done < count, let block = triangles.next() {
            let primitive = triangles.primitive
            if triangles.isFirst {
                let set = scene.vertexSets[primitive.vertexSet]
                ownNormals = CornerValues(.normal, primitive, set) { $0.values }
                ownColors = CornerValues(.color(0), primitive, set) {
                    ColorTransfer.converted($0, to: .linear, type: .float32)
                }
                turn = NormalTransform(triangles.transform, storedAs: .float64)
                if ownColors != nil { hasColors = true }
            }
            ownNormals?.read(block, of: primitive)
            ownColors?.read(block, of: primitive)
            for triangle in 0..<block.elements.count {
                // Rounding may put the last point past the end.
                let end = areas[index] == area && area > (index > 0 ? areas[index - 1] : 0) ? .infinity : areas[index]
                index += 1
                while done < count, next < end {
                    let weights = randomWeights()
                    let (a, b, c) = triangles.corners(triangle)
                    let own = ownNormals?.value(triangle, weights: weights).map(turn.applied)
                    append(
                        a * weights.x + b * weights.y + c * weights.z, normal: own ?? triangles.vectorArea(triangle),
                        color: ownColors?.value(triangle, weights: weights))
                    done += 1
                    next = (Double(done) + random.nextFraction()) / Double(count) * area
                }
            }
        }
    }

    /// The shares of the corners in a point of a triangle, any of which is as likely as any other.
    private mutating func randomWeights() -> SIMD3<Double> {
        var (s, t) = (random.nextFraction(), random.nextFraction())
        // The other half of the parallelogram is folded back.
        if s + t > 1 { (s, t) = (1 - s, 1 - t) }
        return SIMD3(1 - s - t, s, t)
    }

    private mutating func append(_ position: SIMD3<Double>, normal: SIMD3<Double>, color: SIMD3<Double>?) {
        let length = normal.length
        for axis in 0..<3 {
            positions.append(position[axis])
            normals.append(length > 0 && length.isFinite ? Float(normal[axis] / length) : 0)
            let code = color.map { ColorTransfer.srgb(fromLinear: $0[axis]) * 255 } ?? 255
            colors.append(code > 0 ? UInt8(min(code, 255).rounded()) : 0)
        }
    }
}

extension ShownTriangles {
    /// The normal of a triangle of the block, as long as its area; turned around where a mirror shows the triangle.
    fileprivate func vectorArea(_ triangle: Int) -> SIMD3<Double> {
        let (a, b, c) = corners(triangle)
        return cross(b - a, c - a) * (isMirrored ? -0.5 : 0.5)
    }
}
