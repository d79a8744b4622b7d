/// A motion as keys of translation, rotation and scale together, near a course of matrices.
///
/// - Numbers: between keys, the matrix of the parts stays within the stack's tolerance of the course, as a share of the largest
///   number of its upper three rows; translations within that share of their own range.
struct USDResampling {
    private(set) var times: [Double] = []
    private(set) var parts: [USDParts] = []
    /// The largest difference at a key or at the places that were tried between keys.
    private(set) var difference = 0.0
    /// Whether there was no room for more keys.
    private(set) var isCutOff = false

    private static let depth = 12
    private let tolerance: Double

    /// Nil if the matrices have no such parts at all.
    ///
    /// - Parameter room: the number of keys that may be added between others.
    init?(_ stack: USDMotionStack, room: inout Int) {
        tolerance = stack.tolerance
        let keys = stack.times(room: &room)
        var known = SIMD4<Double>(0, 0, 0, 1)
        var (low, high) = (SIMD3(repeating: Double.infinity), SIMD3(repeating: -Double.infinity))
        for key in keys {
            let place = stack.matrix(at: key).rows
            let v = SIMD3(place[12], place[13], place[14])
            low.replace(with: v, where: v .< low)
            high.replace(with: v, where: v .> high)
        }
        // Rounding of numbers that don't change is no motion.
        let far = max(abs(low.x), abs(low.y), abs(low.z), abs(high.x), abs(high.y), abs(high.z))
        let range = max(high.x - low.x, high.y - low.y, high.z - low.z, 1e-3 * far, 1e-9)
        for key in keys {
            guard let next = Self.parts(stack, key, known) else { return nil }
            known = next.parts.rotation
            if let last = times.last, let first = parts.last { fill(stack, last, first, key, next.parts, range, &room) }
            add(key, next.parts, next.shear)
        }
        guard !times.isEmpty else { return nil }
    }

    private mutating func add(_ time: Double, _ own: USDParts, _ shear: Double) {
        var own = own
        // One sign for neighbours.
        if let last = parts.last, (last.rotation * own.rotation).sum() < 0 { own.rotation = -own.rotation }
        times.append(time)
        parts.append(own)
        difference = max(difference, shear)
    }

    private static func parts(
        _ stack: USDMotionStack, _ time: Double, _ known: SIMD4<Double>
    ) -> (parts: USDParts, shear: Double)? {
        stack.matrix(at: time).parts(near: known)
    }

    /// Adds keys between two keys, halving until what lies between is near enough.
    private mutating func fill(
        _ stack: USDMotionStack, _ first: Double, _ firstParts: USDParts, _ last: Double, _ lastParts: USDParts,
        _ range: Double, _ room: inout Int
    ) {
        guard last - first > 1e-9 * max(1, last.magnitude) else { return }
        var open = [(first, firstParts, last, lastParts, 0)]
        while let (start, a, end, b, depth) = open.popLast() {
            let error = [0.25, 0.5, 0.75].reduce(0.0) { worst, part in
                let middle = stack.matrix(at: start + (end - start) * part)
                return max(worst, Self.distance(a.between(b, part), middle, range))
            }
            guard error > tolerance else {
                if end < last { add(end, b, error) } else { difference = max(difference, error) }
                continue
            }
            let middle = start + (end - start) / 2
            guard depth < Self.depth, room > 0, middle > start, middle < end,
                let own = Self.parts(stack, middle, a.rotation)
            else {
                isCutOff = isCutOff || room <= 0
                if end < last { add(end, b, error) } else { difference = max(difference, error) }
                continue
            }
            room -= 1
            open.append((middle, own.parts, end, b, depth + 1))
            open.append((start, a, middle, own.parts, depth + 1))
        }
    }

    private static func distance(_ parts: USDParts, _ matrix: USDMatrix, _ range: Double) -> Double {
        let own = parts.matrix.rows
        var (largest, turn, move) = (0.0, 0.0, 0.0)
        for index in 0..<12 {
            largest = max(largest, matrix.rows[index].magnitude)
            turn = max(turn, (own[index] - matrix.rows[index]).magnitude)
        }
        for index in 12..<15 { move = max(move, (own[index] - matrix.rows[index]).magnitude) }
        return max(largest > 0 ? turn / largest : turn, move / range)
    }

    /// The courses of the parts.
    var courses: (translation: USDCourse, rotation: USDCourse, scale: USDCourse) {
        var translation = USDCourse(width: 3)
        var rotation = USDCourse(width: 4, isRotation: true)
        var scale = USDCourse(width: 3)
        for (time, part) in zip(times, parts) {
            translation.append(time, [part.translation.x, part.translation.y, part.translation.z])
            rotation.append(time, [part.rotation.x, part.rotation.y, part.rotation.z, part.rotation.w])
            scale.append(time, [part.scale.x, part.scale.y, part.scale.z])
        }
        return (translation, rotation, scale)
    }
}
