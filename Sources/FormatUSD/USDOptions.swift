import MeshFormats

/// The settings of a variant and its options.
struct USDOptions: Sendable {
    /// The way to show vertex, corner or face colours where a material has no texture for them.
    enum Colors: String, Sendable, CaseIterable {
        /// A texture painted from the colours, with the colours kept. Where no texture is painted, a material that
        /// reads them.
        case both
        /// A material that reads the colours.
        case reader
        /// No material. Viewers that draw `displayColor` show the colours.
        case plain
        /// A painted texture alone, where one can be painted.
        case texture
    }

    /// The encoding of the layer.
    var encoding = USDWrittenFile.Encoding.crate
    /// Whether the output is one package with its images.
    var isPackage = false
    /// Whether to write only what Quick Look shows.
    var isQuickLook = false
    var colors = Colors.both
    /// The maximum number of faces that get a painted texture.
    var mostPaintedFaces = 0

    /// Whether numbers of splats that USD's own can't give back are also written unchanged.
    var keepsSplats = true
    /// Whether the file gets no origin record.
    var omitsOrigin = false

    /// Beyond this, a texture is large and has few texels per face, so it is painted only on request.
    private static let fewFaces = 500_000

    /// Creates the settings of a variant, or returns nil if USD has no such variant.
    init?(variant: String, _ options: WriteOptions) {
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
        omitsOrigin = options.omitsOrigin
        keepsSplats = options.options[FormatOption.splatRaw.name] != "false"
        if isPackage { mostPaintedFaces = isQuickLook ? .max : Self.fewFaces }
        if options.painting == .texture { mostPaintedFaces = .max }
        guard let word = options.options["colors"], let colors = Colors(rawValue: word) else { return }
        self.colors = colors
        mostPaintedFaces = colors == .both || colors == .texture ? .max : 0
    }
}
