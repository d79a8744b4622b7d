/// A volume in which voxels of little weight count as never seen.
struct WeighedVolume: DistanceLattice {
    private let volume: FusionVolume
    private let minimumWeight: Float

    init(_ volume: FusionVolume, minimumWeight: Float) {
        self.volume = volume
        self.minimumWeight = max(minimumWeight, .leastNormalMagnitude)
    }

    var voxel: Double { volume.voxel }
    var keys: [BlockKey] { (0..<volume.count).map { volume.key($0) } }

    func load(_ key: BlockKey, into patch: inout VoxelPatch) {
        patch.load(volume, key, minimumWeight: minimumWeight)
    }
}
