import MeshFormats

/// The native side of a file of USD: its layers as they are authored, and what the package holds beside them.
struct USDDocument: NativeDocument {
    /// The root layer and every other that was found, each once; nothing of them is composed.
    var layers: USDLayerLibrary
    /// How the file is encoded.
    var encoding: USDEncoding

    /// The files that only layers name which composition did not ask for.
    var unaskedFiles: [Residue] {
        var copy = layers
        return (try? copy.unaskedFiles()) ?? []
    }

    /// What the layers of another document say differently.
    func differences(from other: any NativeDocument) -> [NativeDifference]? {
        guard let other = other as? USDDocument else { return nil }
        return USDDocumentComparison(self, other).differences()
    }
}

/// How a file of USD is written down.
enum USDEncoding: String, Sendable, Hashable {
    case usda, usdc, usdz
}
