extension PointCloud {
    /// Returns groups of points that lie in cells which touch, at faces, edges or corners.
    ///
    /// - Parameters:
    ///   - points: the points that count; numbers of no point are left out.
    ///   - cell: the edge of the cells, in the cloud's units; their corners are whole multiples of it.
    /// - Returns: the points of each group, ascending, with the number of their cells; groups in the order of their
    ///   first points. Points that aren't finite, or more than a million cells from the origin, are in no group.
    public func connected(
        _ points: ContiguousArray<Int32>, cell: Double
    ) -> [(points: ContiguousArray<Int32>, cellCount: Int)] {
        guard cell > 0, cell.isFinite else { return [] }
        var table = KeyTable()
        var members = [ContiguousArray<Int32>]()
        for point in points where point >= 0 && Int(point) < count {
            let place = (SIMD3<Double>(position(Int(point))) / cell).rounded(.down)
            guard abs(place.x) < 1e6, abs(place.y) < 1e6, abs(place.z) < 1e6,
                let key = BlockKey(Int(place.x), Int(place.y), Int(place.z)),
                let number = table.insert(key.word, limit: .max)
            else { continue }
            if number == members.count { members.append([]) }
            members[number].append(point)
        }
        var groups: [(points: ContiguousArray<Int32>, cellCount: Int)] = []
        var isTaken = ContiguousArray(repeating: false, count: table.count)
        for first in 0..<table.count where !isTaken[first] {
            isTaken[first] = true
            var cells = [first]
            var next = 0
            while next < cells.count {
                let key = BlockKey(word: table.keys[cells[next]])
                next += 1
                for step in 0..<27 {
                    guard let other = key.moved(step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1),
                        let number = table.number(of: other.word), !isTaken[number]
                    else { continue }
                    isTaken[number] = true
                    cells.append(number)
                }
            }
            let own = ContiguousArray(cells.map { members[$0] }.joined().sorted())
            groups.append((own, cells.count))
        }
        return groups
    }
}
