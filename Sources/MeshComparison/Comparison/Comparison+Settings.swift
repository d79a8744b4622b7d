import MeshModel

// Compares what samplers change of cameras, lights and materials.

extension Comparison {
    /// The part of the source that a part of the target comes from.
    private func source(of part: SettingChannel.Part) -> SettingChannel.Part? {
        switch part {
        case .camera(let index):
            origin(links.cameras, index, source.scene.cameras.count).map { .camera($0) }
        case .light(let index): origin(links.lights, index, source.scene.lights.count).map { .light($0) }
        case .material(let index):
            origin(links.materials, index, source.scene.materials.count).map { .material($0) }
        }
    }

    /// The places of channels by their part and name, of equal ones the first.
    private static func places(of settings: [SettingChannel]) -> [SettingChannel.Part: [String: Int]] {
        var places: [SettingChannel.Part: [String: Int]] = [:]
        for (place, channel) in settings.enumerated() where places[channel.part]?[channel.name] == nil {
            places[channel.part, default: [:]][channel.name] = place
        }
        return places
    }

    /// Compares the settings of two clips key by key.
    mutating func compareSettings(_ from: AnimationClip, _ to: AnimationClip, _ origin: Int, _ index: Int) {
        var isKnown = [Bool](repeating: false, count: from.settings.count)
        let places = Self.places(of: from.settings)
        for (number, channel) in to.settings.enumerated() {
            guard let part = source(of: channel.part), let place = places[part]?[channel.name], !isKnown[place] else {
                add(.generated, ScenePath.setting(clip: index, number), count: 1)
                continue
            }
            isKnown[place] = true
            let (a, b) = (from.samplers[from.settings[place].sampler], to.samplers[channel.sampler])
            let path = ScenePath.setting(clip: origin, place)
            if a.interpolation == b.interpolation, a.times.count == b.times.count {
                compareKeys(a, b, path)
            } else {
                // Other keys are reported; what they say is not, so it is the same.
                add(
                    .value, path, count: a.times.count, valueClass: .approximated,
                    largestError: Self.error(ofOtherKeys: a, b))
            }
        }
        for place in from.settings.indices where !isKnown[place] {
            add(.presence, ScenePath.setting(clip: origin, place), count: 1)
        }
    }

    /// Compares the settings of two clips by their values at moments.
    mutating func compareShownSettings(_ origin: Int, _ image: Int?, _ moments: [Double]) {
        let from = source.scene.clips[origin]
        let to = image.map { target.scene.clips[$0] }
        var images: [SettingChannel.Part: [SettingChannel.Part]] = [:]
        for part in target.scene.parts { if let own = source(of: part) { images[own, default: []].append(part) } }
        let (places, arrivals) = (Self.places(of: from.settings), Self.places(of: to?.settings ?? []))
        for (place, channel) in from.settings.enumerated() {
            let path = ScenePath.setting(clip: origin, place)
            for part in images[channel.part] ?? [] {
                let arrived = arrivals[part]?[channel.name].flatMap { to?.settings[$0] }
                let wrong = moments.count { seconds in
                    let before = MomentCheck.value(of: from.samplers[channel.sampler], at: seconds, false)?.numbers
                    let now =
                        arrived.flatMap { own in
                            to.flatMap { MomentCheck.value(of: $0.samplers[own.sampler], at: seconds, false)?.numbers }
                        } ?? target.scene.setting(channel.name, of: part)
                    return !Self.areNear(before, now)
                }
                guard wrong > 0 else { continue }
                // One of several clips that others don't find, on one time line, is missing as a whole.
                if image == nil, !target.scene.clips.isEmpty {
                    return add(.presence, ScenePath.clip(origin), count: 1)
                }
                if arrived == nil {
                    add(.presence, path, count: 1)
                } else {
                    add(.value, path, count: wrong, valueClass: .approximated)
                }
                break
            }
        }
        guard let to, let image else { return }
        for (place, channel) in to.settings.enumerated() {
            guard let part = source(of: channel.part), places[part]?[channel.name] == nil else { continue }
            let still = source.scene.setting(channel.name, of: part)
            let isStill = moments.allSatisfy { seconds in
                Self.areNear(
                    still, MomentCheck.value(of: to.samplers[channel.sampler], at: seconds, false)?.numbers)
            }
            if !isStill { add(.generated, ScenePath.setting(clip: image, place), count: 1) }
        }
    }

    /// How far values are off that have other keys; nil: no farther than float32 rounds. At the keys, and between those
    /// that float32 tells apart.
    private static func error(ofOtherKeys a: AnimationSampler, _ b: AnimationSampler) -> Double? {
        var a = a
        // Digits of times are another report.
        a.times = Column(a.times.doubles().map { Float($0) })
        let keys = Set(a.times.doubles() + b.times.doubles()).sorted()
        var moments = keys
        for (start, end) in zip(keys, keys.dropFirst()) {
            let gap = end - start
            if gap > 1e-5 * max(abs(end), 1) { moments += [start + 0.3 * gap, start + 0.6 * gap] }
        }
        var error = 0.0
        for second in moments {
            let before = MomentCheck.value(of: a, at: second, false)?.numbers
            let now = MomentCheck.value(of: b, at: second, false)?.numbers
            guard let before, let now, before.count == now.count else { return .infinity }
            if areNear(before, now, within: 1e-5) { continue }
            error = zip(before, now).reduce(error) { max($0, abs($1.0 - $1.1)) }
        }
        return error > 0 ? error : nil
    }

    /// Whether numbers differ by less than a share of their size: that of pieces of curves, or of float32.
    private static func areNear(_ a: [Double]?, _ b: [Double]?, within share: Double = 1e-3) -> Bool {
        guard let a, let b, a.count == b.count else { return a == nil && b == nil }
        let size = (a + b).reduce(1e-3) { $1.isFinite ? max($0, abs($1)) : $0 }
        return zip(a, b).allSatisfy { abs($0 - $1) <= share * size || !$0.isFinite }
    }
}

extension MeshScene {
    fileprivate var parts: [SettingChannel.Part] {
        cameras.indices.map { .camera($0) } + lights.indices.map { .light($0) }
            + materials.indices.map { .material($0) }
    }
}
