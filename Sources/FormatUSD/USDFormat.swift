public import MeshBytes
public import MeshFormats

/// USD: scenes in layers, as text (`.usda`), binary (`.usdc`) or packed with their textures (`.usdz`).
public struct USDFormat: ReadableFormat {
    /// Creates a format.
    public init() {}

    /// The description of the format.
    public var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "usd", name: "USD", extensions: ["usdz", "usdc", "usda", "usd"],
            signatures: [Array("#usda".utf8), Array("PXR-USDC".utf8), [0x50, 0x4B, 3, 4]],
            mediaTypes: ["model/vnd.usdz+zip", "model/vnd.usda", "model/vnd.usd"], variants: Self.variants,
            options: Self.options, needs: FormatNeeds(flatHierarchy: false, vertexColors: .multiplied, isStill: false),
            hasVariantSets: true)
    }

    /// Reads a whole file.
    public func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        try USDReader(input: input, options: options).read()
    }
}
