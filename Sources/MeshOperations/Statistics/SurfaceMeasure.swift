public import MeshModel

/// Area and volume of everything that a scene shows, in world space: float64, the same on every machine and number of
/// threads.
///
/// - Units: square and cubic scene units.
/// - Definition: a face's area is the length of its Newell vector, half the sum of the cross products of consecutive
///   corners: the true area if the face is flat. The volume is the sum, over faces, of a third of the product of that
///   vector and the mean of the corners, relative to the centre of the scene's bounds: positive if faces point outward.
/// - Edge: the volume is only meaningful for a closed surface whose faces all point the same way (see
///   ``MeshStatistics/Edges``: neither open nor inconsistent edges); overlapping pieces count twice, pieces inside out
///   subtract. Mirrored instances are reversed, as everywhere.
public struct SurfaceMeasure: Hashable, Sendable {
    /// The area of all faces.
    public private(set) var area = 0.0
    /// The enclosed volume, with a sign.
    public private(set) var volume = 0.0
    /// The number of faces left out, since a corner's vertex does not exist or is not finite.
    public private(set) var skippedFaces = 0

    /// Measures a scene.
    public init(_ scene: MeshScene) {
        // Far from the origin the distance would use up the digits of the volume.
        let middle = Bounds(scene).map { $0.minimum * 0.5 + $0.maximum * 0.5 } ?? SIMD3()
        var areas = CompensatedSum()
        var volumes = CompensatedSum()
        var positions = CornerPositions(scene)
        var points = ContiguousArray<SIMD3<Double>>()
        for instance in NodeWalk(scene).shown {
            let place = instance.transform
            let side = place.determinant < 0 ? -1.0 : 1.0
            for primitive in scene.meshes[instance.mesh].primitives where primitive.topology == .polygons {
                var walk = ElementWalk(primitive)
                while let block = walk.next() {
                    positions.read(block.corners, of: primitive, into: &points)
                    var first = 0
                    for arity in block.arities {
                        let end = min(first + max(arity, 0), points.count)
                        var mean = SIMD3<Double>()
                        for corner in first..<end {
                            points[corner] = place.applied(to: points[corner]) - middle
                            mean += points[corner]
                        }
                        let vector = Polygon.vectorArea(points[first..<end])
                        let area = dot(vector, vector).squareRoot()
                        first = end
                        guard area.isFinite, mean.x.isFinite, mean.y.isFinite, mean.z.isFinite else {
                            skippedFaces += 1
                            continue
                        }
                        guard area > 0 else { continue }
                        areas.add(area)
                        volumes.add(dot(mean, vector) / Double(arity) * side)
                    }
                }
            }
        }
        area = areas.value
        volume = volumes.value / 3
    }
}
