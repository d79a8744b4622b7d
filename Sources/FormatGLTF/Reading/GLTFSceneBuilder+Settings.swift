import MeshBytes
import MeshFormats
import MeshModel

// Channels of KHR_animation_pointer that change cameras, lights and materials.

extension GLTFSceneBuilder {
    /// Adds the settings that a channel changes to a clip.
    ///
    /// - Returns: false: it changes something that the scene doesn't have.
    mutating func addSettings(
        _ entry: JSONValue, _ samplers: [JSONValue], to clip: inout AnimationClip, _ owner: String, _ pointer: String
    ) throws(ReadError) -> Bool {
        guard entry["target"]?["path"]?.string == "pointer",
            let text = entry["target"]?["extensions"]?[GLTFExtensions.animationPointer]?["pointer"]?.string,
            let place = GLTFPointer(text)
        else { return false }
        let position = "\(pointer)/target/extensions/\(GLTFExtensions.animationPointer)/pointer"
        let count = scene.count(like: place.part)
        guard place.part.index < count else {
            throw .expected(
                "a \(place.part.word) below \(count)", position, found: "\(place.part.word) \(place.part.index)",
                .invalidIndex)
        }
        let widths = place.names.compactMap { scene.setting($0, of: place.part)?.count }
        guard widths.count == place.names.count else {
            leftOut["/animations/*/channels/*/target/extensions/\(GLTFExtensions.animationPointer)", default: 0] += 1
            tree.warn(
                "gltf.pointer-to-nothing", position, "the file doesn't have the property '\(text)', so nothing changes")
            return false
        }
        for name in place.names
        where clip.settings.contains(where: { $0.part == place.part && $0.name == name }) {
            throw .expected("one channel for each property", position, found: "another for '\(text)'")
        }
        guard let number = entry["sampler"]?.index, samplers.indices.contains(number) else {
            throw .expected(
                "an index below \(samplers.count)", "\(pointer)/sampler", found: entry["sampler"], .invalidIndex)
        }
        let width = widths.reduce(0, +)
        guard let sampler = try sampler(samplers[number], width, nil, "\(owner)/samplers/\(number)") else {
            tree.warn(
                "gltf.sampler-without-keys", "\(owner)/samplers/\(number)",
                "the sampler has no keys, so nothing moves by it", .error)
            return false
        }
        if place.names.count == 1 {
            clip.settings.append(SettingChannel(part: place.part, name: place.names[0], sampler: clip.samplers.count))
            clip.samplers.append(sampler)
            return true
        }
        var first = 0
        var parts: [(name: String, sampler: AnimationSampler)] = []
        for (name, width) in zip(place.names, widths) {
            parts.append((name, sampler.picking(first..<first + width)))
            first += width
        }
        // What stays as it is at rest is there because glTF has one value for all.
        let changing = parts.filter { part in
            !part.sampler.isStill(scene.setting(part.name, of: place.part) ?? [])
        }
        for part in changing.isEmpty ? Array(parts.prefix(1)) : changing {
            clip.settings.append(SettingChannel(part: place.part, name: part.name, sampler: clip.samplers.count))
            clip.samplers.append(part.sampler)
        }
        return true
    }
}

extension AnimationSampler {
    /// Whether all keys are these numbers, as float32, and nothing swings between them.
    fileprivate func isStill(_ rest: [Double]) -> Bool {
        let numbers = values.doubles()
        let width = max(rest.count, 1)
        return numbers.indices.allSatisfy { index in
            let isTangent = interpolation == .cubicSpline && index / width % 3 != 1
            return Float(numbers[index]) == (isTangent ? 0 : Float(rest[index % width]))
        }
    }
}
