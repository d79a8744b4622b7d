// The samples that value clips give to attributes.

extension USDStage {
    /// The samples of an attribute in clips, at stage times, and where they come from; nil if the clips have no such
    /// attribute.
    ///
    /// Each clip has samples at its start and at the entries of the clips' times, and where its own samples are. Between
    /// all samples values are interpolated, across clips too.
    func samples(_ place: USDClipPlace, _ name: String) -> (samples: [USDSample], opinions: [USDOpinion])? {
        let set = clipSets[place.set]
        guard set.hasManifest else { return nil }
        let specs = set.clips.map { clip in clip.layer.flatMap { sampled(name, $0, set.prim + place.names) } }
        var standIn: USDValue?
        if let manifest = set.manifest {
            guard let spec = attribute(name, manifest, set.prim + place.names) else { return nil }
            let declared = layers.layers[manifest].layer.specs[spec]
            guard !declared.isUniform else { return nil }
            standIn = declared["default"]
        } else {
            guard let first = specs.indices.first(where: { specs[$0] != nil }), let layer = set.clips[first].layer,
                let spec = specs[first]?.spec, !layers.layers[layer].layer.specs[spec].isUniform
            else { return nil }
        }
        var times: [Double] = []
        for (clip, spec) in zip(set.clips, specs) where spec != nil || !set.interpolatesMissing || standIn != nil {
            times.append(clip.authoredStart)
            times += set.times.stageTimes.filter { clip.isActive(at: $0) }
            if let spec {
                times += set.times.stageTimes(of: spec.samples.map(\.time), from: clip.start, until: clip.end)
            }
        }
        if times.isEmpty { times = set.clips.prefix(1).map(\.authoredStart) }
        times.sort()
        var samples: [USDSample] = []
        samples.reserveCapacity(times.count)
        for time in times where time.isFinite && samples.last?.time != time {
            let number = set.clip(at: time)
            let clipTime = set.times.clipTime(at: time)
            let value = specs[number].map { USDSample.value($0.samples, at: clipTime) } ?? standIn ?? .block
            samples.append(USDSample(time: time, value: value.moved(by: set.times.offset(at: time))))
        }
        var opinions: [USDOpinion] = []
        for (clip, spec) in zip(set.clips, specs) {
            guard let layer = clip.layer, let spec else { continue }
            let opinion = USDOpinion(layer: layer, spec: spec.spec)
            if opinions.last != opinion { opinions.append(opinion) }
        }
        return (samples, opinions)
    }

    /// An attribute of a clip that no layer of the stage has: its declaration is that of the clip.
    func clipProperty(_ prim: Int, _ name: String) -> USDProperty? {
        // Only what schemas have: others need a declaration in the stage.
        guard !name.contains(":") else { return nil }
        for place in prims[prim].clips {
            guard let opinion = samples(place, name)?.opinions.first else { continue }
            var typeName = ""
            if case .text(_, let name)? = value(opinion, "typeName") { typeName = name }
            return USDProperty(name: name, isRelationship: false, typeName: typeName, opinions: [])
        }
        return nil
    }

    /// Specs of prims in clips that stand for prims of the stage.
    func clipPrims() -> Set<USDOpinion> {
        var found: Set<USDOpinion> = []
        for place in prims.flatMap(\.clips) {
            let set = clipSets[place.set]
            for layer in set.clips.compactMap(\.layer) {
                if let spec = prim(set.prim + place.names, layer) {
                    found.insert(USDOpinion(layer: layer, spec: spec))
                }
            }
        }
        return found
    }

    // MARK: Specs

    private func prim(_ names: [String], _ layer: Int) -> Int? {
        var spec = 0
        for name in names {
            guard let child = layers.layers[layer].child(name, of: spec) else { return nil }
            spec = child
        }
        return spec
    }

    private func attribute(_ name: String, _ layer: Int, _ prim: [String]) -> Int? {
        guard let owner = self.prim(prim, layer), let spec = layers.layers[layer].property(name, of: owner),
            layers.layers[layer].layer.specs[spec].kind == .attribute
        else { return nil }
        return spec
    }

    private func sampled(_ name: String, _ layer: Int, _ prim: [String]) -> (spec: Int, samples: [USDSample])? {
        guard let spec = attribute(name, layer, prim),
            case .samples(let samples)? = layers.layers[layer].layer.specs[spec]["timeSamples"], !samples.isEmpty
        else { return nil }
        return (spec, samples)
    }
}

extension USDSpec {
    /// Whether it is an attribute that must not change with time.
    fileprivate var isUniform: Bool { if case .uniform(true)? = self["variability"] { true } else { false } }
}

extension USDSample {
    /// The value of samples at a time: interpolated between them, held before the first and after the last.
    static func value(_ samples: [USDSample], at time: Double) -> USDValue {
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return samples.first?.value ?? .block }
        let before = samples[low - 1]
        guard low < samples.count, before.time < time else { return before.value }
        let after = samples[low]
        return before.value.between(after.value, (time - before.time) / (after.time - before.time))
    }
}
