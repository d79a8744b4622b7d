import MeshModel

/// A large cloud, divided without having it in memory: its points are copied, sorted by tile, to a temporary file, and each
/// tile views its part of that.
struct CloudTiles {
    private let scene: MeshScene
    private let place: (mesh: Int, primitive: Int, set: Int)
    private let tiles: [Tile]
    /// For each part, the number of its first point in the file.
    private let firsts: [Int]
    private let storage: ByteStorage
    /// Where each attribute lies in the bytes of a point.
    private let offsets: [Int]
    private let byteCount: Int

    /// The tiles of a scene; nil unless it is one cloud whose points are its vertices, in order.
    static func make(
        _ scene: MeshScene, _ rule: TileRule, isCancelled: () -> Bool
    ) throws(TileError) -> CloudTiles? {
        let places = scene.meshes.indices.flatMap { mesh in
            scene.meshes[mesh].primitives.indices.map { (mesh: mesh, primitive: $0) }
        }
        guard places.count == 1, let only = places.first else { return nil }
        let primitive = scene.meshes[only.mesh].primitives[only.primitive]
        guard primitive.topology == .points, primitive.vertices == nil, primitive.cornerAttributes.isEmpty,
            primitive.elementAttributes.isEmpty, primitive.subsetFamilies.isEmpty,
            scene.vertexSets.indices.contains(primitive.vertexSet)
        else { return nil }
        if case .perElement = primitive.material { return nil }
        let set = scene.vertexSets[primitive.vertexSet]
        guard set.count == primitive.elementCount, set.pools.isEmpty, set.attributes.allSatisfy({ $0.offsets == nil }),
            set.attributes.allSatisfy({ $0.values.count == set.count }),
            let positions = set.attribute(.position)?.values, positions.components >= 3
        else { return nil }
        return try CloudTiles(scene, (only.mesh, only.primitive, primitive.vertexSet), positions, rule, isCancelled)
    }

    private init(
        _ scene: MeshScene, _ place: (Int, Int, Int), _ positions: Column, _ rule: TileRule, _ isCancelled: () -> Bool
    ) throws(TileError) {
        self.scene = scene
        self.place = place
        let columns = scene.vertexSets[place.2].attributes.map(\.values)
        func eachBlock(
            _ body: (Range<Int>, ContiguousArray<SIMD3<Double>>) throws(TileError) -> Void
        ) throws(TileError) {
            var values = ContiguousArray<Double>()
            var places = ContiguousArray<SIMD3<Double>>()
            let width = positions.components
            for rows in positions.blocks {
                if isCancelled() { throw .cancelled }
                positions.read(rows, into: &values)
                places.removeAll(keepingCapacity: true)
                for row in 0..<rows.count {
                    places.append(
                        TileIndex.place(values[row * width], values[row * width + 1], values[row * width + 2]))
                }
                try body(rows, places)
            }
        }
        var counter = try TileCounter(rule, unit: scene.metersPerUnit ?? 1, count: positions.count) {
            (step, sample) throws(TileError) in
            try eachBlock { (rows, places) throws(TileError) in
                for (row, place) in zip(rows, places) where row % step == 0 { sample.append(place) }
            }
        }
        try eachBlock { (_, places) throws(TileError) in
            for place in places { counter.extend(try counter.count(place), to: place) }
        }
        tiles = try counter.tiles(rule)
        var firsts = [Int](repeating: 0, count: counter.counts.count)
        var next = 0
        for tile in tiles where tile.members.lowerBound == 0 {
            firsts[tile.part] = next
            next += counter.counts[tile.part]
        }
        self.firsts = firsts
        var sorter = try PointSorter(columns, firsts: firsts, count: positions.count)
        try eachBlock { (rows, places) throws(TileError) in
            sorter.load(rows)
            for (row, place) in places.enumerated() { try sorter.add(row, to: try counter.part(of: place)) }
        }
        (offsets, byteCount) = (sorter.offsets, sorter.byteCount)
        storage = try sorter.finish()
    }

    /// The number of tiles.
    var count: Int { tiles.count }

    /// The box around the points of a tile.
    func box(_ index: Int) -> TileBox { tiles[index].box }

    /// The scene of a tile, whose columns view the sorted points.
    func scene(_ index: Int) -> MeshScene {
        let tile = tiles[index]
        var result = scene
        let first = (firsts[tile.part] + tile.members.lowerBound) * byteCount
        result.vertexSets[place.set].count = tile.members.count
        for (attribute, offset) in zip(scene.vertexSets[place.set].attributes.indices, offsets) {
            let old = scene.vertexSets[place.set].attributes[attribute].values
            result.vertexSets[place.set].attributes[attribute].values =
                Column(
                    viewing: storage, offset: first + offset, stride: byteCount, count: tile.members.count,
                    components: old.components, type: old.type) ?? .empty(old.type, components: old.components)
        }
        result.meshes[place.mesh].primitives[place.primitive].elementCount = tile.members.count
        return result
    }
}
