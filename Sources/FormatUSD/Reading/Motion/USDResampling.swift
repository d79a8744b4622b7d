/// A motion as keys of translation, rotation and scale together, near a course of matrices.
///
/// - Numbers: between keys, translations stay within the course's tolerance, as a share of their own range; turns and
///   scales within it, or the largest difference at keys, as a share of the largest number of the upper three rows. What
///   shears is further away.
struct USDResampling {
    private(set) var times: [Double] = []
    private(set) var parts: [USDParts] = []
    /// The largest difference at a key or at the places that were tried between keys.
    private(set) var difference = 0.0
    /// Whether there was no room for more keys.
    private(set) var isCutOff = false

    private static let depth = 12

    private typealias Key = (time: Double, parts: USDParts)

    /// Nil if the matrices have no such parts at all.
    ///
    /// - Parameter room: the number of keys that may be added between others.
    init?(_ course: some USDMatrixCourse, room: inout Int) {
        let keys = course.times(room: &room)
        var known = SIMD4<Double>(0, 0, 0, 1)
        var (low, high) = (SIMD3(repeating: Double.infinity), SIMD3(repeating: -Double.infinity))
        for key in keys {
            let place = course.matrix(at: key).place
            low.replace(with: place, where: place .< low)
            high.replace(with: place, where: place .> high)
        }
        // Rounding of numbers that don't change is no motion.
        let far = max(abs(low.x), abs(low.y), abs(low.z), abs(high.x), abs(high.y), abs(high.z))
        let range = max(high.x - low.x, high.y - low.y, high.z - low.z, 1e-3 * far, 1e-9)
        var own: [USDParts] = []
        for (index, key) in keys.enumerated() {
            guard var next = course.parts(at: key, near: known) else { return nil }
            if next.parts.scale.min() == 0, keys.count > 1 {
                // What grows from nothing has the rotation that it has right after, and at last the one right before.
                let side = keys[index + 1 < keys.count ? index + 1 : index - 1]
                if let near = course.parts(at: key + (side - key) * 1e-6, near: known),
                    let turned = course.parts(at: key, near: near.parts.rotation)
                {
                    next = turned
                }
            }
            known = next.parts.rotation
            difference = max(difference, next.shear)
            own.append(next.parts)
        }
        // Turns and scales between keys needn't be nearer than those at keys.
        let near = Nearness(turn: max(course.tolerance, min(difference, 1e-4)), move: course.tolerance)
        for (key, parts) in zip(keys, own) {
            if let last = times.last, let first = self.parts.last, !isStraight(course, (last, first), (key, parts)) {
                fill(course, (last, first), (key, parts), near, range, &room)
            }
            add(key, parts)
        }
        guard !times.isEmpty else { return nil }
    }

    /// Whether the parts at two keys show exactly what lies between them.
    private func isStraight(_ course: some USDMatrixCourse, _ first: Key, _ last: Key) -> Bool {
        // Half a turn has no shorter arc: the signs of the quaternions choose one, and those of keys may have changed.
        course.isStraight(from: first.time, to: last.time)
            && abs((first.parts.rotation * last.parts.rotation).sum()) > 1e-9
    }

    private mutating func add(_ time: Double, _ own: USDParts) {
        var own = own
        // One sign for neighbours.
        if let last = parts.last, (last.rotation * own.rotation).sum() < 0 { own.rotation = -own.rotation }
        times.append(time)
        parts.append(own)
    }

    /// Adds keys between two keys, halving until what lies between is near enough.
    private mutating func fill(
        _ course: some USDMatrixCourse, _ first: Key, _ last: Key, _ near: Nearness, _ range: Double, _ room: inout Int
    ) {
        guard last.time - first.time > 1e-9 * max(1, last.time.magnitude) else { return }
        var open = [(first, last, 0)]
        while let (start, end, depth) = open.popLast() {
            // More keys don't make up for a shear, so the parts between are compared with the parts there.
            var (error, shear) = (Nearness(turn: 0, move: 0), 0.0)
            var middle: Key?
            for part in [0.25, 0.5, 0.75] {
                let time = start.time + (end.time - start.time) * part
                let own = course.parts(at: time, near: start.parts.rotation)
                shear = max(shear, own?.shear ?? 0)
                error.add(
                    start.parts.between(end.parts, part), own?.parts.matrix ?? course.matrix(at: time), range: range)
                if part == 0.5, let own, time > start.time, time < end.time { middle = (time, own.parts) }
            }
            difference = max(difference, shear)
            if let middle, error.turn > near.turn || error.move > near.move, depth < Self.depth {
                if room > 0 {
                    room -= 1
                    open.append((middle, end, depth + 1))
                    open.append((start, middle, depth + 1))
                    continue
                }
                isCutOff = true
            }
            difference = max(difference, error.turn + shear, error.move)
            if end.time < last.time { add(end.time, end.parts) }
        }
    }

    /// How far parts are from a matrix, or may be.
    private struct Nearness {
        /// The largest difference of a number of turn and scale, as a share of the largest.
        var turn: Double
        /// The largest difference of a coordinate, as a share of their range.
        var move: Double

        mutating func add(_ parts: USDParts, _ matrix: USDMatrix, range: Double) {
            let own = parts.matrix
            let way = own.place - matrix.place
            turn = max(turn, matrix.difference(from: own))
            move = max(move, max(abs(way.x), abs(way.y), abs(way.z)) / range)
        }
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
        return (translation.withoutRepeats, rotation.withoutRepeats, scale.withoutRepeats)
    }
}
