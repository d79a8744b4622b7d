public import MeshModel

/// Options for welding: the condition for two vertices of a set to be merged.
public struct WeldOptions: Hashable, Sendable {
    /// The vertex sets to weld; nil: all.
    public var sets: Set<Int>?
    /// Whether −0 equals +0; otherwise bits are compared, so that every corner keeps its exact bits.
    public var zerosAreEqual = false
    /// The maximum distance that a position may move, in the set's own units; nil: positions must be equal.
    ///
    /// Vertices with equal positions (−0 = +0) and equal other attributes are merged first. Then each of them, in the
    /// order of first use, joins the nearest earlier vertex that stayed and has equal other attributes, if it is within
    /// this distance; among equally near ones the first. It takes that vertex's position. Joined vertices attract no
    /// others, so nothing creeps along a chain: no position moves further than the tolerance, and those that stay are
    /// further apart. A position that is not finite has no neighbours. The tolerance is ignored unless it is positive
    /// and four times it is finite.
    public var tolerance: Double?
    /// Whether only positions are compared, within the tolerance: a vertex takes all other attributes from the one that
    /// it joins, as at the seams of blocks that were captured separately. Ignored without a tolerance. A file written
    /// from such a scene is compared with the scene after the weld, since values were changed.
    public var positionsOnly = false
    /// Whether ``WeldChange/collapsedElements`` are counted, which takes another pass over all corners.
    public var countsCollapsed = true

    /// Creates options; the defaults weld by exact bits.
    public init(
        sets: Set<Int>? = nil, zerosAreEqual: Bool = false, tolerance: Double? = nil, positionsOnly: Bool = false,
        countsCollapsed: Bool = true
    ) {
        self.sets = sets
        self.zerosAreEqual = zerosAreEqual
        self.tolerance = tolerance
        self.positionsOnly = positionsOnly
        self.countsCollapsed = countsCollapsed
    }
}

/// The changes of welding in a vertex set.
public struct WeldChange: Hashable, Sendable {
    /// The vertex set.
    public var set: Int
    /// The number of vertices merged into an earlier one.
    public var welded = 0
    /// With a tolerance, the number of those that had another position.
    public var moved = 0
    /// With a tolerance, the largest distance that one moved.
    public var largestMove = 0.0
    /// The number of polygons and lines that got two consecutive corners on one vertex; 0 if they aren't counted.
    public var collapsedElements = 0
}

/// Merges equal vertices: those of a set whose attributes all have the same bits.
///
/// Builds an indexed mesh from unshared triangle vertices.
/// - Keeps: the order of first use, every corner's values, pools and their indices, all elements. A NaN equals one with
///   the same bits. Skipped are sets without positions, sets that no polygon or line uses (a cloud's points are no
///   duplicates), and sets with attributes of other than `count` rows. Vertices of different sets stay separate.
/// - Changes: elements may end up with two corners on one vertex: see ``removeDegenerateElements(_:)``.
/// - Returns: the scene; for each set with welded vertices its gather columns, target vertex → source vertex and source
///   vertex → target vertex; the correspondence, with the weld as its step; one entry for each set that changed. Linear
///   time.
public func weldVertices(
    _ scene: MeshScene, _ options: WeldOptions = WeldOptions()
) -> (
    scene: MeshScene, gathers: [Int: Column], places: [Int: Column],
    correspondence: Correspondence, changed: [WeldChange]
) {
    var result = scene
    var gathers: [Int: Column] = [:]
    var places: [Int: Column] = [:]
    var changes: [WeldChange] = []
    let users = scene.usersOfSets
    for set in scene.vertexSets.indices where options.sets?.contains(set) ?? true {
        guard scene.hasElements(over: users[set] ?? []), var weld = SetWeld(scene.vertexSets[set], set: set, options)
        else {
            continue
        }
        guard weld.origins.count < scene.vertexSets[set].count else { continue }
        weld.change.welded = scene.vertexSets[set].count - weld.origins.count
        let vertices = scene.vertexSets[set]
        result.vertexSets[set].attributes = weld.attributes(of: vertices)
        result.vertexSets[set].count = weld.origins.count
        for place in users[set] ?? [] {
            let primitive = scene.meshes[place.mesh].primitives[place.index]
            let column = primitive.renumberedVertices(weld.places)
            result.meshes[place.mesh].primitives[place.index].vertices = column
            if options.countsCollapsed, primitive.topology != .points {
                weld.change.collapsedElements += primitive.collapsedElementCount(with: column)
            }
        }
        gathers[set] = weld.origins
        places[set] = weld.places
        changes.append(weld.change)
    }
    let merges = changes.compactMap { change in
        places[change.set].map { Correspondence.Weld.Merge(set: change.set, places: $0) }
    }
    let identity = Correspondence.identity(of: result)
    let correspondence = merges.isEmpty ? identity : identity.following([.welded(Correspondence.Weld(merges: merges))])
    return (result, gathers, places, correspondence, changes)
}

private struct SetWeld {
    /// Source vertex → target vertex, one Int32 each.
    private(set) var places: Column
    /// Target vertex → source vertex, one Int32 each.
    private(set) var origins: Column
    /// The distinct positions, if vertices have no other attribute.
    private var positions: Column?
    var change: WeldChange

    init?(_ vertices: VertexSet, set: Int, _ options: WeldOptions) {
        guard let positions = vertices.attribute(.position), positions.offsets == nil,
            positions.values.components > 0, vertices.count < Int(Int32.max)
        else { return nil }
        change = WeldChange(set: set)
        if let tolerance = options.tolerance, tolerance > 0, (tolerance * 4).isFinite {
            guard positions.count == vertices.count,
                let near = NearVertices(
                    vertices, positions, tolerance, options.positionsOnly, zerosAreEqual: options.zerosAreEqual)
            else { return nil }
            places = Column(near.places)
            origins = Column(near.origins)
            change.moved = near.moved
            change.largestMove = near.largestMove
            return
        }
        if vertices.attributes.count == 1, positions.count == vertices.count,
            let plain = PositionNumbers(positions.values, zerosAreEqual: options.zerosAreEqual)
        {
            places = plain.numbers
            origins = plain.firsts
            self.positions = plain.rows
            return
        }
        guard
            var keys = VertexKeys(
                vertices.attributes, count: vertices.count, zerosAreEqual: options.zerosAreEqual)
        else { return nil }
        let found = keys.numbers(count: vertices.count)
        places = Column(found.numbers)
        origins = Column(found.firsts)
    }

    func attributes(of vertices: VertexSet) -> [Attribute] {
        if let positions, var attribute = vertices.attributes.first {
            attribute.values = positions
            return [attribute]
        }
        var rows = ContiguousArray<Int32>()
        origins.read(0..<origins.count, into: &rows)
        return vertices.attributes.map { $0.gathered(rows) }
    }
}

/// Welds with a tolerance: equal vertices first, then near ones.
private struct NearVertices {
    private(set) var places: ContiguousArray<Int32>
    private(set) var origins: ContiguousArray<Int32>
    private(set) var moved = 0
    private(set) var largestMove: Double

    init?(
        _ vertices: VertexSet, _ positions: Attribute, _ tolerance: Double, _ positionsOnly: Bool, zerosAreEqual: Bool
    ) {
        let others = positionsOnly ? [] : vertices.attributes.filter { $0.semantic != .position }
        guard var keys = VertexKeys([positions], count: vertices.count, zerosAreEqual: true),
            var otherKeys = VertexKeys(others, count: vertices.count, zerosAreEqual: zerosAreEqual)
        else { return nil }
        var (numbers, firsts) = keys.numbers(count: vertices.count)
        var kinds = ContiguousArray<Int32>()
        if !others.isEmpty {
            let all = otherKeys.numbers(count: vertices.count).numbers
            (numbers, firsts) = Self.pairs(numbers, all)
            kinds = ContiguousArray(firsts.map { all[Int($0)] })
        }
        var grid = WeldGrid(positions.values.gathered(firsts), kinds: kinds, tolerance: tolerance)
        grid.weld()
        places = numbers
        for vertex in places.indices {
            let number = Int(numbers[vertex])
            places[vertex] = grid.places[number]
            if grid.isMoved[number] { moved += 1 }
        }
        origins = ContiguousArray(grid.origins.map { firsts[Int($0)] })
        largestMove = grid.largestMove
    }

    /// Numbers the pairs, and returns for each number the first index that has it.
    private static func pairs(
        _ first: ContiguousArray<Int32>, _ second: ContiguousArray<Int32>
    ) -> (numbers: ContiguousArray<Int32>, firsts: ContiguousArray<Int32>) {
        var table = RowTable(width: 2, expected: first.count / 6)
        var numbers = ContiguousArray<Int32>()
        var firsts = ContiguousArray<Int32>()
        var words: ContiguousArray<UInt32> = [0, 0]
        for (index, pair) in zip(first, second).enumerated() {
            words[0] = UInt32(bitPattern: pair.0)
            words[1] = UInt32(bitPattern: pair.1)
            let number = table.number(words, at: 0)
            if Int(number) == firsts.count { firsts.append(Int32(clamping: index)) }
            numbers.append(number)
        }
        return (numbers, firsts)
    }
}

extension MeshScene {
    /// Whether primitives at some places have elements other than points.
    fileprivate func hasElements(over users: [(mesh: Int, index: Int)]) -> Bool {
        users.contains { place in
            let primitive = meshes[place.mesh].primitives[place.index]
            return primitive.topology != .points && primitive.elementCount > 0
        }
    }
}

extension Primitive {
    /// Returns the vertex of each corner after vertex `v` became `places[v]`; invalid vertices become −1.
    fileprivate func renumberedVertices(_ places: Column) -> Column {
        // With unshared vertices corner c uses vertex c, so `places` is the new index column.
        if vertices == nil, cornerCount == places.count { return places }
        var all = ContiguousArray<Int32>()
        places.read(0..<places.count, into: &all)
        if let vertices { return vertices.renumbered(all) }
        let count = max(min(cornerCount, all.count), 0)
        var column = ContiguousArray(all[0..<count])
        column.append(contentsOf: repeatElement(-1, count: max(cornerCount - count, 0)))
        return Column(column)
    }

    /// Returns the number of elements with equal consecutive vertices in `column` but not in their own column.
    fileprivate func collapsedElementCount(with column: Column) -> Int {
        var count = 0
        var changed = self
        changed.vertices = column
        var before = ContiguousArray<Int64>()
        var after = ContiguousArray<Int64>()
        var walk = ElementWalk(self)
        while let block = walk.next() {
            readVertices(of: block.corners, into: &before)
            changed.readVertices(of: block.corners, into: &after)
            var first = 0
            for arity in block.arities {
                let end = first + max(arity, 0)
                guard end <= before.count, end <= after.count else { break }
                let corners = first..<end
                let isRing = topology == .polygons
                if after.hasEqualNeighbours(corners, isRing), !before.hasEqualNeighbours(corners, isRing) { count += 1 }
                first = end
            }
        }
        return count
    }
}

extension ContiguousArray<Int64> {
    @inline(__always)
    fileprivate func hasEqualNeighbours(_ range: Range<Int>, _ isRing: Bool) -> Bool {
        guard range.count > 1 else { return false }
        var last = self[isRing ? range.upperBound - 1 : range.lowerBound]
        for index in (isRing ? range.lowerBound : range.lowerBound + 1)..<range.upperBound {
            if self[index] == last { return true }
            last = self[index]
        }
        return false
    }
}
