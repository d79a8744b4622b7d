/// The place of a joint or a copy of an instancer over time whose rotations have other lengths than 1: USD makes matrices
/// of them as they are, which also stretch across the axis.
struct USDStretchingPlace {
    /// Up to four numbers without a time, and their course.
    struct Part {
        var still: SIMD4<Double>
        var course: USDCourse?

        func value(at time: Double) -> SIMD4<Double> { course?.vector(at: time) ?? still }

        /// Itself with at least one key.
        func withKey(at time: Double, width: Int) -> Part {
            guard course == nil else { return self }
            var copy = self
            var own = USDCourse(width: width, isRotation: width == 4)
            own.append(time, (0..<width).map { still[$0] })
            copy.course = own
            return copy
        }
    }

    private(set) var translation: Part
    private(set) var rotation: Part
    private(set) var scale: Part
    /// By how much lengths of rotations differ from 1, at most.
    private let stretching: Double

    /// Nil if all rotations have length 1 up to float32 rounding.
    init?(translation: Part, rotation: Part, scale: Part) {
        var most = USDQuaternion.stretching(rotation.still)
        if let course = rotation.course {
            for key in course.times.indices { most = max(most, USDQuaternion.stretching(course.vector(key))) }
        }
        guard most > USDQuaternion.unitTolerance else { return nil }
        (self.translation, self.rotation, self.scale) = (translation, rotation, scale)
        stretching = most
    }

    var isMoving: Bool { translation.course != nil || rotation.course != nil || scale.course != nil }

    /// Translation, rotation and scale without a time, and how far they are from the matrix; nil: there are none.
    var stillParts: (parts: USDParts, shear: Double)? {
        guard var still = Self.parts(rotation.still, scale.still) else { return nil }
        let move = translation.still
        still.parts.translation = SIMD3(move.x, move.y, move.z)
        return still
    }

    /// The matrix without a time.
    var stillMatrix: USDMatrix {
        let move = translation.still
        return Self.matrix(rotation.still, scale.still) * .translation(SIMD3(move.x, move.y, move.z))
    }

    /// Itself with keys of everything.
    func withKeys(at time: Double) -> USDStretchingPlace {
        var copy = self
        copy.translation = translation.withKey(at: time, width: 3)
        copy.rotation = rotation.withKey(at: time, width: 4)
        copy.scale = scale.withKey(at: time, width: 3)
        return copy
    }

    private static func matrix(_ turn: SIMD4<Double>, _ size: SIMD4<Double>) -> USDMatrix {
        .scale(SIMD3(size.x, size.y, size.z)) * .stretchingRotation(turn)
    }

    private static func parts(_ turn: SIMD4<Double>, _ size: SIMD4<Double>) -> (parts: USDParts, shear: Double)? {
        let size3 = SIMD3(size.x, size.y, size.z)
        guard USDQuaternion.stretches(turn) else { return (USDParts(rotation: turn, scale: size3), 0) }
        guard var parts = USDMatrix.stretchingRotation(turn).parts()?.parts else { return nil }
        parts.scale *= size3
        return (parts, matrix(turn, size).difference(from: parts.matrix))
    }
}

/// Rotation and scale together; the translation is apart from them.
extension USDStretchingPlace: USDMatrixCourse {
    /// Small errors need few keys, so small stretching is followed closely.
    var tolerance: Double { min(max(stretching / 20, 5e-7), 2e-5) }

    func times(room: inout Int) -> [Double] {
        guard let turns = rotation.course?.times else { return scale.course.map { Array($0.times) } ?? [] }
        guard let sizes = scale.course?.times, sizes != turns else { return Array(turns) }
        return Set(turns).union(sizes).sorted()
    }

    func matrix(at time: Double) -> USDMatrix { Self.matrix(rotation.value(at: time), scale.value(at: time)) }

    func parts(at time: Double, near known: SIMD4<Double>) -> (parts: USDParts, shear: Double)? {
        Self.parts(rotation.value(at: time), scale.value(at: time))
    }

    func isStraight(from: Double, to: Double) -> Bool {
        !USDQuaternion.stretches(rotation.value(at: from)) && !USDQuaternion.stretches(rotation.value(at: to))
    }
}
