import MeshModel

/// The poses of a SkelAnimation: arrays with an element for each of its joints, and weights of blend shapes.
struct USDSkelAnimation {
    /// An array over time.
    struct Track {
        /// The array without a time: its default, or else its first sample.
        var still: Column?
        /// The arrays at time codes, ascending, each with an element for each joint.
        var samples: [(time: Double, values: Column)] = []
        /// Whether the samples change anything.
        var isMoving: Bool { !samples.isEmpty }
    }

    /// The name of the prim.
    var name: String
    /// The paths of the joints, in its own order.
    var joints: [String]
    var translations = Track()
    var rotations = Track()
    var scales = Track()
    /// The places of the blend shapes in the arrays of weights, by their names.
    let shapePlaces: [String: Int]
    let shapeCount: Int
    var weights = Track()

    /// - Parameter shapes: the names of the blend shapes, in its own order.
    init(name: String, joints: [String], shapes: [String]) {
        (self.name, self.joints, shapeCount) = (name, joints, shapes.count)
        shapePlaces = Dictionary(zip(shapes, shapes.indices)) { _, last in last }
    }

    /// The attributes with samples.
    static let arrays: Set<String> = ["translations", "rotations", "scales", "blendShapeWeights"]

    /// Whether all three arrays of poses have values. USD ignores poses that lack one.
    var hasPoses: Bool {
        !joints.isEmpty
            && [translations, rotations, scales].allSatisfy { $0.still != nil || !$0.samples.isEmpty }
    }

    /// Whether rotations have lengths that are not 1 up to float32 rounding, which USD shows as stretching.
    private(set) var stretches = false

    /// Finds out whether rotations stretch.
    mutating func measureRotations() {
        stretches = ([rotations.still].compactMap { $0 } + rotations.samples.map(\.values)).contains { column in
            let numbers = column.doubles()
            return stride(from: 0, to: numbers.count - 3, by: 4).contains { start in
                USDQuaternion.stretches(
                    SIMD4(numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3]))
            }
        }
    }

    /// The place of a joint over time, if its rotations stretch.
    func stretchingPlace(of joint: Int) -> USDStretchingPlace? {
        func part(_ track: Track, isRotation: Bool = false) -> USDStretchingPlace.Part? {
            guard let row = track.still?.rows(joint..<joint + 1).doubles(), row.allSatisfy(\.isFinite) else {
                return nil
            }
            var still = SIMD4<Double>()
            for (index, number) in row.prefix(4).enumerated() { still[index] = number }
            return USDStretchingPlace.Part(
                still: still, course: Self.course(track, of: joint, isRotation: isRotation))
        }
        guard stretches, let move = part(translations), let turn = part(rotations, isRotation: true),
            let size = part(scales)
        else { return nil }
        return USDStretchingPlace(translation: move, rotation: turn, scale: size)
    }

    /// The place of a joint of the animation without a time.
    func parts(of joint: Int) -> USDParts? {
        if let place = stretchingPlace(of: joint) { return place.stillParts?.parts }
        func row(_ track: Track) -> [Double]? {
            track.still.map { $0.rows(joint..<joint + 1).doubles() }
        }
        guard let t = row(translations), let r = row(rotations), let s = row(scales), t.count == 3, r.count == 4,
            s.count == 3, (t + r + s).allSatisfy(\.isFinite)
        else { return nil }
        return USDParts(
            translation: SIMD3(t[0], t[1], t[2]), rotation: SIMD4(r[0], r[1], r[2], r[3]),
            scale: SIMD3(s[0], s[1], s[2]))
    }

    /// The course of a joint's row of an array.
    static func course(_ track: Track, of joint: Int, isRotation: Bool) -> USDCourse? {
        guard track.isMoving, let width = track.samples.first?.values.components else { return nil }
        var course = USDCourse(width: width, isRotation: isRotation)
        var buffer = ContiguousArray<Double>()
        for (time, values) in track.samples {
            values.read(joint..<joint + 1, into: &buffer)
            course.append(time, buffer)
        }
        return course
    }
}
