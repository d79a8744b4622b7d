// The asset paths of a layer: the files that it names, in any field.

extension USDLayer {
    /// Replaces each asset path with the result of `change`.
    ///
    /// - Parameters:
    ///   - places: the specs that can name files, see ``USDLayerPlaces/files``.
    ///   - change: receives the path as written, and the spec and field that have it. It returns the path
    ///     unchanged to keep it.
    mutating func changeAssets(
        at places: [Int], _ change: (_ name: String, _ spec: Int, _ field: String) -> String
    ) {
        withoutActuallyEscaping(change) { change in
            for spec in places {
                for field in specs[spec].fields.indices {
                    // Most values name no file. They are skipped without a copy.
                    let name = specs[spec].fields[field].name
                    guard specs[spec].fields[field].value.canNameFiles(in: name) else { continue }
                    let value = specs[spec].fields[field].value
                    let one = AssetChange { change($0, spec, name) }
                    guard let changed = value.changingAssets(of: name, one) else { continue }
                    specs[spec].fields[field].value = changed
                }
            }
        }
    }

    /// Leaves out the references and payloads that the layer takes away from weaker ones, at these specs.
    mutating func forgetDeletedReferences(at places: [Int]) {
        for spec in places {
            for field in specs[spec].fields.indices {
                guard case .list(var list) = specs[spec].fields[field].value, !list.deleted.isEmpty,
                    list.item == .reference || list.item == .payload
                else { continue }
                list.deleted = []
                specs[spec].fields[field].value = .list(list)
            }
        }
    }
}

/// What becomes of each asset path of a value. An object, since each caller's closure would get its own copy of the code
/// that goes through values.
private final class AssetChange {
    private let change: (String) -> String

    init(_ change: @escaping (String) -> String) { self.change = change }

    /// The new path; nil: it stays.
    func callAsFunction(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        let other = change(text)
        return other == text ? nil : other
    }
}

extension USDValue {
    /// Whether the type of a field's value allows asset paths.
    func canNameFiles(in field: String) -> Bool {
        switch self {
        case .text(let type, _): type == .asset
        case .texts(let type, _): type == .asset || field == "subLayers"
        case .dictionary: true
        case .arrayEdit(let edit): edit.type == .plain(.asset)
        case .samples(let samples): samples.contains { $0.value.canNameFiles(in: field) }
        case .list(let list): list.item == .reference || list.item == .payload
        default: false
        }
    }

    /// The value with its asset paths changed, or nil if nothing changes.
    fileprivate func changingAssets(of field: String, _ changed: AssetChange) -> USDValue? {
        switch self {
        case .text(.asset, let text): return changed(text).map { .text(.asset, $0) }
        case .texts(let type, let texts) where type == .asset || field == "subLayers":
            let others = texts.map { changed($0) ?? $0 }
            return others == texts ? nil : .texts(type, others)
        case .dictionary(let entries):
            var isChanged = false
            let others = entries.map { entry -> USDEntry in
                guard let value = entry.value.changingAssets(of: entry.name, changed) else { return entry }
                isChanged = true
                return USDEntry(name: entry.name, value: value)
            }
            return isChanged ? .dictionary(others) : nil
        case .arrayEdit(var edit) where edit.type == .plain(.asset):
            var isChanged = false
            for index in edit.steps.indices {
                guard let value = edit.steps[index].value?.changingAssets(of: field, changed) else { continue }
                isChanged = true
                edit.steps[index].value = value
            }
            return isChanged ? .arrayEdit(edit) : nil
        case .samples(let samples):
            var isChanged = false
            let others = samples.map { sample -> USDSample in
                guard let value = sample.value.changingAssets(of: field, changed) else { return sample }
                isChanged = true
                return USDSample(time: sample.time, value: value)
            }
            return isChanged ? .samples(others) : nil
        case .list(var list) where list.item == .reference || list.item == .payload:
            var isChanged = false
            for operation in USDListEdit.Operation.allCases {
                for (index, item) in list[operation].enumerated() {
                    guard case .reference(var reference) = item, let asset = changed(reference.asset) else { continue }
                    isChanged = true
                    reference.asset = asset
                    list[operation][index] = .reference(reference)
                }
            }
            return isChanged ? .list(list) : nil
        default: return nil
        }
    }
}
