internal import MeshModel

extension CollapseSurface {
    /// The weight of the planes that hold hard edges, times the square of their length.
    private static let hardEdgeWeight = 10.0

    /// The positions of a triangle's corners.
    private func corners(_ triangle: Int) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (
            points[Int(corners[triangle * 3].point)].position, points[Int(corners[triangle * 3 + 1].point)].position,
            points[Int(corners[triangle * 3 + 2].point)].position
        )
    }

    /// The median of each coordinate of about a thousand points: a few far away don't cost the others their digits, as
    /// with a mean or the middle of the bounds. Those that aren't finite don't count.
    func middle(of range: Range<Int>) -> SIMD3<Double> {
        let sample = stride(from: range.lowerBound, to: range.upperBound, by: max(range.count / 1000, 1))
            .map { points[$0].position }
        var middle = SIMD3<Double>()
        for axis in 0..<3 {
            let values = sample.map { $0[axis] }.filter(\.isFinite).sorted()
            if !values.isEmpty { middle[axis] = values[values.count / 2] }
        }
        return middle
    }

    /// The mean length of the triangles' sides; those that aren't finite don't count.
    var meanEdge: Double {
        var sum = 0.0
        var count = 0
        for triangle in elements.indices {
            let (a, b, c) = corners(triangle)
            let length = (b - a).length + (c - b).length + (a - c).length
            guard length.isFinite else { continue }
            sum += length
            count += 3
        }
        return count > 0 ? sum / Double(count) : 0
    }

    /// Computes the gradients of all models.
    mutating func addGradients() {
        guard models.width > 0 else { return }
        for triangle in elements.indices {
            let (a, b, c) = corners(triangle)
            let normal = normal(a, b, c)
            let length = normal.length
            guard length > 0, length.isFinite else { continue }
            let unit = normal / (2 * length)
            let sides = (
                SIMD3<Float>(cross(unit, c - b)), SIMD3<Float>(cross(unit, a - c)), SIMD3<Float>(cross(unit, b - a))
            )
            for layer in layers {
                let rows = SIMD3(layer[triangle * 3], layer[triangle * 3 + 1], layer[triangle * 3 + 2])
                models.add(rows, sides, area: Float(length / 2))
            }
        }
        models.finishGradients()
    }

    /// Lists the corners at each point.
    mutating func linkCorners() {
        for corner in corners.indices.reversed() {
            let point = Int(corners[corner].point)
            corners[corner].next = points[point].firstCorner
            points[point].firstCorner = Int32(truncatingIfNeeded: corner)
            points[point].cornerCount += 1
        }
    }

    /// Finds hard edges, and by them where points may go.
    ///
    /// - Parameter labels: one for each triangle; an edge between different ones is hard.
    mutating func findHardEdges(_ labels: ContiguousArray<UInt64>, _ tables: [CollapseBuilder.Table]) {
        let coordinates = tables.map { TexCoordRows($0) }.filter { !$0.components.isEmpty }
        // A hard edge that one triangle knows counts 2, one that two know 1 for each.
        var counts = ContiguousArray<UInt8>(repeating: 0, count: points.count)
        for corner in corners.indices {
            let (a, b) = (Int(corners[corner].point), Int(corners[after(corner)].point))
            var count: UInt8 = 0
            if min(points[a].cornerCount, points[b].cornerCount) > Self.mostCorners {
                count = 5
            } else {
                let other = opposite(corner)
                if other < 0 {
                    count = other == -1 ? 2 : 5
                } else if labels[corner / 3] != labels[other / 3] || hasSeam(corner, other, coordinates) {
                    count = 1
                }
            }
            corners[corner].isHard = count > 0
            counts[a] = min(counts[a] + count, 5)
            counts[b] = min(counts[b] + count, 5)
        }
        for point in points.indices {
            points[point].kind = counts[point] == 0 ? .free : counts[point] == 4 ? .line : .fixed
        }
    }

    /// The corner where the edge of `corner` starts in the only other triangle that has it, in the other direction; −1
    /// without another triangle, −2 if others don't fit.
    private func opposite(_ corner: Int) -> Int {
        let (a, b) = (Int(corners[corner].point), Int(corners[after(corner)].point))
        let (point, other) = points[a].cornerCount <= points[b].cornerCount ? (a, b) : (b, a)
        var result = -1
        forEachCorner(at: point) { candidate in
            let (next, previous) = (after(candidate), before(candidate))
            guard candidate / 3 != corner / 3 else { return true }
            let isNext = Int(corners[next].point) == other
            guard isNext || Int(corners[previous].point) == other else { return true }
            let start = isNext ? candidate : previous
            result = result == -1 && Int(corners[start].point) == b ? start : -2
            return result != -2
        }
        return result
    }

    /// Whether an edge's triangles differ in texture coordinates at one of its ends.
    private func hasSeam(_ corner: Int, _ other: Int, _ coordinates: [TexCoordRows]) -> Bool {
        guard !coordinates.isEmpty else { return false }
        for layer in layers {
            for (a, b) in [(corner, after(other)), (after(corner), other)] where layer[a] != layer[b] {
                let (first, second) = (Int(layer[a]), Int(layer[b]))
                guard let table = coordinates.first(where: { $0.rows.contains(first) || $0.rows.contains(second) })
                else { continue }
                guard table.rows.contains(first), table.rows.contains(second),
                    table.components.allSatisfy({ models[first, $0] == models[second, $0] })
                else { return true }
            }
        }
        return false
    }

    /// Computes the quadrics of all points.
    mutating func addQuadrics() {
        for triangle in elements.indices {
            let (a, b, c) = corners(triangle)
            let normal = normal(a, b, c)
            let length = normal.length
            guard length > 0, length.isFinite else { continue }
            let unit = normal / length
            let quadric = Quadric(normal: unit, through: a, weight: length / 2)
            for corner in triangle * 3..<triangle * 3 + 3 {
                points[Int(corners[corner].point)].quadric += quadric
                guard corners[corner].isHard else { continue }
                let (start, end) = (Int(corners[corner].point), Int(corners[after(corner)].point))
                let side = points[end].position - points[start].position
                let square = dot(side, side)
                guard square > 0 else { continue }
                var wall = Quadric(
                    normal: cross(side, unit) / square.squareRoot(), through: points[start].position,
                    weight: square * Self.hardEdgeWeight)
                wall.weight = 0
                points[start].quadric += wall
                points[end].quadric += wall
            }
        }
    }
}

/// The rows of a table and their components that are texture coordinates.
private struct TexCoordRows {
    let rows: Range<Int>
    let components: [Int]

    init(_ table: CollapseBuilder.Table) {
        rows = table.rows
        var components: [Int] = []
        for carried in table.carried where carried.attribute.semantic.isTexCoord {
            components += carried.first..<carried.first + carried.components
        }
        self.components = components
    }
}
