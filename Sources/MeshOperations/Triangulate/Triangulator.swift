/// Cuts polygons into triangles; memory is reused between polygons.
///
/// The polygon is a ring of nodes (a hole's ring is joined by a bridge, whose two ends are duplicated). Removing a node
/// gives one triangle, so the number of triangles is right for any order. The order is chosen so that triangles lie
/// inside: a node is removed when it is an ear. Removing an ear only changes whether its two neighbours are ears, so a
/// queue holds the nodes to test again.
struct Triangulator {
    /// The corners of the last polygon's triangles, three by three.
    private(set) var corners = ContiguousArray<Int32>()

    // Nodes: corner, position in the plane, ring.
    var corner = ContiguousArray<Int32>()
    var points = ContiguousArray<SIMD2<Double>>()
    var previous = ContiguousArray<Int>()
    var next = ContiguousArray<Int>()
    private var isAlive = ContiguousArray<Bool>()
    private var turn = ContiguousArray<Int8>()

    // The candidates for ears.
    private var queue = ContiguousArray<Int>()
    private var isQueued = ContiguousArray<Bool>()
    private var isFresh = ContiguousArray<Bool>()
    private var convex = ContiguousArray<Int>()
    private var remaining = 0
    private var start = 0
    private var blockers = BlockerGrid()
    private var scans = 0

    /// The number of tests of one node against one ear so far.
    var tests = 0
    /// The number of tests after which the remaining ring is divided; in its parts, nodes then only need to be convex.
    var budget = 0
    /// The number of tests after which the ring is divided if only few of them found an ear.
    private var trial = 0
    /// Whether this cuts a part of a ring that was divided.
    var isPart = false

    /// The budget for a polygon of `count` corners: 16 tests per corner, and what a thousand corners can need at most.
    ///
    /// Far more than ordinary polygons need. Teeth and spikes in their hundred thousands need hundreds of tests each,
    /// more with each corner; then dividing the ring is faster.
    static func budget(_ count: Int) -> Int { (1 << 20) + 16 * count }

    /// The tests after which a polygon of `count` corners shows whether ears are worth it. Ordinary ones take 20 to 30
    /// tests for each corner that they cut off, stars and rings that cross themselves thousands.
    private static func trial(_ count: Int) -> Int { (1 << 20) + 2 * count }

    /// Whether there are so few ears that dividing is faster.
    private var areEarsRare: Bool { tests > trial && tests > 64 * (points.count - remaining) }

    /// The maximum number of full searches of a ring without known ears; then it is cut by force.
    private static let scanLimit = 24

    /// Cuts one polygon; `points` are the corners of its rings one after the other, each ring ending before `ringEnds`.
    mutating func triangulate(_ corners3: ContiguousArray<SIMD3<Double>>, ringEnds: [Int], budget: Int? = nil) {
        corners.removeAll(keepingCapacity: true)
        guard corners3.count >= 3 else { return }
        if ringEnds.count == 1 {
            if corners3.count == 3 {
                emit(0, 1, 2)
                return
            }
            if corners3.count == 4 {
                cutQuad(corners3[0], corners3[1], corners3[2], corners3[3])
                return
            }
        }
        points = PolygonPlane.project(corners3, outerCount: ringEnds[0])
        if ringEnds.count == 1, isStrictlyConvex() {
            for index in 1..<points.count - 1 { emit(0, index, index + 1) }
            return
        }
        tests = 0
        self.budget = budget ?? Self.budget(points.count)
        trial = budget ?? Self.trial(points.count)
        link(ringEnds)
        clip()
    }

    /// Cuts a part of a ring, in the plane; tests add up over the parts.
    mutating func triangulate(part ring: ContiguousArray<SIMD2<Double>>) {
        corners.removeAll(keepingCapacity: true)
        points = ring
        link([ring.count])
        clip()
    }

    /// Cuts four corners along the diagonal that lies inside; see ``Polygon/triangulate(outer:holes:)``.
    mutating func cutQuad(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>) {
        corners.removeAll(keepingCapacity: true)
        if Self.isCutFromFirst(a, b, c, d) {
            emit(0, 1, 2)
            emit(0, 2, 3)
        } else {
            emit(0, 1, 3)
            emit(1, 2, 3)
        }
    }

    mutating func emit(_ a: Int, _ b: Int, _ c: Int) {
        corners.append(Int32(truncatingIfNeeded: a))
        corners.append(Int32(truncatingIfNeeded: b))
        corners.append(Int32(truncatingIfNeeded: c))
    }

    /// Whether each turn is to the left and the ring winds once: x falls and rises once.
    private func isStrictlyConvex() -> Bool {
        let count = points.count
        var changes = 0
        var lastDirection = 0
        var firstDirection = 0
        for index in 0..<count {
            let a = points[index]
            let b = points[index + 1 < count ? index + 1 : 0]
            let c = points[index + 2 < count ? index + 2 : index + 2 - count]
            guard orientation(a, b, c) > 0 else { return false }
            let direction = b.x > a.x ? 1 : b.x < a.x ? -1 : 0
            if direction != 0 {
                if lastDirection == 0 {
                    firstDirection = direction
                } else if direction != lastDirection {
                    changes += 1
                }
                lastDirection = direction
            }
        }
        if firstDirection != lastDirection { changes += 1 }
        return changes == 2
    }
}

// MARK: - Rings

extension Triangulator {
    private mutating func link(_ ringEnds: [Int]) {
        let count = points.count
        corner.removeAll(keepingCapacity: true)
        previous.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        for index in 0..<count {
            corner.append(Int32(truncatingIfNeeded: index))
            previous.append(index - 1)
            next.append(index + 1)
        }
        var first = 0
        var holes: [Range<Int>] = []
        var outer = 0..<0
        for end in ringEnds {
            if end > first {
                previous[first] = end - 1
                next[end - 1] = first
                if outer.isEmpty { outer = first..<end } else { holes.append(first..<end) }
            }
            first = end
        }
        start = outer.lowerBound
        for hole in holes where PolygonPlane.winding(points[hole]) > 0 {
            for node in hole { swap(&previous[node], &next[node]) }
        }
        if !holes.isEmpty { bridge(holes) }
        let total = points.count
        remaining = total
        reset(&isAlive, true, total)
        reset(&turn, 0, total)
        reset(&isQueued, false, total)
        reset(&isFresh, false, total)
        queue.removeAll(keepingCapacity: true)
        convex.removeAll(keepingCapacity: true)
        scans = 0
    }

    private func reset<T>(_ array: inout ContiguousArray<T>, _ value: T, _ count: Int) {
        array.removeAll(keepingCapacity: true)
        array.append(contentsOf: repeatElement(value, count: count))
    }

    /// Adds a second node at the position of `node`, for the other end of a bridge.
    mutating func duplicate(_ node: Int) -> Int {
        corner.append(corner[node])
        points.append(points[node])
        previous.append(previous[node])
        next.append(next[node])
        return points.count - 1
    }

    /// A node of the ring: the first one of the outer ring, until it is removed.
    var ringStart: Int { start }

    /// The number of nodes that are not removed yet.
    var ringCount: Int { remaining }
}

// MARK: - Ears

extension Triangulator {
    /// The requirement for removing a node.
    private enum Demand { case ear, looseEar, convex }

    private mutating func clip() {
        blockers.begin(points: points, expected: remaining)
        removeZeroWidth()
        var node = start
        for _ in 0..<remaining {
            measure(node)
            // If any node lies in an ear, so does one that doesn't turn left.
            blockers.set(node, isBlocker: turn[node] <= 0)
            enqueue(node)
            node = next[node]
        }
        var head = 0
        while remaining > 3 {
            if !isPart, tests > budget || areEarsRare { return divide() }
            if head == queue.count {
                if !unstick() { break }
                continue
            }
            let node = queue[head]
            head += 1
            if head >= 4096, head * 2 > queue.count {
                queue.removeSubrange(0..<head)
                head = 0
            }
            isQueued[node] = false
            guard isAlive[node], turn[node] > 0 else { continue }
            if isFresh[node] {
                // A neighbour was just removed: testing it later avoids fans of slivers.
                isFresh[node] = false
                enqueue(node)
                continue
            }
            if tests > budget || isEar(node, .ear) { remove(node) }
        }
        finish()
    }

    /// Removes the remaining nodes without tests: three nodes, or a ring with all points on one line.
    private mutating func finish() {
        while remaining > 3 { remove(start) }
        let second = next[start]
        emit(Int(corner[start]), Int(corner[second]), Int(corner[next[second]]))
    }

    private mutating func enqueue(_ node: Int) {
        guard !isQueued[node] else { return }
        isQueued[node] = true
        queue.append(node)
    }

    private mutating func measure(_ node: Int) {
        let sign = orientation(points[previous[node]], points[node], points[next[node]])
        turn[node] = Int8(sign)
        if sign > 0 { convex.append(node) }
    }

    private mutating func unlink(_ node: Int) {
        let before = previous[node]
        let after = next[node]
        emit(Int(corner[before]), Int(corner[node]), Int(corner[after]))
        next[before] = after
        previous[after] = before
        isAlive[node] = false
        blockers.set(node, isBlocker: false)
        remaining -= 1
        if start == node { start = after }
    }

    private mutating func remove(_ node: Int) {
        unlink(node)
        let before = previous[node]
        var after = next[node]
        while remaining > 3, points[before] == points[after] {
            unlink(after)
            after = next[after]
        }
        renew(before)
        renew(after)
    }

    private mutating func renew(_ node: Int) {
        measure(node)
        blockers.set(node, isBlocker: turn[node] <= 0)
        isFresh[node] = true
        enqueue(node)
    }

    /// Removes another node when no ear is known; returns false when only a line is left.
    private mutating func unstick() -> Bool {
        if scans < Self.scanLimit, tests <= budget {
            scans += 1
            for demand in [Demand.ear, .looseEar] {
                var node = start
                for _ in 0..<remaining where tests <= budget {
                    if turn[node] > 0, isEar(node, demand) {
                        remove(node)
                        return true
                    }
                    node = next[node]
                }
            }
        }
        while let node = convex.popLast() {
            if isAlive[node], turn[node] > 0 {
                remove(node)
                return true
            }
        }
        // There is no left turn. If there are right turns, the ring runs backwards: any of its nodes will do.
        var node = start
        for _ in 0..<remaining {
            if turn[node] != 0 {
                start = next[node]
                remove(node)
                return true
            }
            node = next[node]
        }
        return false
    }

    private mutating func isEar(_ node: Int, _ demand: Demand) -> Bool {
        let before = previous[node]
        let after = next[node]
        let a = points[before]
        let b = points[node]
        let c = points[after]
        var low = a
        var high = a
        low.replace(with: b, where: b .< low)
        low.replace(with: c, where: c .< low)
        high.replace(with: b, where: b .> high)
        high.replace(with: c, where: c .> high)
        var count = 0
        let isBlocked = blockers.contains(from: low, to: high, count: &count) { other, p in
            other != before && other != node && other != after && blocks(other, p, a, b, c, demand)
        }
        tests += count
        return !isBlocked
    }

    /// Whether a node prevents cutting off the triangle a, b, c.
    private func blocks(
        _ node: Int, _ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ demand: Demand
    ) -> Bool {
        // The ends of the cut may be shared: an edge that enters there is found at another node.
        if p == a || p == c { return false }
        let before = points[previous[node]]
        let after = points[next[node]]
        if p == b {
            return isInWedge(before, a, b, c) || isInWedge(after, a, b, c)
        }
        let ab = orientation(a, b, p)
        if ab < 0 { return false }
        let bc = orientation(b, c, p)
        if bc < 0 { return false }
        let ca = orientation(c, a, p)
        if ca < 0 { return false }
        if demand == .looseEar { return ab > 0 && bc > 0 && ca > 0 }
        // On one of the two edges, it only matters if its own edges lead inside.
        if ca > 0 {
            if ab == 0 { return orientation(a, b, before) > 0 || orientation(a, b, after) > 0 }
            if bc == 0 { return orientation(b, c, before) > 0 || orientation(b, c, after) > 0 }
        }
        return true
    }

    private func isInWedge(_ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Bool {
        orientation(a, b, p) > 0 && orientation(b, c, p) > 0
    }
}

// MARK: - Parts without width

extension Triangulator {
    /// Removes nodes at their successor's position and spikes that stick out; spikes that reach inside stay, as
    /// corners.
    private mutating func removeZeroWidth() {
        var node = start
        var left = remaining
        while left > 0, remaining > 3 {
            left -= 1
            if points[node] == points[next[node]] || isOutwardSpike(node) {
                let before = previous[node]
                unlink(node)
                // The previous node may now be such a node or a spike.
                node = before
                left = min(left + 2, remaining)
            } else {
                node = next[node]
            }
        }
    }
}
