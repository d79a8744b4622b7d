import MeshBytes
import MeshFormats
import MeshModel

// The contents of `customLayerData`: metadata, and the origin record.

extension USDSceneBuilder {
    /// Adds the texts of the layer's custom data to the metadata.
    mutating func buildLayerData() {
        guard case .dictionary(let entries) = stage.metadata(0, "customLayerData") else { return }
        var left = 0
        for entry in entries where entry.name != OriginRecord.key {
            switch entry.value {
            case .text(_, let text): scene.metadata.append(MetadataEntry(key: entry.name, value: text))
            case .texts(_, let texts):
                scene.metadata += texts.map { MetadataEntry(key: entry.name, value: $0) }
            default: left += 1
            }
        }
        if left == 0 {
            uses.use(stage.prims[0].opinions, ["customLayerData"])
        } else {
            uses.use(stage.prims[0].opinions, ["customLayerData"], .diagnostic)
            note("usd.layer-data", 0, "custom layer data other than text is left out: \(left)")
        }
    }

    /// Restores the original scene from the origin record. Parts that don't match are reported.
    mutating func restoreOrigin() {
        guard !options.ignoresOrigin,
            case .dictionary(let entries) = stage.metadata(0, "customLayerData"),
            case .dictionary(let own) = entries.first(where: { $0.name == OriginRecord.key })?.value,
            case .text(_, let text) = own.first(where: { $0.name == USDOrigin.textKey })?.value
        else { return }
        func array(_ name: String) -> Column? {
            guard case .array(let array) = own.first(where: { $0.name == name })?.value, array.values.components == 1
            else { return nil }
            return array.values.rows(0..<min(array.values.count, USDOrigin.mostNumbers))
        }
        var numbers = ContiguousArray<Float>()
        if let own = array(USDOrigin.numbersKey) { own.read(0..<own.count, into: &numbers) }
        var residuals = ContiguousArray<Int32>()
        if let own = array(USDOrigin.residualsKey) { own.read(0..<own.count, into: &residuals) }
        guard let value = try? JSONValue.parse(Array(text.utf8), depthLimit: 16),
            let origin = USDOrigin(record: value, numbers: numbers, residuals: residuals)
        else {
            return diagnostics.append(.originIgnored("meshconv's own record in this file can't be read; it is ignored"))
        }
        diagnostics += origin.restore(&scene)
    }
}
