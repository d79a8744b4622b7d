import MeshBytes
import MeshFormats
import MeshModel

// Writes what changes of cameras, lights and materials as channels of KHR_animation_pointer.

extension GLTFPlanner {
    /// The names of the settings of each material that follow samplers: the file must have them.
    var movingMaterialSettings: [Int: Set<String>] {
        var names: [Int: Set<String>] = [:]
        for channel in scene.clips.flatMap(\.settings) {
            if case .material(let index) = channel.part { names[index, default: []].insert(channel.name) }
        }
        return names
    }

    /// Whether a setting is a length that is not in metres.
    func isOtherLength(_ channel: SettingChannel) -> Bool {
        channel.isLength && scene.metersPerUnit.map { $0 != 1 } ?? false
    }

    /// The pointer to what a channel changes; nil: glTF can't change it.
    func pointer(to channel: SettingChannel) -> String? {
        isOtherLength(channel) || isOfAbsentTexture(channel)
            ? nil : GLTFPointer.text(channel.name, of: channel.part, in: scene)
    }

    /// Whether a setting is one of a texture whose image is not in the file.
    private func isOfAbsentTexture(_ channel: SettingChannel) -> Bool {
        guard case .material(let index) = channel.part, scene.materials.indices.contains(index),
            let dot = channel.name.firstIndex(of: "."),
            let slot = scene.materials[index].texture(String(channel.name[..<dot]))
        else { return false }
        guard scene.textures.indices.contains(slot.texture) else { return true }
        return !writtenImages.contains(scene.textures[slot.texture].image)
    }

    /// The channels of a clip's settings, and the samplers of colours that come after the clip's own.
    mutating func settingChannels(
        _ clip: AnimationClip, _ index: Int, _ types: inout [String]
    ) -> (channels: [(sampler: Int, target: JSONValue)], colors: [AnimationSampler]) {
        var channels: [(sampler: Int, target: JSONValue)] = []
        var colors: [AnimationSampler] = []
        for (place, channel) in clip.settings.enumerated() {
            let path = ScenePath.setting(clip: index, place)
            let words = "\(channel.name) of \(channel.part.word) \(channel.part.index + 1)"
            guard let pointer = pointer(to: channel) else {
                let isLength = isOtherLength(channel)
                lose(
                    .animationDropped, .dropped, path, words, 1, "settings",
                    isLength
                        ? "left out: glTF needs it in metres while it changes"
                        : isOfAbsentTexture(channel)
                            ? "left out with the texture, whose image is not in the file"
                            : "left out: glTF can't change it with time",
                    remedy: isLength ? .setting(.targetUnit, "m") : nil)
                continue
            }
            let sampler = clip.samplers[channel.sampler]
            loseDigits(sampler.times, path, "times of \(channel.name)")
            loseDigits(sampler.values, path, channel.name)
            var number = channel.sampler
            if channel.name == "baseColor" || channel.name == "alpha" {
                let other = clip.settings.first {
                    $0.part == channel.part && $0.name != channel.name
                        && ($0.name == "baseColor" || $0.name == "alpha")
                }
                // The colour's channel writes both.
                if channel.name == "alpha", other != nil { continue }
                colors.append(colorSampler(clip, index, place, other))
                number = clip.samplers.count + colors.count - 1
            } else {
                types[channel.sampler] =
                    ["SCALAR", "VEC2", "VEC3", "VEC4"][min(max(sampler.values.components, 1), 4) - 1]
            }
            channels.append(
                (
                    number,
                    [
                        "path": "pointer",
                        "extensions": [GLTFExtensions.animationPointer: ["pointer": .string(pointer)]],
                    ]
                ))
        }
        return (channels, colors)
    }

    /// A sampler of colour and alpha, with the keys of both. What doesn't change is as it is at rest.
    private mutating func colorSampler(
        _ clip: AnimationClip, _ index: Int, _ place: Int, _ other: SettingChannel?
    ) -> AnimationSampler {
        let channel = clip.settings[place]
        var (own, second) = (clip.samplers[channel.sampler], other.map { clip.samplers[$0.sampler] })
        if let theirs = second, theirs.interpolation != own.interpolation || !own.times.hasNumbers(of: theirs.times) {
            let courses = [own, theirs].map(SettingCourse.init)
            let joined = SettingCourse.joined(courses[0], courses[1])
            let places = [place] + clip.settings.indices.filter { clip.settings[$0] == other }
            for (place, (course, made)) in zip(places, zip(courses, [joined.a, joined.b])) {
                let made = SettingCourse(made)
                guard made.kind != course.kind || made.times != course.times else { continue }
                lose(
                    .animationResampled, .approximated, ScenePath.setting(clip: index, place),
                    clip.settings[place].name, course.times.count, "keys", error: course.largestError(made),
                    "glTF has one value for colour and alpha: it has the keys of both")
            }
            (own, second) = joined
        }
        let isColor = channel.name == "baseColor"
        // As the material has it in the file.
        let rest = (scene.setting(isColor ? "alpha" : "baseColor", of: channel.part) ?? (isColor ? [1] : [1, 1, 1]))
            .map { min(max($0, 0), 1) }
        let (numbers, others) = (own.values.doubles(), second?.values.doubles() ?? [])
        let width = isColor ? 3 : 1
        var values = ContiguousArray<Float>()
        for row in 0..<own.values.count {
            // Tangents of what doesn't change are zeros.
            let isTangent = own.interpolation == .cubicSpline && row % 3 != 1
            let mine = Array(numbers[row * width..<(row + 1) * width])
            let size = 4 - width
            let theirs =
                others.count >= (row + 1) * size
                ? Array(others[row * size..<(row + 1) * size]) : isTangent ? rest.map { _ in 0 } : rest
            for number in isColor ? mine + theirs : theirs + mine { values.append(Float(number)) }
        }
        return AnimationSampler(
            times: own.times, values: Column(values, components: 4), interpolation: own.interpolation)
    }
}

extension Column {
    fileprivate func hasNumbers(of other: Column) -> Bool { doubles() == other.doubles() }
}
