import MeshBytes
import MeshFormats
import MeshModel

// Animations (section 3.11 of the specification), and the channels of KHR_animation_pointer that move nodes.

extension GLTFSceneBuilder {
    mutating func buildClips() throws(ReadError) {
        for (index, entry) in tree.objects("animations").enumerated() {
            let pointer = "/animations/\(index)"
            var clip = AnimationClip(name: tree.string(entry, "name", pointer), channels: [], samplers: [])
            var known: [SamplerKey: Int] = [:]
            var seen: Set<AnimationChannel> = []
            for (place, channel) in tree.objects(entry, "channels", pointer).enumerated() {
                let position = "\(pointer)/channels/\(place)"
                do throws(ReadError) {
                    if try addSettings(channel, entry["samplers"]?.array ?? [], to: &clip, pointer, position) {
                        continue
                    }
                    guard
                        let built = try self.channel(
                            channel, entry["samplers"]?.array ?? [], &known, &clip.samplers, pointer, position)
                    else { continue }
                    guard seen.insert(AnimationChannel(node: built.node, property: built.property, sampler: 0)).inserted
                    else {
                        throw .expected(
                            "one channel for each property", position,
                            found: "another for the \(built.property.rawValue) of node \(built.node)")
                    }
                    clip.channels.append(built)
                } catch {
                    // The report lists what needs a missing buffer.
                    if error.code != .referenceMissing {
                        try refuse(error, "gltf.channel-left-out", "/animations/*/channels")
                    }
                    leaveOut(channel)
                }
            }
            if clip.channels.isEmpty, clip.settings.isEmpty {
                leftOut["/animations/*/name", default: 0] += clip.name == nil ? 0 : 1
            } else {
                scene.clips.append(clip)
            }
        }
    }

    /// A sampler with the width of its values, which depends on the channels that use it.
    private struct SamplerKey: Hashable {
        var sampler: Int
        var width: Int
        var isTruth: Bool
    }

    /// A channel; nil: it moves nothing that the scene has.
    private mutating func channel(
        _ entry: JSONValue, _ samplers: [JSONValue], _ known: inout [SamplerKey: Int],
        _ built: inout [AnimationSampler], _ clip: String, _ pointer: String
    ) throws(ReadError) -> AnimationChannel? {
        guard let target = try target(entry["target"] ?? .null, "\(pointer)/target") else {
            leaveOut(entry)
            return nil
        }
        let width: Int
        switch target.property {
        case .translation, .scale: width = 3
        case .rotation: width = 4
        case .visibility: width = 1
        case .weights: width = scene.nodes[target.node].mesh.map { scene.meshes[$0].targets.count } ?? 0
        }
        guard width > 0 else {
            tree.warn(
                "gltf.animation-channel-target-node-weights-no-morphs", "\(pointer)/target",
                "the mesh of the node has no morph targets", .error)
            leaveOut(entry)
            return nil
        }
        if case .matrix = scene.nodes[target.node].transform, target.property.isOfTransform {
            throw .expected(
                "a node without a matrix", "\(pointer)/target", found: "node \(target.node), which has one")
        }
        guard let number = entry["sampler"]?.index, samplers.indices.contains(number) else {
            throw .expected(
                "an index below \(samplers.count)", "\(pointer)/sampler", found: entry["sampler"], .invalidIndex)
        }
        let key = SamplerKey(sampler: number, width: width, isTruth: target.property == .visibility)
        if known[key] == nil {
            let place = "\(clip)/samplers/\(number)"
            guard let sampler = try sampler(samplers[number], width, target.property, place) else {
                tree.warn("gltf.sampler-without-keys", place, "the sampler has no keys, so nothing moves by it", .error)
                leaveOut(entry)
                return nil
            }
            known[key] = built.count
            built.append(sampler)
        }
        return AnimationChannel(node: target.node, property: target.property, sampler: known[key] ?? 0)
    }

    /// Counts the members of a channel that the scene doesn't have.
    private mutating func leaveOut(_ channel: JSONValue) {
        leftOut["/animations/*/channels/*/sampler", default: 0] += channel["sampler"] == nil ? 0 : 1
        for name in ["node", "path"] where channel["target"]?[name] != nil {
            leftOut["/animations/*/channels/*/target/\(name)", default: 0] += 1
        }
    }

    /// The node and the property that a channel moves; nil: something else.
    private mutating func target(
        _ target: JSONValue, _ pointer: String
    ) throws(ReadError) -> (node: Int, property: AnimationChannel.Property)? {
        let path = tree.string(target, "path", pointer) ?? ""
        if path == "pointer" {
            let extended = target["extensions"]?[GLTFExtensions.animationPointer]
            if extended == nil {
                tree.warn("gltf.channel-without-node", pointer, "the channel names no pointer and moves nothing", .note)
            }
            guard let place = extended.flatMap(GLTFExtensions.movedNode) else { return nil }
            guard place.node < fileNodeCount else {
                throw .expected(
                    "a node below \(fileNodeCount)", "\(pointer)/extensions/\(GLTFExtensions.animationPointer)/pointer",
                    found: "node \(place.node)", .invalidIndex)
            }
            return place
        }
        guard let property = GLTFExtensions.property(path) else {
            tree.warn("gltf.value-not-in-list", "\(pointer)/path", "unknown path '\(path)': the channel is left out")
            return nil
        }
        guard let node = target["node"] else {
            tree.warn("gltf.channel-without-node", pointer, "the channel names no node and moves nothing", .note)
            return nil
        }
        guard let index = node.index, index >= 0, index < fileNodeCount else {
            throw .expected("an index below \(fileNodeCount)", "\(pointer)/node", found: node, .invalidIndex)
        }
        return (index, property)
    }

    // MARK: Samplers

    /// The sampler; nil: it has no keys.
    ///
    /// - Parameter property: nil: a setting, whose numbers may be integers.
    mutating func sampler(
        _ entry: JSONValue, _ width: Int, _ property: AnimationChannel.Property?, _ pointer: String
    ) throws(ReadError) -> AnimationSampler? {
        let interpolation: AnimationSampler.Interpolation
        switch entry["interpolation"]?.string ?? "LINEAR" {
        case "LINEAR": interpolation = .linear
        case "STEP": interpolation = .step
        case "CUBICSPLINE": interpolation = .cubicSpline
        default:
            throw .expected(
                "LINEAR, STEP or CUBICSPLINE", "\(pointer)/interpolation", found: entry["interpolation"])
        }
        let times = try times(entry["input"], "\(pointer)/input")
        guard times.count > 0 else { return nil }
        let number = try accessors.index(entry["output"], "\(pointer)/output")
        var values = try accessors.column(number)
        let place = "/accessors/\(number)"
        if property == .visibility { return try steps(times, values, interpolation, pointer, place) }
        if accessors.isNormalized(number) || property == nil { values = accessors.numbers(values, of: number) }
        guard values.type == .float32 else {
            throw .expected("float32 or fractions", place, found: values.type.name)
        }
        let perRow = property == .weights ? 1 : width
        guard values.components == perRow else {
            throw .expected("\(perRow) numbers each", place, found: "\(values.components)")
        }
        let each = (interpolation == .cubicSpline ? 3 : 1) * (property == .weights ? width : 1)
        let (expected, overflow) = times.count.multipliedReportingOverflow(by: each)
        guard !overflow, values.count == expected else {
            throw .expected("\(each) × \(times.count) values", place, found: "\(values.count)")
        }
        if property == .weights { values = values.inRows(of: width) }
        return AnimationSampler(times: times, values: values, interpolation: interpolation)
    }

    /// A sampler of truth values: steps of bytes.
    private func steps(
        _ times: Column, _ values: Column, _ interpolation: AnimationSampler.Interpolation, _ pointer: String,
        _ place: String
    ) throws(ReadError) -> AnimationSampler {
        guard interpolation == .step else {
            throw .expected(
                "STEP for true and false", "\(pointer)/interpolation", found: interpolation.rawValue)
        }
        guard values.type == .uint8, values.components == 1 else {
            throw .expected(
                "true and false as uint8", place, found: "\(values.components) × \(values.type.name)")
        }
        guard values.count == times.count else {
            throw .expected("\(times.count) values", place, found: "\(values.count)")
        }
        return AnimationSampler(times: times, values: values, interpolation: .step)
    }

    /// The keys of a sampler: seconds that ascend.
    private mutating func times(_ value: JSONValue?, _ pointer: String) throws(ReadError) -> Column {
        let number = try accessors.index(value, pointer)
        let times = try accessors.column(number)
        let place = "/accessors/\(number)"
        guard times.components == 1, times.type == .float32 else {
            throw .expected("times as float32", place, found: "\(times.count) × \(times.type.name)")
        }
        if ascending.contains(number) { return times }
        var last = -Float.infinity
        var repeated: Int?
        for (rows, block) in times.blocks(of: Float.self) {
            for (step, time) in block.enumerated() {
                guard time >= 0, time.isFinite, time >= last else {
                    throw .expected(
                        "times that ascend from 0", place, found: "\(time) at \(rows.lowerBound + step)")
                }
                if time == last { repeated = repeated ?? rows.lowerBound + step }
                last = time
            }
        }
        // Zeros without bytes are no data that could be wrong.
        if let repeated, accessors.hasValues(number) {
            tree.warn(
                "gltf.accessor-animation-input-non-increasing", place,
                "the time of key \(repeated) is that of the key before: the value jumps", .error)
        }
        ascending.insert(number)
        return times
    }
}

extension Column {
    /// Single numbers as rows of several.
    fileprivate func inRows(of width: Int) -> Column {
        let packed = isPacked ? self : singles
        return Column(
            viewing: packed.storage, offset: packed.offset, stride: width * type.byteCount, count: count / width,
            components: width, type: type, byteOrder: packed.byteOrder) ?? .empty(type, components: width)
    }
}
