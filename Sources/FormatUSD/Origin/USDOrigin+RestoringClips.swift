import MeshModel

// Restoring clips from the time line.

extension USDOrigin {
    /// Cuts the time line into the original clips.
    ///
    /// - Parameter misfits: gets the clips that show something else in the file: there the file counts.
    func restoreClips(_ scene: inout MeshScene, _ misfits: inout [String]) -> Bool {
        let timeline = scene.timeline
        if isTimeless { scene.timeline = nil }
        guard !clips.isEmpty else { return true }
        guard scene.clips.count <= 1, clips.allSatisfy({ $0.channels.allSatisfy { fits($0, scene) } }),
            clips.allSatisfy({ $0.settings.allSatisfy { $0.part.index < scene.count(like: $0.part) } })
        else { return false }
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
        // A record that names its numbers again and again must not fill the memory.
        var room =
            1 << 20 + 16 * (numbers.count + read.samplers.reduce(0) { $0 + $1.values.count * $1.values.components })
        var restored: [AnimationClip] = []
        for (index, form) in clips.enumerated() {
            var clip = AnimationClip(name: form.name, channels: [], samplers: [])
            defer { restored.append(clip) }
            guard let offset = form.offset, let end = form.end else { continue }
            let seconds = (offset - start) / rate...(max(end, offset) - start) / rate
            var known: [Int: Int] = [:]
            var isChanged = false
            for channel in form.channels {
                let property = USDMovedProperty(node: channel.node, property: channel.property)
                let rest = USDMotion.rest(property, scene)
                let recorded = form.samplers[channel.sampler]
                let range = form.times[recorded.times]
                room -= (range.count + 1) * (rest.count + 1)
                guard room >= 0 else { return false }
                let times = keyTimes(range)
                let found = samplers[property]
                let shown = USDRecordedCourse(
                    read: found, rest: rest, seconds: seconds, isRotation: property.property == .rotation)
                let own = original(recorded, times, rest, found, seconds.lowerBound, property.property)
                let isOwn = own.map { shown.fits($0, recorded, tolerance: channel.tolerance) } ?? false
                if own != nil, !isOwn { isChanged = true }
                var sampler = isOwn ? own : found.flatMap { Self.cut($0, seconds, recorded.interpolation) }
                sampler = sampler ?? Self.still(rest, times, recorded.interpolation, property.property)
                guard let sampler else { continue }
                // Channels of one sampler share it, as far as the file shows the same.
                var place = known[channel.sampler]
                if let shared = place, !clip.samplers[shared].isSame(as: sampler) { place = nil }
                if place == nil {
                    place = clip.samplers.count
                    clip.samplers.append(sampler)
                    if known[channel.sampler] == nil { known[channel.sampler] = place }
                }
                clip.channels.append(
                    AnimationChannel(node: channel.node, property: channel.property, sampler: place ?? 0))
            }
            for setting in form.settings {
                let range = form.times[setting.times]
                room -= range.count + 1
                guard room >= 0 else { return false }
                restore(setting, keyTimes(range), settings, seconds, scene, &clip)
            }
            if isChanged { misfits.append("animation \(form.name ?? "\(index + 1)")") }
        }
        scene.clips = restored
        return true
    }

    /// Adds the channel of a setting as the file has it: its numbers are made of others there.
    private func restore(
        _ form: Clip.Setting, _ times: [Float], _ read: [USDMovedSetting: AnimationSampler],
        _ seconds: ClosedRange<Double>, _ scene: MeshScene, _ clip: inout AnimationClip
    ) {
        let sampler = read[USDMovedSetting(part: form.part, name: form.name)].flatMap { sampler in
            Self.keys(of: sampler, seconds.lowerBound, times, form.interpolation)
                ?? Self.cut(sampler, seconds, form.interpolation)
        }
        let rest = scene.setting(form.name, of: form.part) ?? []
        clip.settings.append(SettingChannel(part: form.part, name: form.name, sampler: clip.samplers.count))
        clip.samplers.append(sampler ?? Self.still(rest, times, form.interpolation, .translation))
    }

    /// A camera or light as it is numbered after restoring.
    private func restored(_ part: SettingChannel.Part) -> SettingChannel.Part {
        switch part {
        case .camera(let index): .camera(cameraNumbers.indices.contains(index) ? cameraNumbers[index] : index)
        case .light(let index): .light(lightNumbers.indices.contains(index) ? lightNumbers[index] : index)
        case .material: part
        }
    }

    private func keyTimes(_ range: Range<Int>) -> [Float] {
        column(range.lowerBound, count: range.count, components: 1)?.doubles().map { Float($0) } ?? []
    }

    private func fits(_ channel: Clip.Channel, _ scene: MeshScene) -> Bool {
        guard scene.nodes.indices.contains(channel.node) else { return false }
        return channel.property != .weights || scene.nodes[channel.node].mesh != nil
    }

    /// The sampler as the record and the file have it; nil: the file lacks keys of it.
    private func original(
        _ form: Clip.Sampler, _ times: [Float], _ rest: [Double], _ read: AnimationSampler?, _ start: Double,
        _ property: AnimationChannel.Property
    ) -> AnimationSampler? {
        guard !times.isEmpty, !rest.isEmpty else { return nil }
        if let place = form.values {
            let each = form.interpolation == .cubicSpline ? 3 : 1
            let rows = form.isStill ? each : each * times.count
            return column(place, count: rows, components: rest.count).map { values in
                let all = form.isStill ? (0..<each * times.count).map { Int32(clamping: $0 % each) } : []
                return AnimationSampler(
                    times: Column(times), values: form.isStill ? values.picked(all) : values,
                    interpolation: form.interpolation)
            }
        }
        guard let read else {
            return form.interpolation == .cubicSpline ? nil : Self.still(rest, times, form.interpolation, property)
        }
        return Self.keys(of: read, start, times, form.interpolation)
    }

    /// A sampler that stays at a value. Readers leave out motion that changes nothing.
    static func still(
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
    static func keys(
        of sampler: AnimationSampler, _ start: Double, _ keys: [Float],
        _ interpolation: AnimationSampler.Interpolation
    ) -> AnimationSampler? {
        guard interpolation != .cubicSpline, let first = keys.first, let last = keys.last else { return nil }
        // Of a time line of thousands of clips, each has a few keys.
        let slack = 1 + max(abs(start + Double(first)), abs(start + Double(last))) * 0x1p-20
        let part = sampler.keys(from: start + Double(first) - slack, to: start + Double(last) + slack)
        let times = sampler.times.rows(part).doubles()
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
            times: Column(keys), values: sampler.values.rows(part).picked(rows), interpolation: interpolation)
    }

    /// The keys of a sampler between two seconds; nil: there are none.
    static func cut(
        _ sampler: AnimationSampler, _ seconds: ClosedRange<Double>, _ interpolation: AnimationSampler.Interpolation
    ) -> AnimationSampler? {
        // Seconds are float32: those of a key may be a little off.
        let room = max(abs(seconds.upperBound), 1) * 0x1p-22
        // With the one behind it, to see what is held until then.
        let part = sampler.keys(from: seconds.lowerBound - room, to: seconds.upperBound + 2 * room)
        let times = sampler.times.rows(part).doubles()
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
            times: Column(own), values: sampler.values.rows(part).picked(rows),
            interpolation: interpolation == .step ? .step : sampler.interpolation)
    }
}

extension AnimationSampler {
    /// The keys between two seconds, of times that ascend.
    func keys(from first: Double, to last: Double) -> Range<Int> {
        var row = ContiguousArray<Double>()
        func count(_ isBefore: (Double) -> Bool) -> Int {
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                times.read(middle..<middle + 1, into: &row)
                if row.first.map(isBefore) ?? false { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let start = count { $0 < first }
        return start..<max(start, count { $0 <= last })
    }

    /// Whether all keys have the same bits.
    fileprivate func isSame(as other: AnimationSampler) -> Bool {
        guard interpolation == other.interpolation, times.count == other.times.count,
            values.components == other.values.components, values.type == other.values.type
        else { return false }
        return times.doubles() == other.times.doubles()
            && values.doubles().elementsEqual(other.values.doubles()) { $0.bitPattern == $1.bitPattern }
    }
}
