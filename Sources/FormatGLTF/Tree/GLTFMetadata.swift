import MeshBytes
import MeshFormats
import MeshModel

/// A file's metadata: `asset.copyright` and the texts in `asset.extras`.
enum GLTFMetadata {
    /// The texts of a member: one, or several in an array; nil when it is anything else.
    static func texts(_ value: JSONValue) -> [String]? {
        if let text = value.string { return [text] }
        guard let array = value.array, !array.isEmpty else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }

    /// The metadata entries of a tree, in its order.
    static func entries(_ root: JSONValue) -> [MetadataEntry] {
        var entries: [MetadataEntry] = []
        if let text = root["asset"]?["copyright"]?.string {
            entries.append(MetadataEntry(key: "copyright", value: text))
        }
        for (key, value) in root["asset"]?["extras"]?.object ?? [] where key != OriginRecord.key {
            entries += (texts(value) ?? []).map { MetadataEntry(key: key, value: $0) }
        }
        return entries
    }
}
