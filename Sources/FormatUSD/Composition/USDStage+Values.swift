import MeshModel

/// The source of an attribute's value.
enum USDResolved: Sendable {
    /// A value for all times, and its opinion.
    case value(USDValue, USDOpinion)
    /// Samples at stage times, and their opinions: one, or those of value clips. Curves are samples, too.
    case samples([USDSample], [USDOpinion])
}

extension USDStage {
    /// The spec of an opinion.
    func spec(_ opinion: USDOpinion) -> USDSpec {
        layers.layers[opinion.layer].layer.specs[opinion.spec]
    }

    /// The value of a field of an opinion.
    func value(_ opinion: USDOpinion, _ field: String) -> USDValue? {
        layers.layers[opinion.layer].value(of: opinion.spec, field)
    }

    /// The names of all properties of a prim, weaker opinions first.
    func properties(of prim: Int) -> [String] {
        let opinions = prims[prim].opinions
        if opinions.count == 1 {
            let specs = layers.layers[opinions[0].layer].layer.specs
            return specs[opinions[0].spec].properties.map { specs[$0].name }
        }
        var seen: Set<ExactText> = []
        var names: [String] = []
        for opinion in opinions.reversed() {
            let specs = layers.layers[opinion.layer].layer.specs
            for property in specs[opinion.spec].properties
            where seen.insert(ExactText(specs[property].name)).inserted {
                names.append(specs[property].name)
            }
        }
        return names
    }

    /// A property with all its opinions, or nil if no layer has it.
    func property(_ prim: Int, _ name: String) -> USDProperty? {
        var found: USDProperty?
        for opinion in prims[prim].opinions {
            let entry = layers.layers[opinion.layer]
            guard let spec = entry.property(name, of: opinion.spec) else { continue }
            var own = opinion
            own.spec = spec
            let isRelationship = entry.layer.specs[spec].kind == .relationship
            var typeName = ""
            if case .text(_, let name)? = entry.value(of: spec, "typeName") { typeName = name }
            if found == nil {
                found = USDProperty(
                    name: name, isRelationship: isRelationship, typeName: typeName, opinions: [])
            }
            // Ignore opinions of the other kind.
            guard found?.isRelationship == isRelationship else { continue }
            if found?.typeName.isEmpty == true { found?.typeName = typeName }
            found?.opinions.append(own)
        }
        if found == nil, !prims[prim].clips.isEmpty { return clipProperty(prim, name) }
        return found
    }

    /// The value of an attribute: the strongest opinion that has a value or samples.
    ///
    /// - Returns: nil if there is none, or if the strongest opinion hides weaker ones.
    func resolved(_ prim: Int, _ name: String) -> USDResolved? {
        property(prim, name).flatMap { resolved(prim, $0) }
    }

    /// The value of an attribute that was found.
    func resolved(_ prim: Int, _ property: USDProperty) -> USDResolved? {
        guard prims[prim].clips.isEmpty else { return resolvedWithClips(prim, property) }
        var hidesSamples = false
        for opinion in property.opinions {
            switch said(opinion, &hidesSamples) {
            case .nothing: continue
            case .block: return nil
            case .value(let value): return value
            }
        }
        return nil
    }

    private enum Said {
        case nothing, block
        case value(USDResolved)
    }

    /// What one opinion says of a value.
    private func said(_ opinion: USDOpinion, _ hidesSamples: inout Bool) -> Said {
        if !hidesSamples, case .samples(let samples)? = value(opinion, "timeSamples"), !samples.isEmpty {
            return .value(.samples(samples.map { mapped($0, opinion) }, [opinion]))
        }
        if !hidesSamples, case .spline(let spline)? = value(opinion, "spline"),
            let samples = samples(of: spline, opinion)
        {
            return .value(samples)
        }
        switch value(opinion, "default") {
        case .block?: return .block
        case .animationBlock?:
            hidesSamples = true
            return .nothing
        case let value?: return .value(.value(value.moved(by: opinion.offset), opinion))
        case nil: return .nothing
        }
    }

    /// The value of an attribute that value clips may have, too: each is weaker than the layer that names it.
    private func resolvedWithClips(_ prim: Int, _ property: USDProperty) -> USDResolved? {
        guard !property.isRelationship else { return nil }
        let (opinions, clips) = (prims[prim].opinions, prims[prim].clips)
        var (next, own, hidesSamples) = (0, 0, false)
        for position in 0...opinions.count {
            while next < clips.count, clips[next].position <= position {
                if !hidesSamples, let (samples, sources) = samples(clips[next], property.name) {
                    return .samples(samples, sources)
                }
                next += 1
            }
            guard position < opinions.count, own < property.opinions.count,
                let spec = layers.layers[opinions[position].layer].property(
                    property.name, of: opinions[position].spec),
                spec == property.opinions[own].spec, property.opinions[own].layer == opinions[position].layer
            else { continue }
            own += 1
            switch said(property.opinions[own - 1], &hidesSamples) {
            case .nothing: continue
            case .block: return nil
            case .value(let value): return value
            }
        }
        return nil
    }

    /// The composed value of a property's field. Dictionaries and list edits are merged; otherwise the strongest
    /// opinion wins.
    ///
    /// `default` is the value outside of all times, as returned by `Get()` of usd-core.
    func value(_ prim: Int, _ name: String, field: String = "default") -> USDValue? {
        guard let property = property(prim, name) else { return nil }
        return composed(property.opinions, field)?.value
    }

    /// The samples of an attribute at stage times. Empty if its value has another source.
    func samples(_ prim: Int, _ name: String) -> [USDSample] {
        if case .samples(let samples, _)? = resolved(prim, name) { samples } else { [] }
    }

    /// The composed value of a prim's field: `kind`, `customData`, `apiSchemas` …
    func metadata(_ prim: Int, _ field: String) -> USDValue? {
        // What a layer says about itself counts in the root layer only; its opinion is the first.
        composed(prim == 0 ? Array(prims[0].opinions.prefix(1)) : prims[prim].opinions, field)?.value
    }

    /// The targets of a relationship as stage paths, with all list edits applied.
    func targets(_ prim: Int, _ name: String) -> [String] { paths(prim, name, "targetPaths") }

    /// The targets of a relationship with these opinions, strongest first.
    func targets(_ opinions: [USDOpinion]) -> [String] { paths(opinions, "targetPaths") }

    /// The connections of an attribute, as stage paths.
    func connections(_ prim: Int, _ name: String) -> [String] { paths(prim, name, "connectionPaths") }

    private func paths(_ prim: Int, _ name: String, _ field: String) -> [String] {
        property(prim, name).map { paths($0.opinions, field) } ?? []
    }

    private func paths(_ opinions: [USDOpinion], _ field: String) -> [String] {
        guard case .list(let list)? = composed(opinions, field)?.value else { return [] }
        return list.explicit.compactMap { if case .text(let path) = $0 { path } else { nil } }
    }

    /// The composed value of a field, with the strongest opinion that has it.
    ///
    /// Dictionaries are merged. List edits are applied; the result is explicit and has stage paths. For other values,
    /// the strongest opinion wins.
    func composed(_ opinions: [USDOpinion], _ field: String) -> (
        value: USDValue, opinion: USDOpinion
    )? {
        var joined: (value: USDValue, opinion: USDOpinion)?
        for (place, opinion) in opinions.enumerated() {
            guard let value = value(opinion, field) else { continue }
            switch (joined?.value, value) {
            case (nil, .block): return nil
            case (nil, .animationBlock): break
            case (nil, .dictionary): joined = (value.moved(by: opinion.offset), opinion)
            case (nil, .list): return (.list(list(opinions[place...], field)), opinion)
            case (nil, _): return (value.moved(by: opinion.offset), opinion)
            case (.dictionary(let strong)?, .dictionary):
                guard case .dictionary(let weak) = value.moved(by: opinion.offset) else { break }
                joined?.value = .dictionary(USDEntry.joined(strong, over: weak))
            default: break
            }
        }
        return joined
    }

    /// The list that results from all edits.
    private func list(_ opinions: ArraySlice<USDOpinion>, _ field: String) -> USDListEdit {
        var edits: [(edit: USDListEdit, opinion: USDOpinion)] = []
        for opinion in opinions {
            guard case .list(let edit)? = value(opinion, field) else { continue }
            edits.append((edit, opinion))
            if edit.isExplicit { break }
        }
        var list = USDItemList<Void>()
        for (edit, opinion) in edits.reversed() {
            list.apply(edit) { item in
                guard edit.item == .path, case .text(let path) = item else { return (item.key, item, ()) }
                return maps[opinion.map](path).map { ($0, .text($0), ()) }
            }
        }
        var result = USDListEdit(item: edits.first?.edit.item ?? .token)
        result.isExplicit = true
        result.explicit = list.items.map(\.item)
        return result
    }

    private func mapped(_ sample: USDSample, _ opinion: USDOpinion) -> USDSample {
        USDSample(time: opinion.offset.time(sample.time), value: sample.value.moved(by: opinion.offset))
    }
}

extension USDOffset {
    /// Converts a layer time to a stage time.
    func time(_ time: Double) -> Double { time * scale + offset }
}

extension USDValue {
    /// The value with its time codes converted, including those in arrays and dictionaries.
    func moved(by offset: USDOffset) -> USDValue {
        offset == USDOffset() ? self : moved(by: offset, depth: 0)
    }

    private func moved(by offset: USDOffset, depth: Int) -> USDValue {
        switch self {
        case .real(.timecode, let time): return .real(.timecode, offset.time(time))
        case .array(let array) where array.type == .timecode:
            let times = ContiguousArray(array.values.doubles().map { offset.time($0) })
            return .array(USDArray(type: .timecode, values: Column(times)))
        case .dictionary(let entries) where depth < 64:
            return .dictionary(
                entries.map { USDEntry(name: $0.name, value: $0.value.moved(by: offset, depth: depth + 1)) })
        default: return self
        }
    }
}

extension USDEntry {
    /// Merges a stronger dictionary over a weaker one, recursively.
    static func joined(_ strong: [USDEntry], over weak: [USDEntry], depth: Int = 0) -> [USDEntry] {
        var result = strong
        for entry in weak {
            guard let index = strong.firstIndex(where: { $0.name == entry.name }) else {
                result.append(entry)
                continue
            }
            if depth < 64, case .dictionary(let inner) = strong[index].value,
                case .dictionary(let other) = entry.value
            {
                result[index].value = .dictionary(joined(inner, over: other, depth: depth + 1))
            }
        }
        return result
    }
}
