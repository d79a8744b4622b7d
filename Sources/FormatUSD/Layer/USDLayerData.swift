import MeshFormats

/// The entry that meshconv keeps in a layer's `customLayerData`.
enum USDLayerData {
    /// Whether the layer's `customLayerData` has room for meshconv's record of values, with no other use of its name.
    static func canHold(_ layer: USDLayer) -> Bool {
        switch layer.specs[0]["customLayerData"] {
        case nil: true
        case .dictionary(let entries):
            switch entries.first(where: { $0.name == OriginRecord.key })?.value {
            case nil: true
            case .dictionary(let own): !own.contains { $0.name == USDSetAside.member }
            default: false
            }
        default: false
        }
    }

    static func entry(_ name: String, of layer: USDLayer) -> USDValue? {
        guard case .dictionary(let entries) = layer.specs[0]["customLayerData"],
            case .dictionary(let own) = entries.first(where: { $0.name == OriginRecord.key })?.value
        else { return nil }
        return own.first { $0.name == name }?.value
    }

    /// Sets an entry. A nil value removes it, together with the dictionaries that this leaves empty.
    static func set(_ name: String, _ value: USDValue?, in layer: inout USDLayer) {
        var entries: [USDEntry] = []
        if case .dictionary(let all) = layer.specs[0]["customLayerData"] { entries = all }
        var own: [USDEntry] = []
        if case .dictionary(let all) = entries.first(where: { $0.name == OriginRecord.key })?.value { own = all }
        own.removeAll { $0.name == name }
        if let value { own.append(USDEntry(name: name, value: value)) }
        let place = entries.firstIndex { $0.name == OriginRecord.key }
        let entry = USDEntry(name: OriginRecord.key, value: .dictionary(own))
        switch (place, own.isEmpty) {
        case (let place?, true): entries.remove(at: place)
        case (let place?, false): entries[place] = entry
        case (nil, true): break
        case (nil, false):
            // USD sorts dictionaries by name.
            let next = entries.firstIndex { entry.name.utf8.lexicographicallyPrecedes($0.name.utf8) }
            entries.insert(entry, at: next ?? entries.count)
        }
        layer.specs[0]["customLayerData"] = entries.isEmpty ? nil : .dictionary(entries)
    }
}
