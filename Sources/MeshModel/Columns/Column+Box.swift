extension Column {
    /// The smallest and largest coordinates of rows: of their first three components, 0 where there are fewer.
    package struct Box {
        package var least = SIMD3<Double>(repeating: .infinity)
        package var most = SIMD3<Double>(repeating: -.infinity)
        /// Whether all rows count.
        package var isWhole = true

        /// Adds a place; NaN and infinite coordinates leave it out.
        fileprivate mutating func include(_ place: SIMD3<Double>) {
            // 0 × NaN and 0 × ∞ are NaN.
            guard (place * 0).sum() == 0 else { return isWhole = false }
            least.replace(with: place, where: place .< least)
            most.replace(with: place, where: place .> most)
        }
    }

    /// The same column; if it has three float32 a row, it knows its box from now on, so that nobody looks for it again.
    fileprivate var measured: Column {
        guard knownBox == nil, type == .float32, components == 3, let box = box() else { return self }
        var column = self
        column.knownBox = KnownBox(box)
        return column
    }

    /// The box around all rows whose coordinates are finite, moved by a transform; nil: there are none.
    package func box(_ transform: Affine = .identity) -> Box? {
        if let knownBox, transform == .identity { return knownBox.box }
        guard var box = boxOfRows(transform) else { return nil }
        // −0 + 0 is +0, whichever of both zeros came first.
        (box.least, box.most) = (box.least + 0, box.most + 0)
        return box
    }

    private func boxOfRows(_ transform: Affine) -> Box? {
        // Each row of a repetition is used, so its box is that of the distinct ones.
        let column = repetition?.rows ?? self
        guard column.components > 0 else { return nil }
        if transform == .identity, let box = column.packedFloatBox() { return box }
        var box = Box()
        for (_, buffer) in column.blocks(of: Double.self) {
            for first in Swift.stride(from: 0, to: buffer.count, by: column.components) {
                let place = SIMD3(
                    buffer[first], column.components > 1 ? buffer[first + 1] : 0,
                    column.components > 2 ? buffer[first + 2] : 0)
                box.include(transform == .identity ? place : transform.applied(to: place))
            }
        }
        return box.least.x <= box.most.x ? box : nil
    }

    /// The box of rows of three float32, if all are finite: several times as fast as a row at a time.
    private func packedFloatBox() -> Box? {
        let size = MemoryLayout<Float>.size
        guard type == .float32, components == 3, byteOrder == .native, stride >= size, count > 0 else { return nil }
        var (a, b) = (BoxLanes(), BoxLanes())
        unsafe withRuns(0..<count) { start, rows in
            let pairs = (rows.count - 1) / 2
            unsafe BoxLanes.include(pairs, at: start, stride, &a, &b)
            for row in pairs * 2..<rows.count {
                let place = unsafe start + row * stride
                a.include(
                    unsafe SIMD4(
                        place.loadUnaligned(as: Float.self), place.loadUnaligned(fromByteOffset: size, as: Float.self),
                        place.loadUnaligned(fromByteOffset: 2 * size, as: Float.self), 0))
            }
        }
        let odd = a.odd + b.odd
        guard odd.x + odd.y + odd.z == 0 else { return nil }
        a.least.replace(with: b.least, where: b.least .< a.least)
        a.most.replace(with: b.most, where: b.most .> a.most)
        return Box(least: Self.first(a.least), most: Self.first(a.most))
    }

    private static func first(_ values: SIMD4<Float>) -> SIMD3<Double> {
        SIMD3(Double(values.x), Double(values.y), Double(values.z))
    }
}

extension VertexSet {
    /// Finds the box around the positions, which a reader, a plan and a file's header ask for one after the other.
    package mutating func measure() {
        for index in attributes.indices where attributes[index].semantic == .position {
            attributes[index].values = attributes[index].values.measured
        }
    }
}

/// The box of a column, which takes the room of one address in it.
final class KnownBox: Sendable {
    let box: Column.Box

    init(_ box: Column.Box) { self.box = box }
}

/// The least and the most of rows of three values. Each row is loaded as four, of which the last doesn't count.
private struct BoxLanes {
    var least = SIMD4<Float>(repeating: .infinity)
    var most = SIMD4<Float>(repeating: -.infinity)
    /// 0 as long as all values are finite.
    var odd = SIMD4<Float>()

    @inline(__always)
    mutating func include(_ place: SIMD4<Float>) {
        least.replace(with: place, where: place .< least)
        most.replace(with: place, where: place .> most)
        odd += place * 0
    }

    /// Includes pairs of rows, so that two sums go on at a time. A function of its own: a closure keeps sums in memory, which
    /// takes fourteen times as long.
    ///
    /// Bounds: four values are loaded at once, so another row has to follow the last, and begin at least a value later.
    static func include(
        _ pairs: Int, at start: UnsafeRawPointer, _ stride: Int, _ a: inout BoxLanes, _ b: inout BoxLanes
    ) {
        var (first, second) = (a, b)
        var row = unsafe start
        for _ in 0..<pairs {
            unsafe first.include(row.loadUnaligned(as: SIMD4<Float>.self))
            unsafe row += stride
            unsafe second.include(row.loadUnaligned(as: SIMD4<Float>.self))
            unsafe row += stride
        }
        (a, b) = (first, second)
    }
}
