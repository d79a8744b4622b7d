internal import MeshModel

/// Distances on a lattice, in blocks of 8 × 8 × 8 voxels, below 0 inside.
protocol DistanceLattice: Sendable {
    /// The size of the voxels.
    var voxel: Double { get }
    /// The blocks, in any order.
    var keys: [BlockKey] { get }
    /// Reads a block and the voxels around it.
    func load(_ key: BlockKey, into patch: inout VoxelPatch)
}

/// Marching cubes over the blocks of a lattice: vertices first, block by block, then the cells' triangles.
///
/// Blocks are taken along z, y, x, not in the order in which they were made: the result depends on the lattice only.
struct SurfaceExtraction<Lattice: DistanceLattice> {
    private let lattice: Lattice
    private let keys: [BlockKey]

    init(_ lattice: Lattice) {
        self.lattice = lattice
        keys = lattice.keys.sorted()
    }

    /// Returns the surface; nil if `shouldStop` said so.
    func surface(_ workers: some Workers, _ shouldStop: @Sendable () -> Bool) -> SurfaceMesh? {
        let size = 32
        let chunks = (keys.count + size - 1) / size
        @Sendable func range(_ chunk: Int) -> Range<Int> { chunk * size..<min((chunk + 1) * size, keys.count) }
        let parts = workers.map(chunks) { chunk -> [BlockSurface] in
            if shouldStop() { return [] }
            var patch = VoxelPatch()
            return range(chunk).map { index in
                lattice.load(keys[index], into: &patch)
                return BlockSurface(patch, keys[index], voxel: lattice.voxel)
            }
        }
        if shouldStop() { return nil }
        let blocks = ContiguousArray(parts.joined())
        var mesh = SurfaceMesh()
        var bases = ContiguousArray<UInt32>()
        for block in blocks {
            bases.append(UInt32(mesh.vertexCount))
            mesh.append(verticesOf: block.vertices)
        }
        let starts = bases
        let index = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let triangles = workers.map(chunks) { chunk -> ContiguousArray<UInt32> in
            if shouldStop() { return [] }
            var triangles: ContiguousArray<UInt32> = []
            var patch = VoxelPatch()
            for number in range(chunk) {
                let key = keys[number]
                var neighbors = CellBlocks()
                for place in 0..<8 {
                    guard let moved = key.moved(place & 1, place >> 1 & 1, place >> 2), let at = index[moved] else {
                        continue
                    }
                    neighbors.set(place, blocks[at], base: starts[at])
                }
                if neighbors.isEmpty { continue }
                lattice.load(key, into: &patch)
                Self.appendCells(patch, neighbors, &triangles)
            }
            return triangles
        }
        if shouldStop() { return nil }
        mesh.triangles.reserveCapacity(triangles.reduce(0) { $0 + $1.count })
        for part in triangles { mesh.triangles.append(contentsOf: part) }
        return mesh
    }

    /// Appends the triangles of a block's cells; a cell belongs to the block of its lowest corner.
    private static func appendCells(
        _ patch: VoxelPatch, _ blocks: CellBlocks, _ triangles: inout ContiguousArray<UInt32>
    ) {
        let table = CubeTable.shared
        for cell in 0..<VoxelBlock.count {
            let (x, y, z) = (cell & 7, cell >> 3 & 7, cell >> 6)
            let at = VoxelPatch.index(x, y, z)
            var inside = 0
            var sum: Float = 0
            for corner in 0..<8 {
                let value = patch.values[at &+ VoxelPatch.step(toCorner: corner)]
                if value < 0 { inside |= 1 << corner }
                sum += value
            }
            // NaN: a corner was never seen.
            guard inside != 0, inside != 255, !sum.isNaN else { continue }
            for index in Int(table.starts[inside])..<Int(table.starts[inside + 1]) {
                let edge = Int(table.edges[index])
                let corner = CubeTable.edgeCorners[edge]
                triangles.append(blocks.vertex(x + corner & 1, y + corner >> 1 & 1, z + corner >> 2, edge >> 2))
            }
        }
    }
}

/// The vertices of a block and of the seven blocks that its cells reach into.
private struct CellBlocks {
    private var numbers = ContiguousArray<ContiguousArray<UInt16>>(repeating: [], count: 8)
    private var bases = ContiguousArray<UInt32>(repeating: 0, count: 8)

    var isEmpty: Bool { numbers.allSatisfy(\.isEmpty) }

    mutating func set(_ place: Int, _ block: BlockSurface, base: UInt32) {
        numbers[place] = block.numbers
        bases[place] = base
    }

    /// The vertex on the edge along `axis` from a voxel with coordinates from 0 to 8.
    @inline(__always) func vertex(_ x: Int, _ y: Int, _ z: Int, _ axis: Int) -> UInt32 {
        let place = x >> 3 | (y >> 3) << 1 | (z >> 3) << 2
        let number = numbers[place][x & 7 | (y & 7) << 3 | (z & 7) << 6]
        let before = (number & ((1 << axis) &- 1) & 7).nonzeroBitCount
        return bases[place] &+ UInt32(number >> 3) &+ UInt32(before)
    }
}
