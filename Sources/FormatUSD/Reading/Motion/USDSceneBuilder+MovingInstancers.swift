import MeshFormats
import MeshModel

// Point instancers whose copies move: other formats have no such rows, so each copy is a node that follows its own row.

/// A column of an instancer that changes with time: a row of numbers for each copy, at each time.
struct USDMovingColumn {
    let property: AnimationChannel.Property
    let width: Int
    let times: [Double]
    /// For each time the numbers of all rows.
    let numbers: [[Double]]

    /// The course of a row at the times at which it is there.
    func course(of row: Int) -> USDCourse {
        var course = USDCourse(width: width, isRotation: property == .rotation)
        var last: ArraySlice<Double>?
        var count: Int?
        for (time, all) in zip(times, numbers) {
            // Arrays of other lengths have nothing between them.
            if let last, count != all.count, course.times.last.map({ $0 < time.nextDown }) ?? false {
                course.append(time.nextDown, last)
            }
            count = all.count
            guard (row + 1) * width <= all.count else { continue }
            last = all[row * width..<(row + 1) * width]
            course.append(time, all[row * width..<(row + 1) * width])
        }
        return course
    }
}

extension USDSceneBuilder {
    /// The most copies of an instancer that become nodes because they move, and the most rows of their columns.
    static let mostMoving = (copies: 1000, rows: 1 << 20)

    /// The columns of an instancer that nodes can follow; empty: none changes, or not as nodes can. Then the copies stay
    /// where they are first, which is reported.
    mutating func movingColumns(_ prim: Int) -> [USDMovingColumn] {
        let count = stage.value(prim, "protoIndices")?.column?.count ?? 0
        guard uses.isTimed, !hasVaryingCopies(prim), isFreeOfSpeed(prim),
            (1...Self.mostMoving.copies).contains(count)
        else { return [] }
        return movingColumns(prim, count: count) ?? []
    }

    /// Whether the copies of an instancer do not move on by their speed, which no key says.
    func isFreeOfSpeed(_ prim: Int) -> Bool {
        ["velocities", "accelerations", "angularVelocities"].allSatisfy { stage.property(prim, $0) == nil }
    }

    /// The name of an instancer's column of rotations.
    func turns(_ prim: Int) -> String {
        stage.property(prim, "orientationsf") == nil ? "orientations" : "orientationsf"
    }

    /// The columns of an instancer that change; nil: one of them has values that nodes can't follow.
    ///
    /// - Parameter count: the number of rows at all times; nil: any.
    mutating func movingColumns(_ prim: Int, count: Int?) -> [USDMovingColumn]? {
        var columns: [USDMovingColumn] = []
        for (name, property, width) in [
            ("positions", AnimationChannel.Property.translation, 3), (turns(prim), .rotation, 4), ("scales", .scale, 3),
        ] where changes(prim, name, stage.samples(prim, name).count) {
            guard let column = movingColumn(prim, name, property, width, count) else { return nil }
            columns.append(column)
        }
        return columns
    }

    private mutating func movingColumn(
        _ prim: Int, _ name: String, _ property: AnimationChannel.Property, _ width: Int, _ count: Int?
    ) -> USDMovingColumn? {
        let samples = stage.samples(prim, name)
        var rows = 0
        var (times, numbers): ([Double], [[Double]]) = ([], [])
        for sample in samples {
            guard let column = sample.value.column, column.components == width, column.count == count ?? column.count,
                sample.time.isFinite, times.last.map({ $0 < sample.time }) ?? true
            else { return nil }
            rows += column.count
            guard rows <= Self.mostMoving.rows else { return nil }
            let all = column.doubles()
            guard all.allSatisfy(\.isFinite) else { return nil }
            times.append(sample.time)
            numbers.append(all)
        }
        return USDMovingColumn(property: property, width: width, times: times, numbers: numbers)
    }

    /// Lets the node of a copy of an instancer follow its row, where that changes anything.
    mutating func follow(_ columns: [USDMovingColumn], row: Int, _ node: Int, of prim: Int) throws(ReadError) {
        guard !columns.isEmpty, case .trs(let move, let turn, let scale) = scene.nodes[node].transform else { return }
        func part(_ property: AnimationChannel.Property, _ still: SIMD4<Double>) -> USDStretchingPlace.Part {
            let course = columns.first { $0.property == property }?.course(of: row)
            return USDStretchingPlace.Part(still: still, course: course?.times.isEmpty == false ? course : nil)
        }
        let stretching = USDStretchingPlace(
            translation: part(.translation, SIMD4(move, 0)), rotation: part(.rotation, turn),
            scale: part(.scale, SIMD4(scale, 0)))
        if let stretching {
            let moving = stretching.isMoving ? stretching.stillParts?.parts.transform : nil
            scene.nodes[node].transform = moving ?? .matrix(stretching.stillMatrix.rows)
            if stretching.isMoving { try addMotion(of: stretching, to: node, prim) }
            return
        }
        for column in columns { try addMoving(column.course(of: row), to: column.property, of: node) }
    }
}
