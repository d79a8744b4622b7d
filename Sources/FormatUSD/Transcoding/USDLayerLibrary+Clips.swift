import MeshFormats
import MeshModel

// Value clips with a template instead of names: a copy has other names, so it lists its files.

extension USDLayerLibrary {
    /// Lists the files of value clips in place of their templates.
    ///
    /// - Returns: the number of templates with files, and of those with files of which a layer has only a part. A template
    ///   that leads to no file stays as it is.
    mutating func listClipFiles() -> (listed: Int, left: Int) {
        var (listed, left) = (0, 0)
        var room = USDClipList.mostFiles
        let parts = templateParts()
        for index in layers.indices {
            var layer = layers[index].layer
            var isChanged = false
            for spec in layers[index].places.clips {
                guard case .dictionary(var sets)? = layer.specs[spec]["clips"] else { continue }
                for place in sets.indices {
                    guard case .dictionary(let info) = sets[place].value, info.namesTemplate else { continue }
                    let isWhole = USDClipList.templateParts.allSatisfy { part in info.contains { $0.name == part } }
                    let all = isWhole ? info : USDEntry.joined(info, over: parts[sets[place].name] ?? [])
                    guard let list = fileList(all, from: index, &room) else { continue }
                    guard isWhole else {
                        left += 1
                        continue
                    }
                    listed += 1
                    isChanged = true
                    sets[place].value = .dictionary(list)
                }
                layer.specs[spec]["clips"] = .dictionary(sets)
            }
            if isChanged { replace(index, by: layer) }
        }
        return (listed, left)
    }

    /// What all layers together say of templates, by the names of the clips.
    private func templateParts() -> [String: [USDEntry]] {
        var all: [String: [USDEntry]] = [:]
        for layer in layers {
            for spec in layer.places.clips {
                guard case .dictionary(let sets)? = layer.value(of: spec, "clips") else { continue }
                for entry in sets {
                    guard case .dictionary(let info) = entry.value else { continue }
                    let own = info.filter { USDClipList.templateParts.contains($0.name) }
                    all[entry.name] = USDEntry.joined(all[entry.name] ?? [], over: own)
                }
            }
        }
        return all
    }

    /// A definition of clips with the files that its template leads to, or nil for none.
    private mutating func fileList(_ info: [USDEntry], from layer: Int, _ room: inout Int) -> [USDEntry]? {
        guard let list = try? USDClipList(info, USDOffset(), room: &room) else { return nil }
        var places: [Int: Int] = [:]
        for (index, asset) in list.assets.enumerated() where isThere(asset, from: layer) {
            places[index] = places.count
        }
        guard !places.isEmpty else { return nil }
        let active = list.active.compactMap { entry in places[entry.clip].map { [entry.time, Double($0)] } }
        let times = list.times.filter { $0.file.map { places[$0] != nil } ?? true }.map { [$0.stage, $0.clip] }
        func pairs(_ numbers: [[Double]]) -> USDValue {
            .array(USDArray(type: .double2, values: Column(ContiguousArray(numbers.joined()), components: 2)))
        }
        let own = [
            USDEntry(name: "active", value: pairs(active)),
            USDEntry(
                name: "assetPaths",
                value: .texts(.asset, list.assets.indices.filter { places[$0] != nil }.map { list.assets[$0] })),
            USDEntry(name: "times", value: pairs(times)),
        ]
        let names = Set(own.map(\.name))
        let rest = info.filter { !$0.name.hasPrefix("template") && !names.contains($0.name) }
        // USD sorts dictionaries by name.
        return (rest + own).inOrder { $0.name < $1.name }
    }

    /// Whether a file of a template is there.
    mutating func isThere(_ asset: String, from layer: Int) -> Bool {
        guard let place = location(asset, from: layer) else { return false }
        if case .missing = find(place, spelled: asset, from: layer) { return false }
        return true
    }
}

extension [USDEntry] {
    /// Whether a definition of clips has a template that counts: named files are stronger.
    fileprivate var namesTemplate: Bool {
        contains { $0.name == "templateAssetPath" } && !contains { $0.name == "assetPaths" }
    }
}
