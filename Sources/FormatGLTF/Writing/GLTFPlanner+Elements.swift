import MeshFormats
import MeshModel

// Which elements of each primitive are written, in which primitives of the file.

extension GLTFPlanner {
    /// The elements that have the same material.
    fileprivate struct Group {
        var material: Int
        var elements: ContiguousArray<Int32> = []
        var corners: ContiguousArray<Int32> = []
        /// The number of polylines, the number of corners of the last one, and how many have more than two.
        var polylines = 0
        var lastArity = 0
        var cut = 0
    }

    /// Marks the vertices whose position is NaN or infinite, which JSON and most readers can't handle.
    mutating func findBadVertices() {
        for set in scene.vertexSets {
            guard let position = set.attribute(.position), position.offsets == nil else {
                badVertices.append(nil)
                continue
            }
            badVertices.append(Self.badRows(position.values))
        }
    }

    /// The rows that are not finite as float32; nil: there are none.
    private static func badRows(_ column: Column) -> ContiguousArray<Bool>? {
        let column = column.components > 3 ? column.prefix(3) : column
        let isWide = column.type == .float64
        guard isWide || column.nonFiniteRows().count > 0 else { return nil }
        var result = ContiguousArray(repeating: false, count: column.count)
        var found = false
        var buffer = ContiguousArray<Float>()
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            for (index, value) in buffer.enumerated() where !value.isFinite {
                result[rows.lowerBound + index / column.components] = true
                found = true
            }
        }
        return found ? result : nil
    }

    mutating func planElements() {
        for (mesh, value) in scene.meshes.enumerated() {
            var own: [GLTFFilePrimitive] = []
            for (index, primitive) in value.primitives.enumerated() where primitive.elementCount > 0 {
                let new = planElements(PrimitivePlace(mesh: mesh, index: index, primitive: primitive))
                if new.count != 1 || new[0].elements != nil { changedTopologies.insert(primitive.topology) }
                own += new
            }
            runs.append(own)
        }
        var number = 0
        for own in runs {
            meshNumbers.append(own.isEmpty ? nil : number)
            if !own.isEmpty { number += 1 }
        }
    }

    private mutating func planElements(_ place: PrimitivePlace) -> [GLTFFilePrimitive] {
        let primitive = place.primitive
        let mode = primitive.topology == .points ? 0 : primitive.topology == .lines ? 1 : 4
        var material = -1
        var materials: [Int64] = []
        switch primitive.material {
        case .none: break
        case .one(let one): material = one
        case .perElement(let column): materials = column.integers()
        }
        if let first = materials.first, materials.allSatisfy({ $0 == first }) {
            material = Int(first)
            materials = []
        }
        let bad = badVertices[primitive.vertexSet]
        if bad == nil, materials.isEmpty, case .uniform(let arity) = primitive.arity,
            arity == (primitive.topology == .points ? 1 : primitive.topology == .lines ? 2 : 3)
        {
            return [GLTFFilePrimitive(place: place, material: material, mode: mode)]
        }
        var groups: [Group] = []
        var groupOf: [Int: Int] = [:]
        var missing = 0
        var walk = ElementWalk(primitive)
        var vertices = ContiguousArray<Int64>()
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            var start = 0
            for (step, arity) in block.arities.enumerated() {
                let own = start..<start + arity
                start += arity
                let isWhole = primitive.topology == .points ? arity == 1 : arity >= 2
                guard isWhole, bad.map({ bad in own.allSatisfy { !bad[Int(vertices[$0])] } }) ?? true else {
                    missing += 1
                    continue
                }
                let element = block.elements.lowerBound + step
                let key = materials.isEmpty ? material : Int(materials[element])
                let group = groupOf[key] ?? groups.count
                if group == groups.count {
                    groupOf[key] = group
                    groups.append(Group(material: key))
                }
                groups[group].add(
                    Int32(clamping: element), corner: Int32(clamping: block.corners.lowerBound + own.lowerBound),
                    arity: arity, isLine: primitive.topology == .lines)
            }
        }
        lose(
            .topologyDropped, .dropped, place.path, primitive.topology.rawValue, missing, "elements",
            primitive.topology == .lines
                ? "glTF has lines of two vertices and more, with positions that are numbers"
                : "glTF has positions that are numbers only",
            remedy: primitive.topology == .lines ? .ending("obj") : .ending("ply"))
        if missing > 0 { incomplete.insert(place.path) }
        let cut = groups.reduce(0) { $0 + ($1.isOneLine ? 0 : $1.cut) }
        if cut > 0 { segmented.append((place, cut)) }
        return groups.map { group in
            var run = GLTFFilePrimitive(place: place, material: group.material, mode: group.isOneLine ? 3 : mode)
            if group.isOneLine, let first = group.corners.first {
                run.elements = [group.elements[0]]
                run.corners = ContiguousArray((0..<group.lastArity).map { first + Int32(clamping: $0) })
            } else {
                run.elements = group.elements
                run.corners = group.corners
            }
            // The primitive is written unchanged.
            if groups.count == 1, missing == 0, group.isOneLine || group.cut == 0 {
                run.elements = nil
                run.corners = nil
            }
            return run
        }
    }
}

extension GLTFPlanner.Group {
    /// Whether the group is one polyline of three or more corners, which is written as a primitive of its own.
    fileprivate var isOneLine: Bool { polylines == 1 && lastArity > 2 }

    fileprivate mutating func add(_ element: Int32, corner: Int32, arity: Int, isLine: Bool) {
        guard isLine else {
            elements.append(element)
            for step in 0..<Int32(clamping: arity) { corners.append(corner + step) }
            return
        }
        polylines += 1
        lastArity = arity
        if arity > 2 { cut += 1 }
        for step in 0..<Int32(clamping: arity - 1) {
            elements.append(element)
            corners.append(corner + step)
            corners.append(corner + step + 1)
        }
    }
}
