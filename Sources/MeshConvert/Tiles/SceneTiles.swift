import MeshModel
import MeshOperations

/// Any scene, divided by the middles of its faces, lines and points.
struct SceneTiles {
    private let selector: ElementSelector
    private let tiles: [Tile]
    /// For each mesh and primitive, its elements sorted by part, and the number of each part's first.
    private let elements: [[ContiguousArray<Int32>]]
    /// For each part the numbers of its elements, over all primitives: those of each primitive follow each other.
    private let ranges: [[[Range<Int>]]]

    init(_ scene: MeshScene, _ rule: TileRule, isCancelled: () -> Bool) throws(TileError) {
        let total = scene.meshes.reduce(0) { $0 + $1.primitives.reduce(0) { $0 + $1.elementCount } }
        var middles: [[ElementMiddles]] = []
        for mesh in scene.meshes {
            middles.append(mesh.primitives.map { ElementMiddles($0, in: scene) })
            if isCancelled() { throw .cancelled }
        }
        var counter = try TileCounter(rule, unit: scene.metersPerUnit ?? 1, count: total) { step, sample in
            var number = 0
            for middle in middles.joined().lazy.flatMap(\.middles) {
                if number % step == 0 { sample.append(middle) }
                number += 1
            }
        }
        var parts: [[ContiguousArray<Int32>]] = []
        for mesh in middles {
            var own: [ContiguousArray<Int32>] = []
            for primitive in mesh {
                if isCancelled() { throw .cancelled }
                var numbers = ContiguousArray<Int32>()
                for (middle, box) in zip(primitive.middles, primitive.boxes) {
                    let part = try counter.count(middle)
                    counter.extend(part, to: box.low)
                    counter.extend(part, to: box.high)
                    numbers.append(Int32(clamping: part))
                }
                own.append(numbers)
            }
            parts.append(own)
        }
        tiles = try counter.tiles(rule)
        selector = ElementSelector(scene)
        let count = counter.counts.count
        elements = parts.map { $0.map { Self.sorted($0, count).elements } }
        var before = [Int](repeating: 0, count: count)
        ranges = parts.map { mesh in
            mesh.map { primitive in
                let sizes = Self.sorted(primitive, count).sizes
                return sizes.indices.map { part in
                    before[part] += sizes[part]
                    return before[part] - sizes[part]..<before[part]
                }
            }
        }
    }

    /// Elements in the order of their parts, and how many each part has.
    private static func sorted(
        _ parts: ContiguousArray<Int32>, _ count: Int
    ) -> (elements: ContiguousArray<Int32>, sizes: [Int]) {
        var sizes = [Int](repeating: 0, count: count)
        for part in parts { sizes[Int(part)] += 1 }
        var next = [Int](repeating: 0, count: count)
        for part in sizes.indices.dropFirst() { next[part] = next[part - 1] + sizes[part - 1] }
        var elements = ContiguousArray<Int32>(repeating: 0, count: parts.count)
        for (element, part) in parts.enumerated() {
            elements[next[Int(part)]] = Int32(clamping: element)
            next[Int(part)] += 1
        }
        return (elements, sizes)
    }

    /// The number of tiles.
    var count: Int { tiles.count }

    /// The box around the elements of a tile.
    func box(_ index: Int) -> TileBox { tiles[index].box }

    /// The scene of a tile; the first one has the vertices that no element uses, too.
    func scene(_ index: Int) -> MeshScene {
        let tile = tiles[index]
        var chosen: [[ContiguousArray<Int32>]] = []
        for mesh in elements.indices {
            chosen.append(
                elements[mesh].indices.map { primitive in
                    let ranges = ranges[mesh][primitive]
                    let own = ranges[tile.part]
                    let first = ranges[..<tile.part].reduce(0) { $0 + $1.count }
                    let wanted = tile.members.clamped(to: own)
                    guard !wanted.isEmpty else { return [] }
                    let start = first + wanted.lowerBound - own.lowerBound
                    return ContiguousArray(elements[mesh][primitive][start..<start + wanted.count])
                })
        }
        return selector.scene(of: chosen, withUnused: index == 0).withoutEmptyMeshes
    }
}

/// The middle of each element's corners, and the box around them.
private struct ElementMiddles {
    private(set) var middles = ContiguousArray<SIMD3<Double>>()
    private(set) var boxes = ContiguousArray<TileBox>()

    init(_ primitive: Primitive, in scene: MeshScene) {
        let positions =
            scene.vertexSets.indices.contains(primitive.vertexSet)
            ? scene.vertexSets[primitive.vertexSet].attribute(.position)?.values : nil
        var values = ContiguousArray<Double>()
        positions?.read(0..<(positions?.count ?? 0), into: &values)
        let width = positions?.components ?? 0
        middles = ContiguousArray(repeating: SIMD3(), count: primitive.elementCount)
        boxes = ContiguousArray(repeating: TileBox(), count: primitive.elementCount)
        guard let positions, width >= 3 else { return }
        primitive.forEachElement { element, vertices, corners in
            guard middles.indices.contains(element) else { return }
            var sum = SIMD3<Double>()
            var box = TileBox()
            var count = 0.0
            for corner in corners {
                let vertex = vertices[corner]
                guard vertex >= 0, vertex < positions.count else { continue }
                let start = Int(vertex) * width
                let place = TileIndex.place(values[start], values[start + 1], values[start + 2])
                box.add(place)
                sum += place
                count += 1
            }
            middles[element] = count > 0 ? sum / count : SIMD3()
            boxes[element] = box
        }
    }
}

extension MeshScene {
    /// The scene without primitives that have no elements and meshes that have no primitives; their nodes stay.
    fileprivate var withoutEmptyMeshes: MeshScene {
        var result = self
        result.meshes = []
        var places: [Int: Int] = [:]
        for (index, mesh) in meshes.enumerated() {
            var kept = mesh
            kept.primitives.removeAll { $0.elementCount == 0 }
            guard !kept.primitives.isEmpty else { continue }
            places[index] = result.meshes.count
            result.meshes.append(kept)
        }
        for node in result.nodes.indices {
            result.nodes[node].mesh = result.nodes[node].mesh.flatMap { places[$0] }
        }
        return result
    }
}
