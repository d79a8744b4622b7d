import MeshModel

/// Where the value of an attribute comes from.
enum USDResolved: Sendable {
    /// One value for all times, and the opinion that gives it.
    case value(USDValue, USDOpinion)
    /// Values at times of the stage, and the opinion that gives them.
    case samples([USDSample], USDOpinion)
    /// A curve over time, as its layer holds it, and the opinion that gives it.
    case spline(USDValue, USDOpinion)
}

extension USDStage {
    /// The spec that an opinion is.
    func spec(_ opinion: USDOpinion) -> USDSpec {
        layers.layers[opinion.layer].layer.specs[opinion.spec]
    }

    /// The names of all properties that layers hold for a prim, those of weaker opinions first.
    func properties(of prim: Int) -> [String] {
        var seen: Set<String> = []
        var names: [String] = []
        for opinion in prims[prim].opinions.reversed() {
            let specs = layers.layers[opinion.layer].layer.specs
            for property in specs[opinion.spec].properties
            where seen.insert(specs[property].name).inserted {
                names.append(specs[property].name)
            }
        }
        return names
    }

    /// A property with all opinions on it; nil where no layer holds it.
    func property(_ prim: Int, _ name: String) -> USDProperty? {
        var found: USDProperty?
        for opinion in prims[prim].opinions {
            guard let spec = layers.layers[opinion.layer].property(name, of: opinion.spec) else {
                continue
            }
            var own = opinion
            own.spec = spec
            let source = layers.layers[opinion.layer].layer.specs[spec]
            let isRelationship = source.kind == .relationship
            var typeName = ""
            if case .text(_, let name)? = source["typeName"] { typeName = name }
            if found == nil {
                found = USDProperty(
                    name: name, isRelationship: isRelationship, typeName: typeName, opinions: [])
            }
            // An opinion of the other kind has nothing to say here.
            guard found?.isRelationship == isRelationship else { continue }
            if found?.typeName.isEmpty == true { found?.typeName = typeName }
            found?.opinions.append(own)
        }
        return found
    }

    /// The value of an attribute, wherever it comes from: the strongest opinion that has a value or samples.
    ///
    /// - Returns: nil where there is none, or where the strongest hides the weaker ones.
    func resolved(_ prim: Int, _ name: String) -> USDResolved? {
        guard let property = property(prim, name) else { return nil }
        var hidesSamples = false
        for opinion in property.opinions {
            let spec = spec(opinion)
            if !hidesSamples, case .samples(let samples)? = spec["timeSamples"], !samples.isEmpty {
                return .samples(samples.map { mapped($0, opinion) }, opinion)
            }
            if !hidesSamples, let spline = spec["spline"] { return .spline(spline, opinion) }
            switch spec["default"] {
            case .block?: return nil
            case .animationBlock?: hidesSamples = true
            case let value?: return .value(value.moved(by: opinion.offset), opinion)
            case nil: break
            }
        }
        return nil
    }

    /// What is said under a field of a property, by the strongest opinion; dictionaries and list edits are joined.
    ///
    /// `default` is the value that holds outside of all times, as `Get()` of usd-core gives it.
    func value(_ prim: Int, _ name: String, field: String = "default") -> USDValue? {
        guard let property = property(prim, name) else { return nil }
        return composed(property.opinions, field)?.value
    }

    /// The samples of an attribute, at times of the stage; empty where its value comes from elsewhere.
    func samples(_ prim: Int, _ name: String) -> [USDSample] {
        if case .samples(let samples, _)? = resolved(prim, name) { samples } else { [] }
    }

    /// What is said under a field of a prim: `kind`, `customData`, `apiSchemas` …
    func metadata(_ prim: Int, _ field: String) -> USDValue? {
        composed(prims[prim].opinions, field)?.value
    }

    /// The targets of a relationship as paths of the stage, the list edits of all opinions joined.
    func targets(_ prim: Int, _ name: String) -> [String] { paths(prim, name, "targetPaths") }

    /// What an attribute is connected to, as paths of the stage.
    func connections(_ prim: Int, _ name: String) -> [String] { paths(prim, name, "connectionPaths") }

    private func paths(_ prim: Int, _ name: String, _ field: String) -> [String] {
        guard let property = property(prim, name) else { return [] }
        guard case .list(let list)? = composed(property.opinions, field)?.value else { return [] }
        return list.explicit.compactMap { if case .text(let path) = $0 { path } else { nil } }
    }

    /// The value of a field over opinions, with the strongest opinion that says something.
    ///
    /// Dictionaries are joined, list edits applied (the result is explicit, its paths those of the stage); of everything
    /// else the strongest is taken.
    func composed(_ opinions: [USDOpinion], _ field: String) -> (
        value: USDValue, opinion: USDOpinion
    )? {
        var joined: (value: USDValue, opinion: USDOpinion)?
        for (place, opinion) in opinions.enumerated() {
            guard let value = spec(opinion)[field] else { continue }
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

    /// The list that edits make together.
    private func list(_ opinions: ArraySlice<USDOpinion>, _ field: String) -> USDListEdit {
        var edits: [(edit: USDListEdit, opinion: USDOpinion)] = []
        for opinion in opinions {
            guard case .list(let edit)? = spec(opinion)[field] else { continue }
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
    /// A time of the layer as one of the stage.
    func time(_ time: Double) -> Double { time * scale + offset }
}

extension USDValue {
    /// The value with its time codes moved, those in arrays and dictionaries too.
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
    /// Entries of a stronger dictionary with what only a weaker one has, dictionaries inside likewise.
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
