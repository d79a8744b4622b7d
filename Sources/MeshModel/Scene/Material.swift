/// How a surface looks, as named numbers, words and textures.
///
/// The names are glTF's for what glTF can say (`baseColor`, `metallic`, `roughness`, `emissive`, `alpha`, `sheen`,
/// `clearcoat`, `clearcoatRoughness`, `anisotropy`, `anisotropyRotation`) and MTL's for the classic model (`Ka`, `Ks`,
/// `Ns`, `Ni`, `Tf`, `illum`, `sharpness`, `haloAlpha`): an MTL `Kd` is `baseColor`, `d` is `alpha`, `Ke` `emissive`.
/// `vertexColors` of 0: colours of vertices are there and not shown; unsaid, they are multiplied with the base colour.
/// Numbers are copied, never converted between colour spaces.
public struct Material: Sendable, Hashable {
    /// The name as the source has it.
    public var name: String?
    /// Named numbers in the source's order; a name stands once.
    public var parameters: [MaterialParameter]
    /// Textures by slot in the source's order; a slot stands once.
    public var textures: [TextureSlot]

    /// A material from its parts.
    public init(name: String? = nil, parameters: [MaterialParameter] = [], textures: [TextureSlot] = []) {
        self.name = name
        self.parameters = parameters
        self.textures = textures
    }

    /// The numbers under a name.
    public subscript(name: String) -> [Double]? { parameters.first { $0.name == name }?.values }

    /// The texture in a slot.
    public func texture(_ slot: String) -> TextureSlot? { textures.first { $0.slot == slot } }
}

/// A named row of numbers of a material.
public struct MaterialParameter: Sendable, Hashable {
    /// The name, see ``Material``.
    public var name: String
    /// One or more numbers.
    public var values: [Double]

    /// A parameter from its parts.
    public init(_ name: String, _ values: [Double]) {
        self.name = name
        self.values = values
    }
}

/// A texture where a material uses it.
public struct TextureSlot: Sendable, Hashable {
    /// `baseColor`, `alpha`, `emissive`, `normal`, `metallic`, `roughness`, `bump`, `displacement`, `Ka`, `Ks`, `Ns` …
    public var slot: String
    /// The texture.
    public var texture: Int
    /// How it is laid on, as named numbers or words in MTL's spelling (`-s`: 2 2 1, `-clamp`: on) or glTF's (`scale`: 2 2,
    /// `wrapS`: 33071).
    public var options: [TextureOption]

    /// A slot from its parts.
    public init(_ slot: String, texture: Int, options: [TextureOption] = []) {
        self.slot = slot
        self.texture = texture
        self.options = options
    }
}

/// One option of a texture slot.
public struct TextureOption: Sendable, Hashable {
    /// The option's name, as MTL spells it (`-s`, `-o`, `-bm`, `-clamp`, `-imfchan` …) or glTF (`texCoord`, `wrapS` …).
    public var name: String
    /// Its words.
    public var words: [String]

    /// An option from its parts.
    public init(_ name: String, _ words: [String]) {
        self.name = name
        self.words = words
    }
}

/// An image as a surface wears it.
public struct Texture: Sendable, Hashable {
    /// The name as the source has it.
    public var name: String?
    /// The image.
    public var image: Int

    /// A texture from its parts.
    public init(name: String? = nil, image: Int) {
        self.name = name
        self.image = image
    }
}

/// A picture, by the name that the source gives it and, when it was found, where its bytes are.
public struct Image: Sendable, Hashable {
    /// The path or name as the source writes it; empty for one that is embedded without any.
    public var uri: String
    /// The file that was found for it; nil when it is missing or embedded.
    public var path: String?
    /// Its bytes when it is embedded; else nil.
    public var bytes: [UInt8]?
    /// The name as the source has it, beside the path.
    public var name: String?
    /// What the source says that the bytes are: `image/png`, `image/jpeg` …
    public var mediaType: String?

    /// An image from its parts.
    public init(
        uri: String, path: String? = nil, bytes: [UInt8]? = nil, name: String? = nil, mediaType: String? = nil
    ) {
        self.uri = uri
        self.path = path
        self.bytes = bytes
        self.name = name
        self.mediaType = mediaType
    }

    /// Whether there is something to show: a file, or bytes.
    public var isFound: Bool { path != nil || bytes != nil }
}
