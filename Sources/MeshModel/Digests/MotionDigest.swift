/// The part of a digest that covers what moves and where copies are: `SKINS`, `ANIMATIONS` and `INSTANCES`, where there
/// are any.
///
/// Nodes have other numbers and names in other formats, so joints and moved nodes count, but not which ones they are.
struct MotionDigest {
    private(set) var skins: Digest.Value?
    private(set) var animations: Digest.Value?
    private(set) var instances: Digest.Value?

    /// Adds up hashes of the skins and clips of a scene, and mixes all their numbers into `ordered`.
    init(_ scene: MeshScene, _ ordered: inout HashState) {
        for skin in scene.skins {
            for joint in skin.joints { ordered.mix(UInt64(bitPattern: Int64(joint))) }
            var state = HashState(seed: 8)
            state.mix(UInt64(skin.joints.count))
            var sum = state.value
            if let matrices = skin.inverseBindMatrices {
                let count = min(matrices.count, skin.joints.count)
                for hash in Self.rowHashes(matrices.rows(0..<count), &ordered) { sum.add(hash) }
            }
            skins = skins ?? Digest.Value()
            skins?.add(sum)
        }
        for clip in scene.clips {
            for channel in clip.channels where clip.samplers.indices.contains(channel.sampler) {
                ordered.mix(UInt64(bitPattern: Int64(channel.node)))
                add(channel.property.rawValue, clip.samplers[channel.sampler], seed: 9, &ordered)
            }
            for channel in clip.settings where clip.samplers.indices.contains(channel.sampler) {
                ordered.mix(UInt64(bitPattern: Int64(channel.part.index)))
                add(channel.part.word + channel.name, clip.samplers[channel.sampler], seed: 11, &ordered)
            }
        }
        for node in scene.nodes { add(node.instances, &ordered) }
    }

    /// Adds what follows a sampler.
    private mutating func add(_ name: String, _ sampler: AnimationSampler, seed: UInt64, _ ordered: inout HashState) {
        var state = HashState(seed: seed)
        for byte in (name + sampler.interpolation.rawValue).utf8 { state.mix(UInt64(byte)) }
        for column in [sampler.times, sampler.values] {
            for hash in Self.rowHashes(column, &ordered) {
                state.mix(hash.high)
                state.mix(hash.low)
            }
        }
        animations = animations ?? Digest.Value()
        animations?.add(state.value)
    }

    /// Adds the transforms of a node's copies: their columns may have other types elsewhere.
    private mutating func add(_ instances: NodeInstances?, _ ordered: inout HashState) {
        guard let instances else { return }
        var numbers = ContiguousArray<Double>()
        for case .trs(let move, let turn, let scale) in instances.transforms {
            numbers += [move.x, move.y, move.z, turn.x, turn.y, turn.z, turn.w, scale.x, scale.y, scale.z]
        }
        self.instances = self.instances ?? Digest.Value()
        for hash in Self.rowHashes(Column(numbers, components: 10), &ordered) { self.instances?.add(hash) }
    }

    /// A hash of each row, of its numbers as float32.
    private static func rowHashes(_ column: Column, _ ordered: inout HashState) -> [Digest.Value] {
        let numbers = column.doubles()
        let width = max(column.components, 1)
        return stride(from: 0, to: numbers.count, by: width).map { start in
            var state = HashState(seed: 10)
            for number in numbers[start..<min(start + width, numbers.count)] {
                ordered.mix(number.isNaN ? 1 : number.bitPattern)
                let single = Float(number)
                state.mix(single == 0 ? 0 : single.isNaN ? 1 : UInt64(single.bitPattern))
            }
            return state.value
        }
    }
}
