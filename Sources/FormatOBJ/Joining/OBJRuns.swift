/// Elements of one kind that follow each other in the same object, groups, smoothing group and material.
struct OBJRun: Sendable {
    var elements: Range<Int>
    /// The index of the list of groups; −1 before the first.
    var groups: Int32
    var smoothing: UInt32
    /// The index of the material's name; −1 before the first.
    var material: Int32
}

/// The elements between two `o` statements.
struct OBJObjectPart: Sendable {
    /// The name; nil before the first `o`, and for an `o` without a name.
    var name: String?
    /// Whether an `o` statement begins it.
    var isStated: Bool
    /// The kinds of elements in order of first appearance.
    var kinds: [OBJPiece.ElementKind] = []
    var polygons: [OBJRun] = []
    var lines: [OBJRun] = []
    var points: [OBJRun] = []

    var isEmpty: Bool { polygons.isEmpty && lines.isEmpty && points.isEmpty }

    func runs(_ kind: OBJPiece.ElementKind) -> [OBJRun] {
        switch kind {
        case .polygons: polygons
        case .lines: lines
        case .points: points
        }
    }
}

/// Applies the statements of state to the elements after them.
struct OBJRunWalk {
    private var groups: Int32 = -1
    private var smoothing: UInt32 = 0
    private var material: Int32 = -1
    private var begun = (polygons: 0, lines: 0, points: 0)
    private var current = OBJObjectPart(name: nil, isStated: false)
    private(set) var objects: [OBJObjectPart] = []

    /// The objects of a file; the first, unnamed one only if it has elements or is the only one.
    static func objects(of join: borrowing OBJFileStatements) -> [OBJObjectPart] {
        var walk = OBJRunWalk()
        for event in join.events {
            walk.close(event.polygons, event.lines, event.points)
            switch event.kind {
            case .object:
                walk.finishObject()
                let name = join.names.list[Int(event.value)]
                walk.current = OBJObjectPart(name: name.isEmpty ? nil : name, isStated: true)
            case .groups: walk.groups = Int32(truncatingIfNeeded: event.value)
            case .smoothing: walk.smoothing = event.value
            case .material:
                let isNamed = !join.materials.list[Int(event.value)].isEmpty
                walk.material = isNamed ? Int32(truncatingIfNeeded: event.value) : -1
            case .kind:
                if let kind = OBJPiece.ElementKind(rawValue: UInt8(truncatingIfNeeded: event.value)),
                    !walk.current.kinds.contains(kind)
                {
                    walk.current.kinds.append(kind)
                }
            }
        }
        walk.close(join.polygons.count, join.lines.count, join.points.count)
        walk.finishObject()
        return walk.objects
    }

    private mutating func finishObject() {
        if current.isStated || !current.isEmpty { objects.append(current) }
    }

    /// Ends the runs at these element counts.
    private mutating func close(_ polygons: Int, _ lines: Int, _ points: Int) {
        let state = OBJRun(elements: 0..<0, groups: groups, smoothing: smoothing, material: material)
        if polygons > begun.polygons { Self.append(begun.polygons..<polygons, state, to: &current.polygons) }
        if lines > begun.lines { Self.append(begun.lines..<lines, state, to: &current.lines) }
        if points > begun.points { Self.append(begun.points..<points, state, to: &current.points) }
        begun = (polygons, lines, points)
    }

    // Not a method: a copy of the walk would share the runs, and each change would copy all of them.
    private static func append(_ elements: Range<Int>, _ state: OBJRun, to runs: inout [OBJRun]) {
        if let last = runs.last, last.groups == state.groups, last.smoothing == state.smoothing,
            last.material == state.material
        {
            runs[runs.count - 1].elements = last.elements.lowerBound..<elements.upperBound
        } else {
            var run = state
            run.elements = elements
            runs.append(run)
        }
    }
}
