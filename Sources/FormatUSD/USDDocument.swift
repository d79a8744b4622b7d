import MeshFormats

/// The native document of a USD file: its authored layers and the other files of its package.
struct USDDocument: NativeDocument {
    /// The root layer and all other layers that were found, each once and uncomposed.
    var layers: USDLayerLibrary

    /// The files that are named only by layers outside the stage.
    var unaskedFiles: [Residue] {
        var copy = layers
        return (try? copy.unaskedFiles()) ?? []
    }

    var defects: [Diagnostic] { USDCheck.findings(self) }

    /// The differences from the layers of another document.
    func differences(from other: any NativeDocument) -> [NativeDifference]? {
        guard let other = other as? USDDocument else { return nil }
        return USDDocumentComparison(self, other).differences()
    }
}

/// The encodings of a USD file.
enum USDEncoding: String, Sendable, Hashable {
    case usda, usdc, usdz
}
