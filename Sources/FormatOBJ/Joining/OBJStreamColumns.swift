import MeshModel

/// The columns of all elements of one kind; primitives take slices of them.
struct OBJStreamColumns {
    private let vertices: Column
    private var corners: [(pool: Int, rows: Column)] = []
    private let starts: Column?
    private let uniform: Int

    init(_ stream: borrowing OBJFileElements, texCoordPool: Int?, normalPool: Int?) {
        vertices = stream.vertices.column()
        uniform = Int(stream.uniform)
        starts = stream.uniform < 0 ? stream.starts.column() : nil
        if let texCoordPool, let rows = Self.rows(stream.texCoordRows, stream.texCoords, vertices) {
            corners.append((texCoordPool, rows))
        }
        if let normalPool, let rows = Self.rows(stream.normalRows, stream.normals, vertices) {
            corners.append((normalPool, rows))
        }
    }

    private static func rows(
        _ state: OBJFileElements.Rows, _ stored: borrowing GrowingArray<Int32>, _ vertices: Column
    ) -> Column? {
        switch state {
        case .none: nil
        case .same: vertices
        case .stored: stored.column()
        }
    }

    /// The primitive made of consecutive runs.
    func primitive(of runs: [OBJRun], _ kind: OBJPiece.ElementKind) -> Primitive {
        let elements = (runs.first?.elements.lowerBound ?? 0)..<(runs.last?.elements.upperBound ?? 0)
        let topology: Topology = kind == .polygons ? .polygons : kind == .lines ? .lines : .points
        let (arity, range) = shape(of: elements)
        var primitive = Primitive(
            topology: topology, vertexSet: 0, elementCount: elements.count, arity: arity, vertices: vertices.rows(range)
        )
        for (pool, rows) in corners {
            let part = rows.rows(range)
            if Self.hasRow(part) { primitive.cornerAttributes.append(CornerAttribute(pool: pool, indices: part)) }
        }
        return primitive
    }

    /// The arity of the elements, and the range of their corners.
    private func shape(of elements: Range<Int>) -> (Primitive.Arity, Range<Int>) {
        guard let starts else {
            return (.uniform(uniform), elements.lowerBound * uniform..<elements.upperBound * uniform)
        }
        var buffer = ContiguousArray<Int32>()
        starts.read(elements.lowerBound..<elements.upperBound + 1, into: &buffer)
        guard let first = buffer.first, let last = buffer.last, buffer.count == elements.count + 1 else {
            return (.uniform(1), 0..<0)
        }
        let arity = buffer.count > 1 ? buffer[1] - first : 1
        var isUniform = true
        for index in 1..<buffer.count where buffer[index] - buffer[index - 1] != arity {
            isUniform = false
            break
        }
        let range = Int(first)..<Int(last)
        if isUniform { return (.uniform(Int(arity)), range) }
        if elements.lowerBound == 0 { return (.offsets(starts.rows(0..<elements.count + 1)), range) }
        for index in buffer.indices { buffer[index] -= first }
        return (.offsets(Column(buffer)), range)
    }

    /// Whether some corner has a row.
    private static func hasRow(_ rows: Column) -> Bool {
        rows.blocks(of: Int32.self).contains { $0.values.contains { $0 >= 0 } }
    }
}

/// The columns that follow from the state of each run.
enum OBJRunColumns {
    private static func elements(of runs: [OBJRun]) -> Range<Int> {
        (runs.first?.elements.lowerBound ?? 0)..<(runs.last?.elements.upperBound ?? 0)
    }

    /// The smoothing group of each element.
    static func smoothing(_ runs: [OBJRun]) -> Attribute {
        var values = ContiguousArray<UInt32>()
        values.reserveCapacity(elements(of: runs).count)
        for run in runs { values.append(contentsOf: repeatElement(run.smoothing, count: run.elements.count)) }
        return Attribute(.smoothingGroup, Column(values))
    }

    /// The material of the elements; `indices` has the material of each name.
    static func material(_ runs: [OBJRun], _ indices: [Int32]) -> MaterialBinding {
        func index(_ run: OBJRun) -> Int32 { run.material < 0 ? -1 : indices[Int(run.material)] }
        guard let first = runs.first.map(index) else { return .none }
        if runs.allSatisfy({ index($0) == first }) { return first < 0 ? .none : .one(Int(first)) }
        var values = ContiguousArray<Int32>()
        values.reserveCapacity(elements(of: runs).count)
        for run in runs { values.append(contentsOf: repeatElement(index(run), count: run.elements.count)) }
        return .perElement(Column(values))
    }

    /// The groups of the elements, in order of appearance; `lists` has the text after each `g`.
    static func groups(_ runs: [OBJRun], _ lists: [String]) -> [SubsetFamily] {
        let first = elements(of: runs).lowerBound
        var subsets: [Subset] = []
        var indices: [ExactText: Int] = [:]
        var members: [Int32: [Int]] = [:]
        for run in runs where run.groups >= 0 {
            let groups: [Int]
            if let known = members[run.groups] {
                groups = known
            } else {
                var found: [Int] = []
                var seen: Set<Int> = []
                for name in names(in: lists[Int(run.groups)]) {
                    let index = indices[ExactText(name)] ?? subsets.count
                    if index == subsets.count {
                        indices[ExactText(name)] = index
                        subsets.append(Subset(name: name, ranges: []))
                    }
                    if seen.insert(index).inserted { found.append(index) }
                }
                members[run.groups] = found
                groups = found
            }
            let range = run.elements.lowerBound - first..<run.elements.upperBound - first
            for group in groups {
                let last = subsets[group].ranges.count - 1
                if last >= 0, subsets[group].ranges[last].upperBound == range.lowerBound {
                    subsets[group].ranges[last] = subsets[group].ranges[last].lowerBound..<range.upperBound
                } else {
                    subsets[group].ranges.append(range)
                }
            }
        }
        return subsets.isEmpty ? [] : [SubsetFamily(name: "groups", subsets: subsets)]
    }

    /// The names in a `g` statement; `default` when there are none.
    private static func names(in list: String) -> [String] {
        let names = list.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\u{B}" || $0 == "\u{C}" })
        return names.isEmpty ? ["default"] : names.map(String.init)
    }
}
