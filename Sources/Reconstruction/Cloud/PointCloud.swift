public import MeshModel

/// Points with what is known about each: a normal, a colour, where it was seen from.
///
/// - Shape: `positions` has three numbers for each of `count` points; each other list has a row for each point, or is
///   empty if nothing is known.
/// - Units: any unit of length, the same for all options of an operation; metres for clouds made of frames.
/// - Edge: positions may be NaN or infinite. Such points are nobody's neighbours and in no box or voxel, so that
///   operations that remove points remove them, and their normals are 0.
public struct PointCloud: Sendable {
    /// Three coordinates for each point.
    public internal(set) var positions: ContiguousArray<Float> = []
    /// Three components for each point, of unit length where made here; 0: unknown.
    public internal(set) var normals: ContiguousArray<Float> = []
    /// Three sRGB bytes for each point; grey if no picture saw it.
    public internal(set) var colors: ContiguousArray<UInt8> = []
    /// Three components for each point: the mean direction to the cameras that saw it, of unit length (0 if they cancel
    /// out). A normal that points the same way is oriented to the outside.
    public internal(set) var eyeDirections: ContiguousArray<Float> = []
    /// The number of measurements (pixels) that each point stands for; empty: one each.
    public internal(set) var pixelCounts: ContiguousArray<UInt32> = []
    /// 1 for each point whose colour is known, else 0; empty: all colours are known, or none.
    var isColored: ContiguousArray<UInt8> = []

    /// Creates an empty cloud.
    public init() {}

    /// Creates a cloud of lists.
    ///
    /// - Throws: a `SceneDefect` if a list has neither a row for each point nor none.
    public init(
        positions: ContiguousArray<Float>, normals: ContiguousArray<Float> = [], colors: ContiguousArray<UInt8> = [],
        eyeDirections: ContiguousArray<Float> = [], pixelCounts: ContiguousArray<UInt32> = []
    ) throws(SceneDefect) {
        let count = positions.count / 3
        for (name, found, width) in [
            ("positions", positions.count, 3), ("normals", normals.count, 3), ("colors", colors.count, 3),
            ("eyeDirections", eyeDirections.count, 3), ("pixelCounts", pixelCounts.count, 1),
        ] where found > 0 && found != count * width {
            throw SceneDefect(name, "expected \(count * width) values for \(count) points, found \(found)")
        }
        self.positions = positions
        self.normals = normals
        self.colors = colors
        self.eyeDirections = eyeDirections
        self.pixelCounts = pixelCounts
    }

    /// The number of points.
    public var count: Int { positions.count / 3 }

    /// The number of points without a known colour.
    public var uncoloredCount: Int {
        colors.isEmpty ? count : isColored.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
    }

    /// The position of a point.
    @inline(__always) func position(_ point: Int) -> SIMD3<Float> { vector(positions, point) }

    /// Three numbers of a list with three for each point.
    @inline(__always) func vector(_ list: ContiguousArray<Float>, _ point: Int) -> SIMD3<Float> {
        SIMD3(list[point * 3], list[point * 3 + 1], list[point * 3 + 2])
    }

    /// Returns some of the points, in the given order; numbers of no point are left out.
    public func selecting(_ points: ContiguousArray<Int32>) -> PointCloud {
        var cloud = PointCloud()
        for point in points.lazy.map(Int.init) where point >= 0 && point < count {
            cloud.positions.append(contentsOf: positions[point * 3..<point * 3 + 3])
            if !normals.isEmpty { cloud.normals.append(contentsOf: normals[point * 3..<point * 3 + 3]) }
            if !colors.isEmpty { cloud.colors.append(contentsOf: colors[point * 3..<point * 3 + 3]) }
            if !eyeDirections.isEmpty {
                cloud.eyeDirections.append(contentsOf: eyeDirections[point * 3..<point * 3 + 3])
            }
            if !pixelCounts.isEmpty { cloud.pixelCounts.append(pixelCounts[point]) }
            if !isColored.isEmpty { cloud.isColored.append(isColored[point]) }
        }
        return cloud
    }

    /// Returns the points after a rotation and a translation, with their normals and eye directions turned.
    public func moved(by motion: Affine) -> PointCloud {
        var cloud = self
        var turn = motion
        turn.translation = SIMD3()
        Self.apply(motion, to: &cloud.positions)
        Self.apply(turn, to: &cloud.normals)
        Self.apply(turn, to: &cloud.eyeDirections)
        return cloud
    }

    private static func apply(_ motion: Affine, to list: inout ContiguousArray<Float>) {
        for at in stride(from: 0, to: list.count - 2, by: 3) {
            let moved = motion.applied(to: SIMD3(Double(list[at]), Double(list[at + 1]), Double(list[at + 2])))
            for axis in 0..<3 { list[at + axis] = Float(moved[axis]) }
        }
    }
}

extension SIMD3<Float> {
    /// Whether all three numbers are finite.
    @inline(__always) var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
