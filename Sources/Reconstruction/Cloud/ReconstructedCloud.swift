public import MeshModel

/// Points that were made of frames.
///
/// - Units: metres, in the world of the frames' poses.
public struct ReconstructedCloud: Sendable {
    /// Three coordinates for each point.
    public private(set) var positions: ContiguousArray<Float> = []
    /// Three components for each point: the mean direction to the cameras that saw it, of unit length (0 if they cancel
    /// out). A normal that points the same way is oriented to the outside.
    public private(set) var eyeDirections: ContiguousArray<Float> = []
    /// Three sRGB bytes for each point; grey if no picture saw it.
    public private(set) var colors: ContiguousArray<UInt8> = []
    /// The number of pixels that each point stands for.
    public private(set) var pixelCounts: ContiguousArray<UInt32> = []
    /// The number of points that no picture saw.
    public private(set) var uncoloredCount = 0

    init() {}

    /// The number of points.
    public var count: Int { pixelCounts.count }

    mutating func append(
        _ position: SIMD3<Double>, eye: SIMD3<Double>, color: SIMD3<UInt8>, isColored: Bool, pixels: UInt32
    ) {
        for axis in 0..<3 {
            positions.append(Float(position[axis]))
            eyeDirections.append(Float(eye[axis]))
            colors.append(color[axis])
        }
        pixelCounts.append(pixels)
        if !isColored { uncoloredCount += 1 }
    }

    /// Returns a scene with one cloud, in metres with +Y up; with colours if any point has one.
    public func scene() -> MeshScene {
        var attributes = [Attribute(.position, Column(positions, components: 3))]
        if uncoloredCount < count {
            attributes.append(Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb))
        }
        var scene = MeshScene(
            vertexSets: [VertexSet(count: count, attributes: attributes)],
            primitives: [.cloud(vertexSet: 0, count: count)])
        scene.upAxis = .y
        scene.metersPerUnit = 1
        return scene
    }
}
