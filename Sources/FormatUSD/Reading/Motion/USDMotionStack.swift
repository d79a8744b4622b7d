/// The transform operations of a prim over time.
struct USDMotionStack: USDMatrixCourse {
    /// An operation of `xformOpOrder` with its value, or the course of its value.
    struct Operation {
        var kind: String
        var isInverted: Bool
        /// The value without a time.
        var still: [Double]
        var course: USDCourse?

        /// The same operation, undone.
        var undone: Operation {
            var copy = self
            copy.isInverted.toggle()
            return copy
        }

        /// The axis of a rotation about one coordinate axis.
        var axis: Int? { ["rotateX", "rotateY", "rotateZ"].firstIndex(of: kind) }
    }

    /// The operations, outermost first.
    var operations: [Operation] = []

    var isMoving: Bool { operations.contains { $0.course != nil } }

    /// The matrix at a time code.
    func matrix(at time: Double) -> USDMatrix {
        var stack = USDTransform()
        stack.operations = operations.map { operation in
            let value = operation.course?.value(at: time) ?? operation.still
            return USDTransform.Operation(kind: operation.kind, values: value, isInverted: operation.isInverted)
        }
        return stack.matrix
    }

    /// The value of an operation that changes nothing; nil for an unknown kind.
    static func neutral(_ kind: String) -> [Double]? {
        switch kind {
        case "translate", "rotateXYZ", "rotateXZY", "rotateYXZ", "rotateYZX", "rotateZXY", "rotateZYX": [0, 0, 0]
        case "scale": [1, 1, 1]
        case "orient": [0, 0, 0, 1]
        case "transform": USDMatrix.identity.rows
        case "rotateX", "rotateY", "rotateZ", "translateX", "translateY", "translateZ": [0]
        case "scaleX", "scaleY", "scaleZ": [1]
        default: nil
        }
    }

    // MARK: One property each

    /// The courses of translation, rotation and scale, if each follows from one operation of its own; else nil.
    ///
    /// - Parameter room: the number of keys that may be added between others.
    func separate(room: inout Int) -> (translation: USDCourse?, rotation: USDCourse?, scale: USDCourse?)? {
        var result: (translation: USDCourse?, rotation: USDCourse?, scale: USDCourse?) = (nil, nil, nil)
        var stage = 0
        for operation in operations {
            guard !operation.isInverted else { return nil }
            switch operation.kind {
            case "translate" where stage < 1:
                result.translation = operation.course
                stage = 1
            case "scale" where stage < 3:
                result.scale = operation.course
                stage = 3
            case let kind where stage < 2 && (kind == "orient" || kind.hasPrefix("rotate")):
                if let course = operation.course {
                    if kind == "orient" {
                        result.rotation = Self.shown(course)
                    } else if let axis = operation.axis {
                        result.rotation = Self.turns(course, about: axis, room: &room)
                    } else {
                        return nil
                    }
                }
                stage = 2
            default: return nil
            }
        }
        return result
    }

    /// A course of quaternions as the rotations that USD shows.
    private static func shown(_ course: USDCourse) -> USDCourse {
        var result = USDCourse(width: 4, isRotation: true)
        for (key, time) in course.times.enumerated() {
            let row = Array(course.row(key))
            let turn = USDQuaternion.shown(SIMD4(row[0], row[1], row[2], row[3]))
            result.append(time, [turn.x, turn.y, turn.z, turn.w])
        }
        return result
    }

    /// A course of angles as rotations, cut so that each is the shorter arc.
    private static func turns(_ angles: USDCourse, about axis: Int, room: inout Int) -> USDCourse {
        var course = USDCourse(width: 4, isRotation: true)
        func add(_ time: Double, _ degrees: Double) {
            let turn = USDQuaternion.about(axis, degrees: degrees)
            course.append(time, [turn.x, turn.y, turn.z, turn.w])
        }
        for (key, time) in angles.times.enumerated() {
            let angle = angles.values[key]
            if key > 0 {
                let (before, earlier) = (angles.values[key - 1], angles.times[key - 1])
                let pieces = Self.pieces(angle - before, earlier, time, room: &room)
                for piece in 1..<max(pieces, 1) {
                    let part = Double(piece) / Double(pieces)
                    let between = earlier + (time - earlier) * part
                    guard between > earlier, between < time else { continue }
                    add(between, before + (angle - before) * part)
                }
            }
            add(time, angle)
        }
        return course
    }

    /// The number of pieces of at most 90°, none for a jump. No real motion turns more often between two keys than the
    /// limit allows.
    private static func pieces(_ degrees: Double, _ from: Double, _ to: Double, room: inout Int) -> Int {
        guard to - from > 1e-9 * max(1, to.magnitude) else { return 1 }
        let pieces = Int(min(max((degrees.magnitude / 90).rounded(.up), 1), Double(mostPieces)))
        guard pieces - 1 <= room else { return 1 }
        room -= pieces - 1
        return pieces
    }

    private static let mostPieces = 4096

    // MARK: All together

    /// The times at which anything has a key, and those in between that cut turns of more than 90°.
    func times(room: inout Int) -> [Double] {
        let keys = Array(Set(operations.flatMap { $0.course.map { Array($0.times) } ?? [] })).sorted()
        let turning = operations.filter { $0.kind.hasPrefix("rotate") && $0.course != nil }
        guard !turning.isEmpty else { return keys }
        var times: [Double] = []
        for time in keys {
            if let last = times.last {
                let turn = turning.reduce(0) { most, operation in
                    let (a, b) = (operation.course?.value(at: last) ?? [], operation.course?.value(at: time) ?? [])
                    return max(most, zip(a, b).reduce(0) { $0 + ($1.1 - $1.0).magnitude })
                }
                let pieces = Self.pieces(turn, last, time, room: &room)
                for piece in 1..<max(pieces, 1) {
                    let between = last + (time - last) * (Double(piece) / Double(pieces))
                    if between > (times.last ?? last), between < time { times.append(between) }
                }
            }
            times.append(time)
        }
        return times
    }
}
