import MeshBytes
import MeshFormats
import MeshModel

/// The skins and animations of the file.
struct GLTFMotion {
    var skins: [JSONValue] = []
    var animations: [JSONValue] = []
}

// Writes skins and clips one to one.

extension GLTFPlanner {
    mutating func planMotion(_ hierarchy: GLTFHierarchy, _ elements: GLTFElements) -> GLTFMotion {
        var motion = GLTFMotion()
        for skin in scene.skins {
            // A joint that is split in two moves what hangs below the inner node.
            let joints = skin.joints.map { hierarchy.inner[$0] ?? $0 }
            motion.skins.append(
                .given([
                    "name": JSONValue(skin.name), "joints": .indices(joints),
                    "inverseBindMatrices": skin.inverseBindMatrices.map { buffer.add($0, as: "MAT4") },
                    "skeleton": JSONValue(skin.skeleton),
                ]))
        }
        // A mesh without faces, lines and points is not written, and then nothing has weights.
        func isWritten(_ channel: AnimationChannel) -> Bool {
            channel.property != .weights
                || scene.nodes[channel.node].mesh.flatMap { elements.meshNumbers[$0] } != nil
        }
        links.clips = []
        for (index, clip) in scene.clips.enumerated() {
            let (kept, lost) = clip.channels.indices.reduce(into: ([Int](), [Int]())) { lists, number in
                if isWritten(clip.channels[number]) { lists.0.append(number) } else { lists.1.append(number) }
            }
            // An animation needs a channel.
            let isEmpty = kept.isEmpty && !(clip.channels.isEmpty && clip.settings.isEmpty)
            if isEmpty, clip.settings.allSatisfy({ pointer(to: $0) == nil }) {
                lose(
                    .animationDropped, .dropped, ScenePath.clip(index), "animation \(clip.name ?? "\(index + 1)")", 1,
                    "clips", "left out: glTF can't change what it changes",
                    remedy: clip.settings.contains(where: isOtherLength) ? .setting(.targetUnit, "m") : nil)
                continue
            }
            for number in lost {
                let node = clip.channels[number].node
                lose(
                    .animationDropped, .dropped, ScenePath.channel(clip: index, number),
                    "weights of \(scene.nodes[node].name ?? "node \(node + 1)")", 1, "channels",
                    "left out: glTF can't change what it changes")
            }
            motion.animations.append(animation(clip, index, kept))
            links.clips.append(index)
        }
        links.skins = scene.skins.indices.map { $0 }
        return motion
    }

    /// - Parameter kept: the channels that are written.
    private mutating func animation(_ clip: AnimationClip, _ index: Int, _ kept: [Int]) -> JSONValue {
        let truths = Set(clip.channels.filter { $0.property == .visibility }.map(\.sampler))
        var types = [String](repeating: "SCALAR", count: clip.samplers.count)
        for channel in kept.map({ clip.channels[$0] }) {
            switch channel.property {
            case .translation, .scale: types[channel.sampler] = "VEC3"
            case .rotation: types[channel.sampler] = "VEC4"
            case .weights, .visibility: break
            }
        }
        for number in kept {
            let channel = clip.channels[number]
            let sampler = clip.samplers[channel.sampler]
            let path = ScenePath.channel(clip: index, number)
            loseDigits(sampler.times, path, "times of \(channel.property.rawValue)")
            if channel.property == .visibility { continue }
            loseDigits(sampler.values, path, channel.property.rawValue)
        }
        var channels = kept.map { number -> (sampler: Int, target: JSONValue) in
            let channel = clip.channels[number]
            return (
                channel.sampler,
                channel.property == .visibility
                    ? GLTFExtensions.visibilityTarget(ofNode: channel.node)
                    : ["node": .int(channel.node), "path": .string(channel.property.rawValue)]
            )
        }
        let (settings, colors) = settingChannels(clip, index, &types)
        channels += settings
        // Colours have samplers of their own.
        let used = Set(channels.map(\.sampler))
        let unused = Set(clip.settings.map(\.sampler) + clip.channels.map(\.sampler)).subtracting(used)
        let places = (0..<clip.samplers.count + colors.count).filter { !unused.contains($0) }
        let numbers = Dictionary(places.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let (all, names) = (clip.samplers + colors, types + colors.map { _ in "VEC4" })
        let samplers = places.map { place -> JSONValue in
            .given([
                "input": buffer.add(all[place].times, as: "SCALAR", hasBounds: true),
                "output": buffer.add(all[place].values, as: names[place], isTruth: truths.contains(place)),
                "interpolation": all[place].interpolation == .linear
                    ? nil : .string(Self.name(all[place].interpolation)),
            ])
        }
        return .given([
            "name": JSONValue(clip.name),
            "channels": .array(channels.map { ["sampler": .int(numbers[$0.sampler] ?? 0), "target": $0.target] }),
            "samplers": .array(samplers),
        ])
    }

    /// Reports numbers that float32 doesn't hold.
    mutating func loseDigits(_ column: Column, _ path: String, _ name: String) {
        guard column.type != .float32 else { return }
        let semantic = AttributeSemantic(name: "")
        let singles = column.singles
        var walk = ValueChange.Walk(
            from: Attribute(semantic, column), to: Attribute(semantic, singles), codec: .identity)
        walk.add(column, singles)
        let change = walk.change
        guard change.count > 0 else { return }
        // Half a step of the largest number: nobody sees it.
        let largest = column.doubles().reduce(0) { max($0, abs($1)) }
        let isRounding = change.largestError <= Double(Float(largest).ulp) / 2
        lose(
            .precisionReduced, .narrowed, path, name, change.count, "keys", error: change.largestError,
            "stored as 32-bit floats, as glTF needs", rank: isRounding ? .bookkeeping : nil)
    }

    static func name(_ interpolation: AnimationSampler.Interpolation) -> String {
        switch interpolation {
        case .linear: "LINEAR"
        case .step: "STEP"
        case .cubicSpline: "CUBICSPLINE"
        }
    }
}
