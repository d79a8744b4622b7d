/// Predictions by parallelograms: a vertex is opposite the third vertex of the face across an edge.
struct ParallelogramPrediction {
    private let table: CornerTable
    private let order: ValueOrder
    private let componentCount: Int

    init(_ surface: ValueLayout.Surface, componentCount: Int) {
        table = surface.table
        order = surface.order
        self.componentCount = componentCount
    }

    /// The offsets of the three values of the face across from `corner`, if all come before `value`.
    @inline(__always)
    private func places(_ corner: Int, before value: Int) -> (opposite: Int, next: Int, previous: Int)? {
        let across = Int(table.opposites[corner])
        if across < 0 { return nil }
        let opposite = Int(order.values[table.vertex(across)])
        let next = Int(order.values[table.vertex(CornerTable.next(across))])
        let previous = Int(order.values[table.vertex(CornerTable.previous(across))])
        guard opposite < value, next < value, previous < value else { return nil }
        return (opposite * componentCount, next * componentCount, previous * componentCount)
    }

    @inline(__always)
    private func sum(
        _ values: [Int32], _ places: (opposite: Int, next: Int, previous: Int), _ component: Int
    ) -> Int32 {
        values[places.next + component] &+ values[places.previous + component]
            &- values[places.opposite + component]
    }

    /// Replaces the corrections with values, each predicted from the face across from its first corner.
    func restore(_ values: inout [Int32], _ transform: WrapTransform) {
        for value in 0..<order.corners.count {
            let begin = value * componentCount
            if let places = places(Int(order.corners[value]), before: value) {
                for component in 0..<componentCount {
                    values[begin + component] = transform.value(
                        sum(values, places, component), values[begin + component])
                }
            } else {
                restoreByDifference(&values, value, transform)
            }
        }
    }

    /// Predicts from the value before; the first from zero.
    @inline(__always)
    private func restoreByDifference(_ values: inout [Int32], _ value: Int, _ transform: WrapTransform) {
        let begin = value * componentCount
        for index in begin..<(begin + componentCount) {
            values[index] = transform.value(value == 0 ? 0 : values[index - componentCount], values[index])
        }
    }

    /// Replaces the corrections with values, each predicted by the mean of all faces around it.
    func restoreByAll(_ values: inout [Int32], _ transform: WrapTransform) {
        var sums = [Int32](repeating: 0, count: componentCount)
        for value in 0..<order.corners.count {
            for component in 0..<componentCount { sums[component] = 0 }
            var count: Int32 = 0
            let first = Int(order.corners[value])
            var corner = first
            while value > 0 {
                if let places = places(corner, before: value) {
                    for component in 0..<componentCount {
                        sums[component] &+= sum(values, places, component)
                    }
                    count += 1
                }
                corner = table.swungRight(corner)
                if corner < 0 || corner == first { break }
            }
            restore(&values, value, sums, count, transform)
        }
    }

    @inline(__always)
    private func restore(
        _ values: inout [Int32], _ value: Int, _ sums: [Int32], _ count: Int32, _ transform: WrapTransform
    ) {
        if count == 0 {
            restoreByDifference(&values, value, transform)
            return
        }
        let begin = value * componentCount
        for component in 0..<componentCount {
            values[begin + component] = transform.value(sums[component] / count, values[begin + component])
        }
    }

    /// Replaces the corrections with values, each predicted by the mean of up to four faces that flags select.
    func restore(
        _ values: inout [Int32], _ transform: WrapTransform, creases: [[Bool]], _ reader: ByteReader
    ) throws(DracoError) {
        var sums = [Int32](repeating: 0, count: componentCount)
        var used = [0, 0, 0, 0]
        var found = [(opposite: Int, next: Int, previous: Int)](repeating: (0, 0, 0), count: 4)
        for value in 0..<order.corners.count {
            let foundCount = value == 0 ? 0 : find(value, &found)
            for component in 0..<componentCount { sums[component] = 0 }
            var count: Int32 = 0
            for index in 0..<foundCount {
                let flags = creases[foundCount - 1]
                let flag = used[foundCount - 1]
                guard flag < flags.count else {
                    throw reader.invalid("a flag for each parallelogram", found: "\(flags.count)")
                }
                used[foundCount - 1] += 1
                if flags[flag] { continue }
                for component in 0..<componentCount {
                    sums[component] &+= sum(values, found[index], component)
                }
                count += 1
            }
            restore(&values, value, sums, count, transform)
        }
    }

    /// The first parallelograms around a value, to the left and then to the right; four at most.
    @inline(__always)
    private func find(_ value: Int, _ found: inout [(opposite: Int, next: Int, previous: Int)]) -> Int {
        let first = Int(order.corners[value])
        var corner = first
        var count = 0
        var goesLeft = true
        while corner >= 0 {
            if let places = places(corner, before: value) {
                found[count] = places
                count += 1
                if count == 4 { break }
            }
            corner = goesLeft ? table.swungLeft(corner) : table.swungRight(corner)
            if corner == first { break }
            if corner < 0, goesLeft {
                goesLeft = false
                corner = table.swungRight(first)
            }
        }
        return count
    }

    /// The flags of faces that are left out, for each number of parallelograms.
    static func creases(_ cornerCount: Int, _ reader: inout ByteReader) throws(DracoError) -> [[Bool]] {
        if reader.version < BitstreamVersion(2, 2) {
            let mode = try reader.byte("mode of parallelograms")
            guard mode == 0 else { throw reader.unsupported("mode 0 of parallelograms", found: "\(mode)") }
        }
        var creases: [[Bool]] = []
        for _ in 0..<4 {
            let count = Int(try reader.variable(bits: 32, "number of flags"))
            guard count <= cornerCount else {
                throw reader.invalid("at most \(cornerCount) flags", found: "\(count)")
            }
            creases.append(count == 0 ? [] : try reader.flags(count))
        }
        return creases
    }
}
