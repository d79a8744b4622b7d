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
    mutating func planMotion(_ hierarchy: GLTFHierarchy) -> GLTFMotion {
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
        for (index, clip) in scene.clips.enumerated() { motion.animations.append(animation(clip, index)) }
        links.skins = scene.skins.indices.map { $0 }
        links.clips = scene.clips.indices.map { $0 }
        return motion
    }

    private mutating func animation(_ clip: AnimationClip, _ index: Int) -> JSONValue {
        let truths = Set(clip.channels.filter { $0.property == .visibility }.map(\.sampler))
        var types = [String](repeating: "SCALAR", count: clip.samplers.count)
        for channel in clip.channels {
            switch channel.property {
            case .translation, .scale: types[channel.sampler] = "VEC3"
            case .rotation: types[channel.sampler] = "VEC4"
            case .weights, .visibility: break
            }
        }
        let channels = clip.channels.map { channel -> JSONValue in
            [
                "sampler": .int(channel.sampler),
                "target": channel.property == .visibility
                    ? GLTFExtensions.visibilityTarget(ofNode: channel.node)
                    : ["node": .int(channel.node), "path": .string(channel.property.rawValue)],
            ]
        }
        for (number, channel) in clip.channels.enumerated() {
            let sampler = clip.samplers[channel.sampler]
            let path = ScenePath.channel(clip: index, number)
            loseDigits(sampler.times, path, "times of \(channel.property.rawValue)")
            if channel.property == .visibility { continue }
            loseDigits(sampler.values, path, channel.property.rawValue)
        }
        let samplers = zip(clip.samplers, types).enumerated().map { place, pair -> JSONValue in
            let (sampler, type) = pair
            return .given([
                "input": buffer.add(sampler.times, as: "SCALAR", hasBounds: true),
                "output": buffer.add(sampler.values, as: type, isTruth: truths.contains(place)),
                "interpolation": sampler.interpolation == .linear ? nil : .string(Self.name(sampler.interpolation)),
            ])
        }
        return .given(["name": JSONValue(clip.name), "channels": .array(channels), "samplers": .array(samplers)])
    }

    /// Reports numbers that float32 doesn't hold.
    private mutating func loseDigits(_ column: Column, _ path: String, _ name: String) {
        guard column.type != .float32 else { return }
        let semantic = AttributeSemantic(name: "")
        let singles = column.singles
        var walk = ValueChange.Walk(
            from: Attribute(semantic, column), to: Attribute(semantic, singles), codec: .identity)
        walk.add(column, singles)
        let change = walk.change
        lose(
            .precisionReduced, change.isRounding ? .rounded : .narrowed, path, name, change.count, "keys",
            error: change.largestError, "stored as 32-bit floats, as glTF needs")
    }

    private static func name(_ interpolation: AnimationSampler.Interpolation) -> String {
        switch interpolation {
        case .linear: "LINEAR"
        case .step: "STEP"
        case .cubicSpline: "CUBICSPLINE"
        }
    }
}
