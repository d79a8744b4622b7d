import MeshFormats
import MeshModel

// The columns of point instancers, and instances of the scene made of them.

/// The columns of an instancer.
struct USDInstanceRows {
    /// The index of each copy's prototype.
    var prototypes: [Int64]
    var positions: Column
    /// Quaternions x y z w, scales and numbers, where there are enough of them.
    var orientations: Column?
    var scales: Column?
    var ids: Column?
    /// The numbers of the copies that aren't shown.
    var hidden: Set<Int64> = []
    private let numbers: [Int64]?
    private let places: [Double]
    private let turns: [Double]?
    private let sizes: [Double]?

    init(_ prototypes: [Int64], _ positions: Column, orientations: Column?, scales: Column?, ids: Column?) {
        func whole(_ column: Column?, _ width: Int) -> Column? {
            column.flatMap { $0.components == width && $0.count >= prototypes.count ? $0 : nil }
        }
        self.prototypes = prototypes
        self.positions = positions
        self.orientations = whole(orientations, 4)
        self.scales = whole(scales, 3)
        self.ids = whole(ids, 1).map(Self.compact)
        numbers = self.ids?.integers()
        places = positions.doubles()
        turns = self.orientations?.doubles()
        sizes = self.scales?.doubles()
    }

    /// Whole numbers in the type that other formats hold, if they fit.
    static func compact(_ ids: Column) -> Column {
        let numbers = ids.integers().map { UInt32(exactly: $0) }
        return numbers.contains(nil) ? ids : Column(ContiguousArray(numbers.compactMap(\.self)))
    }

    /// Numbers as float32 if that changes none.
    private static func compact(_ numbers: ContiguousArray<Double>, _ components: Int) -> Column {
        numbers.allSatisfy { Double(Float($0)) == $0 }
            ? Column(ContiguousArray(numbers.map { Float($0) }), components: components)
            : Column(numbers, components: components)
    }

    /// The number of a copy, which hides it.
    func number(of row: Int) -> Int64 { numbers?[row] ?? Int64(row) }

    /// Whether all numbers of a copy are finite.
    func isPlaced(_ row: Int) -> Bool {
        places[row * 3..<row * 3 + 3].allSatisfy(\.isFinite)
            && turns?[row * 4..<row * 4 + 4].allSatisfy(\.isFinite) ?? true
            && sizes?[row * 3..<row * 3 + 3].allSatisfy(\.isFinite) ?? true
    }

    func transform(of row: Int) -> NodeTransform {
        var (move, turn, scale) = (SIMD3<Double>.zero, SIMD4<Double>(0, 0, 0, 1), SIMD3<Double>.one)
        for axis in 0..<4 {
            if let turns { turn[axis] = turns[row * 4 + axis] }
            guard axis < 3 else { continue }
            move[axis] = places[row * 3 + axis]
            if let sizes { scale[axis] = sizes[row * 3 + axis] }
        }
        return .trs(translation: move, rotation: turn, scale: scale)
    }

    /// The copies of a mesh that stands in its prototype as `steps` say, from the prototype down.
    ///
    /// - Returns: nil if a row of translation, rotation and scale can't say where some copy is.
    func instances(_ rows: [Int], below steps: [NodeTransform]) -> NodeInstances? {
        let places = ContiguousArray(rows.map { Int32($0) })
        var attributes: [Attribute] = []
        let frame = Frame(quaternionOrder: .xyzw)
        if steps.isEmpty {
            // Other columns say how many rows there are.
            let isMoved = orientations == nil && scales == nil || self.places.contains { $0 != 0 }
            if isMoved { attributes.append(Attribute(.translation, positions.picked(places))) }
            if let orientations {
                attributes.append(Attribute(.rotation, orientations.picked(places), frame: frame))
            }
            if let scales { attributes.append(Attribute(.scale, scales.picked(places))) }
        } else {
            var (moves, turns, sizes) = (
                ContiguousArray<Double>(), ContiguousArray<Double>(), ContiguousArray<Double>()
            )
            for row in rows {
                guard var place = USDInstancePlace(transform(of: row)) else { return nil }
                for step in steps { guard place.enter(step) else { return nil } }
                moves += (0..<3).map { place.move[$0] }
                turns += (0..<4).map { place.turn[$0] }
                sizes += (0..<3).map { place.scale[$0] }
            }
            attributes = [
                Attribute(.translation, Self.compact(moves, 3)),
                Attribute(.rotation, Self.compact(turns, 4), frame: frame),
                Attribute(.scale, Self.compact(sizes, 3)),
            ]
        }
        if let ids { attributes.append(Attribute(.instanceNumber, ids.picked(places))) }
        return NodeInstances(attributes)
    }
}

/// The place of a copy, as translation, rotation and scale.
private struct USDInstancePlace {
    var move: SIMD3<Double>
    var turn: SIMD4<Double>
    var scale: SIMD3<Double>

    init?(_ transform: NodeTransform) {
        guard case .trs(let move, let turn, let scale) = transform else { return nil }
        (self.move, self.turn, self.scale) = (move, turn, scale)
    }

    /// Goes on to what stands inside; false if that is no translation, rotation and scale any more.
    mutating func enter(_ inner: NodeTransform) -> Bool {
        guard case .trs(let move, let turn, let scale) = inner else { return inner == .identity }
        let length = (self.turn * self.turn).sum()
        // Rotations of other lengths also scale.
        guard abs(length - 1) <= 1e-6, abs((turn * turn).sum() - 1) <= 1e-6 || turn == SIMD4(0, 0, 0, 1) else {
            return false
        }
        let isUniform = self.scale.x == self.scale.y && self.scale.y == self.scale.z
        guard isUniform || turn == SIMD4(0, 0, 0, 1) else { return false }
        let axis = SIMD3(self.turn.x, self.turn.y, self.turn.z)
        let scaled = self.scale * move
        let across = cross(axis, scaled)
        self.move += scaled + across * (2 * self.turn.w) + cross(axis, across) * 2
        let own = SIMD3(turn.x, turn.y, turn.z)
        let vector = own * self.turn.w + axis * turn.w + cross(axis, own)
        self.turn = SIMD4(vector, self.turn.w * turn.w - (axis * own).sum())
        self.scale *= scale
        return true
    }
}

extension USDSceneBuilder {
    /// The columns of an instancer; nil: it shows nothing.
    ///
    /// - Parameter isMoving: whether nodes follow the columns that change.
    mutating func instanceRows(_ prim: Int, isMoving: Bool) -> USDInstanceRows? {
        func column(_ name: String) -> Column? { value(prim, name, isMoving: isMoving)?.column }
        guard let indices = value(prim, "protoIndices")?.column?.integers(),
            let positions = column("positions"), positions.components == 3
        else { return nil }
        let halves = column("orientations")
        let orientations = column("orientationsf") ?? halves
        let scales = column("scales")
        let ids = value(prim, "ids")?.column
        var hidden = Set(value(prim, "invisibleIds")?.column?.integers() ?? [])
        if case .list(let inactive)? = metadata(prim, "inactiveIds") {
            for case .integer(let id) in inactive.explicit { hidden.insert(id) }
        }
        guard indices.count == positions.count else {
            warn(
                "usd.instancer", prim,
                "\(indices.count) copies have \(positions.count) positions: the copies are left out")
            return nil
        }
        var rows = USDInstanceRows(
            indices, positions, orientations: orientations, scales: scales, ids: ids)
        rows.hidden = hidden
        return rows
    }

    /// Makes nodes below an instancer, one for each mesh of a prototype, that show the copies as instances.
    ///
    /// - Returns: false if instances can't say what is shown: nothing was changed.
    mutating func addInstances(
        _ rows: USDInstanceRows, _ shown: [(row: Int, prototype: Int)], to prim: Int
    ) throws(ReadError) -> Bool {
        guard !shown.isEmpty else { return true }
        var order: [Int] = []
        var rowsOf: [Int: [Int]] = [:]
        for (row, prototype) in shown {
            if rowsOf[prototype] == nil { order.append(prototype) }
            rowsOf[prototype, default: []].append(row)
        }
        let moving = Set(clip.channels.map(\.node))
        var nodes: [(node: Node, rows: ContiguousArray<Int32>)] = []
        for prototype in order.sorted() {
            guard let meshes = meshes(of: prototype, moving), let own = rowsOf[prototype] else { return false }
            for (node, steps) in meshes {
                guard let instances = rows.instances(own, below: steps) else { return false }
                let copies = Node(
                    name: scene.nodes[node].name, mesh: scene.nodes[node].mesh, weights: scene.nodes[node].weights,
                    instances: instances)
                nodes.append((copies, ContiguousArray(own.map { Int32($0) })))
            }
        }
        let others = instancePrimvars(prim, rows)
        for (node, rows) in nodes {
            for part in self.nodes(dividing: node, rows, others, of: prim) {
                try count(part.instances?.count ?? 0, of: prim)
                scene.nodes[nodeOf[prim]].children.append(scene.nodes.count)
                scene.nodes.append(part)
            }
        }
        return true
    }

    /// The nodes of a prototype that show meshes, and the transforms above each from the prototype down, without those
    /// that do nothing; nil if the prototype shows more than meshes at rest.
    private func meshes(of prototype: Int, _ moving: Set<Int>) -> [(node: Int, steps: [NodeTransform])]? {
        var found: [(node: Int, steps: [NodeTransform])] = []
        var open: [(prim: Int, steps: [NodeTransform])] = [(prototype, [])]
        while let (prim, above) = open.popLast() {
            guard nodeOf[prim] >= 0 else { continue }
            let node = scene.nodes[nodeOf[prim]]
            let type = stage.prims[prim].typeName
            // Instancers and skeletons have given nodes children.
            guard node.children.isEmpty, node.camera == nil, node.light == nil, node.skin == nil,
                !moving.contains(nodeOf[prim]), type != "PointInstancer", type != "Skeleton"
            else { return nil }
            guard node.isVisible else { continue }
            let steps = node.transform == .identity ? above : above + [node.transform]
            if node.mesh != nil { found.append((nodeOf[prim], steps)) }
            for child in stage.prims[prim].children.reversed() where !prototypes.contains(child) {
                open.append((child, steps))
            }
        }
        return found
    }
}
