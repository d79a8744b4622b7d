import MeshFormats

/// What a variant and its options ask for.
struct USDOptions: Sendable {
    /// How colours of vertices, corners or faces are shown where a material has no texture for them.
    enum Colors: String, Sendable, CaseIterable {
        /// By a texture that is painted from them, beside the colours themselves; where none is, by a material that
        /// reads them.
        case both
        /// By a material that reads them.
        case reader
        /// By whoever draws `displayColor`: no material is made.
        case plain
        /// By a texture alone, wherever one is painted.
        case texture
    }

    /// The id of the variant.
    let variant: String
    /// How the layer is encoded.
    var encoding = USDWrittenFile.Encoding.crate
    /// Whether layer and images are one package.
    var isPackage = false
    /// Whether the file has only what Quick Look shows.
    var isQuickLook = false
    var colors = Colors.both
    /// Up to how many faces are painted.
    var mostPaintedFaces = 0

    /// Beyond, a texture is large and has few texels for each face: it is painted when it is asked for.
    private static let fewFaces = 500_000

    /// The meaning of a variant; nil for one that USD hasn't.
    init?(variant: String, _ options: WriteOptions) {
        self.variant = variant
        switch variant {
        case "usda": encoding = .text
        case "usdc": encoding = .crate
        case "usdz":
            isPackage = true
            if options.options["layer"] == "usda" { encoding = .text }
        case "usdz.quicklook":
            isPackage = true
            isQuickLook = true
        default: return nil
        }
        if isPackage { mostPaintedFaces = isQuickLook ? .max : Self.fewFaces }
        if options.paintsTextures { mostPaintedFaces = .max }
        guard let word = options.options["colors"], let colors = Colors(rawValue: word) else { return }
        self.colors = colors
        mostPaintedFaces = colors == .both || colors == .texture ? .max : 0
    }
}
