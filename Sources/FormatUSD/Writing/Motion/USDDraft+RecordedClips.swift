import MeshFormats
import MeshModel

// What restoring needs to know of clips.

extension USDDraft {
    /// Records where the clips lie, their keys, and the values that the file doesn't have as they were: those of
    /// curves, of rotations that were scaled to length 1, and of scales in half floats.
    mutating func recordClips(_ tree: USDPrimTree, _ motion: USDMotion, _ numbers: [Int: Int]) {
        for (index, clip) in scene.clips.enumerated() {
            var own = USDOrigin.Clip(
                name: clip.name, offset: motion.clock.offsets[index],
                end: motion.clock.offsets[index].map { $0 + motion.clock.code(motion.clock.lengths[index]) })
            var known: [[Float]: Int] = [:]
            var number: [Int: Int] = [:]
            for channel in clip.channels {
                // A channel of a node that is not written moves nothing.
                guard let node = numbers[channel.node] else { continue }
                let sampler = clip.samplers[channel.sampler]
                if number[channel.sampler] == nil {
                    number[channel.sampler] = own.samplers.count
                    own.samplers.append(
                        USDOrigin.Clip.Sampler(
                            interpolation: sampler.interpolation, times: keyTimes(of: sampler, &own, &known)))
                }
                let place = number[channel.sampler] ?? 0
                let property = USDMovedProperty(node: channel.node, property: channel.property)
                let isCurve = sampler.interpolation == .cubicSpline
                let tolerance =
                    isCurve ? motion.size.map { USDMotion.tolerance(property, sampler, scene, $0) } ?? 0 : 0
                own.channels.append(
                    USDOrigin.Clip.Channel(
                        node: node, property: channel.property, sampler: place, tolerance: tolerance))
                let isHalf = property.property == .scale && tree.rigs.groups.groupOf[channel.node] >= 0
                if isHalf { own.samplers[place].isHalf = true }
                if own.samplers[place].values == nil,
                    sampler.isChanged(property, isHalf: isHalf) || sampler.isStill(USDMotion.rest(property, scene))
                {
                    let key = isCurve ? 3 : 1
                    own.samplers[place].isStill = sampler.values.count > key && sampler.values.repeats(every: key)
                    let rows = own.samplers[place].isStill ? sampler.values.rows(0..<key) : sampler.values
                    own.samplers[place].values = origin.add(rows)?.lowerBound
                }
            }
            recordSettings(of: clip, &own, &known)
            origin.clips.append(own)
        }
    }

    /// The place of a sampler's key times in the record of a clip.
    private mutating func keyTimes(
        of sampler: AnimationSampler, _ own: inout USDOrigin.Clip, _ known: inout [[Float]: Int]
    ) -> Int {
        let times = sampler.times.doubles().map { Float($0) }
        if let place = known[times] { return place }
        known[times] = own.times.count
        own.times.append(origin.add(Column(times)) ?? 0..<0)
        return own.times.count - 1
    }

    /// Records the settings that USD can change, of cameras and lights as they are numbered after restoring.
    private mutating func recordSettings(
        of clip: AnimationClip, _ own: inout USDOrigin.Clip, _ known: inout [[Float]: Int]
    ) {
        let lost = Set(unsaid)
        func numbers(_ links: [Int?]) -> [Int: Int] {
            let kept = Set(links.compactMap(\.self)).sorted()
            return Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
        }
        let (cameras, lights) = (numbers(links.cameras), numbers(links.lights))
        for channel in clip.settings {
            let part: SettingChannel.Part
            switch channel.part {
            case .camera(let index):
                guard let number = cameras[index] else { continue }
                part = .camera(number)
            case .light(let index):
                guard channel.name != "range", let number = lights[index] else { continue }
                part = .light(number)
            case .material:
                if lost.contains(USDMovedSetting(part: channel.part, name: channel.name)) { continue }
                part = channel.part
            }
            let sampler = clip.samplers[channel.sampler]
            own.settings.append(
                USDOrigin.Clip.Setting(
                    part: part, name: channel.name, interpolation: sampler.interpolation,
                    times: keyTimes(of: sampler, &own, &known)))
        }
    }
}

extension AnimationSampler {
    /// Whether the values of a property are not written as they are.
    fileprivate func isChanged(_ property: USDMovedProperty, isHalf: Bool) -> Bool {
        if interpolation == .cubicSpline { return true }
        if isHalf {
            return values.doubles().contains { HalfBits.value(HalfBits.bits($0)) != $0 }
        }
        guard property.property == .rotation else { return false }
        var sampling = USDSampling(self, isRotation: true, tolerance: 0)
        var course = USDSampledCourse(width: values.components, isRotation: true)
        sampling.add(to: &course) { $0 }
        return sampling.normalizedCount > 0
    }

    /// Whether nothing moves, near a rest that has other bits: a reader finds no motion then.
    fileprivate func isStill(_ rest: [Double]) -> Bool {
        guard values.count > 0, values.components == rest.count, values.repeats(every: 1) else { return false }
        return zip(values.rows(0..<1).doubles(), rest).contains { $0.bitPattern != Double(Float($1)).bitPattern }
    }
}

extension Column {
    /// Whether the rows are the first ones again and again.
    fileprivate func repeats(every rows: Int) -> Bool {
        let numbers = doubles()
        let width = rows * components
        return numbers.indices.allSatisfy { numbers[$0].bitPattern == numbers[$0 % width].bitPattern }
    }
}
