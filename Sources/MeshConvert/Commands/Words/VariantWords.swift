import MeshBytes
import MeshFormats

/// Guesses what is meant by `--to ply.text`, or by `--to ascii` for an output that ends in .stl.
enum VariantWords {
    private static let synonyms = [
        "text": "ascii", "txt": "ascii", "bin": "binary", "json": "gltf", "be": "binary-big-endian",
        "big-endian": "binary-big-endian", "le": "binary", "little-endian": "binary", "colour": "color",
    ]

    /// Returns the variant; nil: nothing is near.
    static func meant(by word: String, for output: String?, in formats: [any Format]) -> String? {
        let known = formats.flatMap(\.descriptor.variants).map(\.id)
        let ending = output?.pathExtension.flatMap { StandardFormats.format(extension: $0, in: formats) }
        var parts = word.split(separator: ".").map(String.init)
        guard let last = parts.popLast() else { return nil }
        if parts.isEmpty, let ending { parts = [ending.descriptor.id] }
        let name = (parts + [synonyms[last] ?? last]).joined(separator: ".")
        return known.contains(name) ? name : nil
    }
}
