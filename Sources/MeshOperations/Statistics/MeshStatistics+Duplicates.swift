internal import MeshModel

extension MeshStatistics {
    /// The number of faces with the same vertices as an earlier one.
    public struct DuplicateFaces: Hashable, Sendable {
        /// Faces in the same direction, starting at any vertex.
        public var same = 0
        /// Faces in the opposite direction: the back of the earlier face.
        public var reversed = 0
        /// Faces with the vertices in another order.
        public var reordered = 0

        /// All duplicate faces.
        public var count: Int { same + reversed + reordered }

        enum Kind { case same, reversed, reordered }
    }

    /// Returns the number of faces with the same vertices as an earlier one, by their direction. Linear time.
    public func duplicateFaces() -> DuplicateFaces {
        var result = DuplicateFaces()
        forEachDuplicateFace { _, kind in
            switch kind {
            case .same: result.same += 1
            case .reversed: result.reversed += 1
            case .reordered: result.reordered += 1
            }
        }
        return result
    }

    /// Calls `body` with each face that has the same vertices as an earlier one, in order.
    func forEachDuplicateFace(_ body: (Place, DuplicateFaces.Kind) -> Void) {
        var hashes = ContiguousArray<UInt64>()
        hashes.reserveCapacity(scene.elementCount(.polygons))
        forEachElement(of: [.polygons]) { _, vertices in
            if !vertices.isEmpty { hashes.append(Self.hash(unordered: vertices)) }
        }
        let sorted = radixSorted(hashes)
        var repeated = ContiguousArray<UInt64>()
        for index in sorted.indices.dropFirst() where sorted[index] == sorted[index - 1] {
            if repeated.last != sorted[index] { repeated.append(sorted[index]) }
        }
        guard !repeated.isEmpty else { return }
        // Few faces get past this point, so the rest may cost more for each.
        var groups = RowTable(width: 2)
        var rings = RowTable(width: 4)
        var words = ContiguousArray<UInt32>(repeating: 0, count: 4)
        func setWords(_ group: UInt64, _ ring: UInt64) {
            words[0] = UInt32(truncatingIfNeeded: group)
            words[1] = UInt32(truncatingIfNeeded: group >> 32)
            words[2] = UInt32(truncatingIfNeeded: ring)
            words[3] = UInt32(truncatingIfNeeded: ring >> 32)
        }
        var face = 0
        forEachElement(of: [.polygons]) { place, vertices in
            guard !vertices.isEmpty else { return }
            let group = hashes[face]
            face += 1
            guard repeated.containsSorted(group) else { return }
            // The hashes alone decide: among ten million faces the odds of a collision are 1 : 370 000.
            let ring = Self.hash(ring: vertices)
            setWords(group, Self.hash(ring: ContiguousArray(vertices.reversed())))
            let isReversed = rings.find(words, at: 0) != nil
            setWords(group, ring)
            let isSame = rings.find(words, at: 0) != nil
            let isKnown = groups.find(words, at: 0) != nil
            if isSame {
                body(place, .same)
            } else if isReversed {
                body(place, .reversed)
            } else if isKnown {
                body(place, .reordered)
            }
            _ = rings.number(words, at: 0)
            _ = groups.number(words, at: 0)
        }
    }

    private static func hash(unordered vertices: ContiguousArray<Int64>) -> UInt64 {
        var sum: UInt64 = 0
        for vertex in vertices { sum &+= mixed(UInt64(truncatingIfNeeded: vertex)) }
        return mixed(sum ^ UInt64(truncatingIfNeeded: vertices.count))
    }

    /// A hash of the vertices, starting at the smallest, so that it doesn't depend on the start of the ring.
    private static func hash(ring: ContiguousArray<Int64>) -> UInt64 {
        let start = leastRotation(ring)
        var hash: UInt64 = 0
        for step in ring.indices {
            let index = start + step
            hash = mixed(hash ^ UInt64(truncatingIfNeeded: ring[index < ring.count ? index : index - ring.count]))
        }
        return hash
    }

    /// The start of the lexicographically smallest rotation of the ring, in linear time.
    private static func leastRotation(_ ring: ContiguousArray<Int64>) -> Int {
        let count = ring.count
        var best = 0
        var other = 1
        var length = 0
        while best < count, other < count, length < count {
            let a = ring[(best + length) % count]
            let b = ring[(other + length) % count]
            if a == b {
                length += 1
                continue
            }
            if a > b { best += length + 1 } else { other += length + 1 }
            if best == other { other += 1 }
            length = 0
        }
        return min(best, other)
    }
}

extension ContiguousArray<UInt64> {
    /// Whether an ascending array contains a value.
    func containsSorted(_ value: UInt64) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == value
    }
}

/// Spreads the bits of a number over all bits (the finaliser of splitmix64).
@inline(__always)
private func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
}
