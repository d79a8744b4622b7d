import MeshFormats
import MeshModel

// Restoring what moves.

extension USDOrigin {
    /// The node that each added node stands for: the one that it copies, or the nearest above that is no added one.
    func standIns(_ scene: MeshScene, isGenerated: [Bool]) -> [Int] {
        var parents = [Int](repeating: -1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = index } }
        var original: [Int: Int] = [:]
        for copy in copies { original[copy.node] = copy.original }
        return scene.nodes.indices.map { index in
            var node = index
            while node >= 0, isGenerated[node] {
                if let own = original[node] { return own }
                node = parents[node]
            }
            return node
        }
    }

    /// Gives joints their original transforms, if the file has what was made of them.
    func restoreJoints(_ scene: inout MeshScene) -> Bool {
        for joint in joints {
            guard scene.nodes.indices.contains(joint.index) else { return false }
            let read = USDSceneBuilder.matrix(scene.nodes[joint.index].transform).rows
            let own = USDSceneBuilder.matrix(joint.transform).rows
            // Half floats have eleven bits.
            let size = own.reduce(0) { max($0, abs($1)) }
            guard zip(read, own).allSatisfy({ abs($0 - $1) <= 0x1p-10 * size }) else { return false }
        }
        for joint in joints { scene.nodes[joint.index].transform = joint.transform }
        // Only the prim beside a joint can hide.
        for copy in copies where scene.nodes.indices.contains(copy.node) && !scene.nodes[copy.node].isVisible {
            if scene.nodes.indices.contains(copy.original) { scene.nodes[copy.original].isVisible = false }
        }
        return true
    }

    /// Restores skins, weights and clips after added nodes were removed.
    ///
    /// - Parameter numbers: the number of each node as read, or that of the node that it stands for; −1 for none.
    func restoreMotion(_ scene: inout MeshScene, numbers: [Int]) -> Bool {
        func number(_ node: Int) -> Int? { numbers.indices.contains(node) && numbers[node] >= 0 ? numbers[node] : nil }
        for index in scene.skins.indices {
            scene.skins[index].joints = scene.skins[index].joints.compactMap { number($0) }
            scene.skins[index].skeleton = scene.skins[index].skeleton.flatMap { number($0) }
        }
        for index in scene.clips.indices {
            var seen: Set<USDMovedProperty> = []
            scene.clips[index].channels = scene.clips[index].channels.compactMap { channel in
                guard let node = number(channel.node) else { return nil }
                // Primitives of a mesh have the same weights.
                guard seen.insert(USDMovedProperty(node: node, property: channel.property)).inserted else { return nil }
                return AnimationChannel(node: node, property: channel.property, sampler: channel.sampler)
            }
        }
        let isWhole = restoreSkins(&scene) && restoreWeights(&scene)
        return restoreClips(&scene) && isWhole
    }

    private func restoreSkins(_ scene: inout MeshScene) -> Bool {
        guard !skins.isEmpty else { return true }
        let nodes = scene.nodes.indices
        guard
            skins.allSatisfy({ form in
                scene.skins.indices.contains(form.index) && form.nodes.allSatisfy(nodes.contains)
                    && form.skeleton.map(nodes.contains) ?? true
            })
        else { return false }
        var restored: [Skin] = []
        for index in nodes { scene.nodes[index].skin = nil }
        for form in skins {
            var skin = scene.skins[form.index]
            (skin.name, skin.skeleton) = (form.name, form.skeleton)
            if !form.hasMatrices { skin.inverseBindMatrices = nil }
            for node in form.nodes where scene.nodes[node].mesh != nil { scene.nodes[node].skin = restored.count }
            restored.append(skin)
        }
        scene.skins = restored
        return true
    }

    private func restoreWeights(_ scene: inout MeshScene) -> Bool {
        guard !targets.isEmpty else { return true }
        guard
            targets.allSatisfy({ form in
                scene.meshes.indices.contains(form.mesh) && scene.meshes[form.mesh].targets.count == form.names.count
            }),
            weights.allSatisfy({ form in
                scene.nodes.indices.contains(form.node)
                    && scene.nodes[form.node].mesh.map { scene.meshes[$0].targets.count } == form.weights.count
            })
        else { return false }
        for form in targets {
            scene.meshes[form.mesh].targets = zip(form.names, form.weights).map { MorphTarget(name: $0, weight: $1) }
        }
        for index in scene.nodes.indices { scene.nodes[index].weights = nil }
        for form in weights { scene.nodes[form.node].weights = form.weights }
        return true
    }

    // MARK: Clips

    /// Cuts the time line into the original clips.
    private func restoreClips(_ scene: inout MeshScene) -> Bool {
        let timeline = scene.timeline
        if isTimeless { scene.timeline = nil }
        guard !clips.isEmpty else { return true }
        guard scene.clips.count <= 1, clips.allSatisfy({ $0.channels.allSatisfy { fits($0, scene) } }),
            clips.allSatisfy({ $0.settings.allSatisfy { $0.part.index < scene.count(like: $0.part) } })
        else {
            return false
        }
        let rate = timeline.map { $0.codesPerSecond > 0 ? $0.codesPerSecond : 24 } ?? 24
        let read = scene.clips.first ?? AnimationClip(channels: [], samplers: [])
        var samplers: [USDMovedProperty: AnimationSampler] = [:]
        for channel in read.channels {
            samplers[USDMovedProperty(node: channel.node, property: channel.property)] = read.samplers[channel.sampler]
        }
        var settings: [USDMovedSetting: AnimationSampler] = [:]
        for channel in read.settings {
            settings[USDMovedSetting(part: restored(channel.part), name: channel.name)] = read.samplers[channel.sampler]
        }
        let start = timeline?.start ?? 0
        scene.clips = clips.map { form in
            let own = form
            var clip = AnimationClip(name: form.name, channels: [], samplers: [])
            guard let offset = form.offset, let end = form.end else { return clip }
            let seconds = (offset - start) / rate...(max(end, offset) - start) / rate
            for channel in form.channels {
                let property = USDMovedProperty(node: channel.node, property: channel.property)
                let times = form.times.indices.contains(channel.times) ? form.times[channel.times] : []
                let own = samplers[property].flatMap { sampler in
                    Self.keys(of: sampler, seconds.lowerBound, times, channel.interpolation)
                        ?? Self.cut(sampler, seconds, channel.interpolation)
                }
                clip.channels.append(
                    AnimationChannel(node: channel.node, property: channel.property, sampler: clip.samplers.count))
                clip.samplers.append(
                    own ?? Self.still(USDMotion.rest(property, scene), times, channel.interpolation, property.property))
            }
            for form in form.settings {
                let setting = USDMovedSetting(part: form.part, name: form.name)
                let times = own.times.indices.contains(form.times) ? own.times[form.times] : []
                let sampler = settings[setting].flatMap { sampler in
                    Self.keys(of: sampler, seconds.lowerBound, times, form.interpolation)
                        ?? Self.cut(sampler, seconds, form.interpolation)
                }
                let rest = scene.setting(form.name, of: form.part) ?? []
                clip.settings.append(
                    SettingChannel(part: form.part, name: form.name, sampler: clip.samplers.count))
                clip.samplers.append(sampler ?? Self.still(rest, times, form.interpolation, .translation))
            }
            return clip
        }
        return true
    }

    /// A camera or light as it is numbered after restoring.
    private func restored(_ part: SettingChannel.Part) -> SettingChannel.Part {
        switch part {
        case .camera(let index): .camera(cameraNumbers.indices.contains(index) ? cameraNumbers[index] : index)
        case .light(let index): .light(lightNumbers.indices.contains(index) ? lightNumbers[index] : index)
        case .material: part
        }
    }

    private func fits(_ channel: Clip.Channel, _ scene: MeshScene) -> Bool {
        guard scene.nodes.indices.contains(channel.node) else { return false }
        return channel.property != .weights || scene.nodes[channel.node].mesh != nil
    }

    /// A sampler that stays at a value. Readers leave out motion that changes nothing.
    private static func still(
        _ values: [Double], _ keys: [Float], _ interpolation: AnimationSampler.Interpolation,
        _ property: AnimationChannel.Property
    ) -> AnimationSampler {
        let keys = keys.isEmpty ? [0] : keys
        if property == .visibility {
            return AnimationSampler(
                times: Column(keys), values: Column(keys.map { _ in values == [0] ? 0 : 1 as UInt8 }),
                interpolation: .step)
        }
        let row = values.map { Float($0) }
        let rows = ContiguousArray((0..<keys.count).flatMap { _ in row })
        return AnimationSampler(
            times: Column(keys), values: Column(rows, components: max(row.count, 1)),
            interpolation: interpolation == .cubicSpline ? .linear : interpolation)
    }

    /// The original keys of a sampler; nil if one of them is missing, or they say too little.
    private static func keys(
        of sampler: AnimationSampler, _ start: Double, _ keys: [Float],
        _ interpolation: AnimationSampler.Interpolation
    ) -> AnimationSampler? {
        guard interpolation != .cubicSpline, !keys.isEmpty else { return nil }
        let times = sampler.times.doubles()
        var rows: [Int32] = []
        var next = 0
        for (index, key) in keys.enumerated() {
            // Seconds are float32: those of a key may be a little off.
            let second = start + Double(key)
            let room = max(abs(second), 1) * 0x1p-22
            while next < times.count, times[next] < second - room { next += 1 }
            guard next < times.count, times[next] <= second + room else { return nil }
            // Of a jump, the first key has the value before.
            let jumps = index + 1 < keys.count && keys[index + 1] == key
            while !jumps, next + 1 < times.count, times[next + 1] <= second + room { next += 1 }
            rows.append(Int32(clamping: next))
            next += 1
        }
        return AnimationSampler(
            times: Column(keys), values: sampler.values.picked(rows), interpolation: interpolation)
    }

    /// The keys of a sampler between two seconds; nil: there are none.
    private static func cut(
        _ sampler: AnimationSampler, _ seconds: ClosedRange<Double>, _ interpolation: AnimationSampler.Interpolation
    ) -> AnimationSampler? {
        let times = sampler.times.doubles()
        // Seconds are float32: those of a key may be a little off.
        let room = max(abs(seconds.upperBound), 1) * 0x1p-22
        var rows: [Int32] = []
        for (index, time) in times.enumerated()
        where time >= seconds.lowerBound - room && time <= seconds.upperBound + room {
            // A step is two keys in USD: the one just before is the held value.
            let isHeld = index + 1 < times.count && times[index + 1] - time <= room
            if interpolation == .step, sampler.interpolation == .linear, isHeld { continue }
            rows.append(Int32(clamping: index))
        }
        guard !rows.isEmpty else { return nil }
        let own = rows.map { Float(max(times[Int($0)] - seconds.lowerBound, 0)) }
        return AnimationSampler(
            times: Column(own), values: sampler.values.picked(rows),
            interpolation: interpolation == .step ? .step : sampler.interpolation)
    }
}
