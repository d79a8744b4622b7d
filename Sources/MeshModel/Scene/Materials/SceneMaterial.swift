/// The look of a surface, as named numbers, texts and textures.
///
/// The names are glTF's for what glTF can express (`baseColor`, `metallic`, `roughness`, `emissive`, `alpha`, `sheen`,
/// `clearcoat`, `clearcoatRoughness`, `anisotropy`, `anisotropyRotation`) and MTL's for the classic model (`Ka`, `Ks`,
/// `Ns`, `Ni`, `Tf`, `illum`, `sharpness`, `haloAlpha`): an MTL `Kd` is `baseColor`, `d` is `alpha`, `Ke` `emissive`.
/// With `vertexColors` 0, vertex colours are not drawn; without it they are multiplied with the base colour.
/// Numbers are copied, never converted between colour spaces.
public struct SceneMaterial: Sendable, Hashable {
    /// The name as the source has it.
    public var name: String?
    /// What counts for settings that are left out.
    public var model: MaterialModel
    /// Named numbers in the source's order; names are unique.
    public var parameters: [MaterialParameter]
    /// Textures by slot in the source's order; slots are unique.
    public var textures: [TextureSlot]

    /// Creates a material.
    public init(
        name: String? = nil, model: MaterialModel = .plain, parameters: [MaterialParameter] = [],
        textures: [TextureSlot] = []
    ) {
        self.name = name
        self.model = model
        self.parameters = parameters
        self.textures = textures
    }

    /// The numbers with this name.
    public subscript(name: String) -> [Double]? { parameters.first { $0.name == name }?.values }

    /// The texture in a slot.
    public func texture(_ slot: String) -> TextureSlot? { textures.first { $0.slot == slot } }
}

/// A named row of numbers of a material.
public struct MaterialParameter: Sendable, Hashable {
    /// The name, see ``SceneMaterial``.
    public var name: String
    /// One or more numbers.
    public var values: [Double]

    /// Creates a parameter.
    public init(_ name: String, _ values: [Double]) {
        self.name = name
        self.values = values
    }
}

/// The use of a texture by a material.
public struct TextureSlot: Sendable, Hashable {
    /// `baseColor`, `alpha`, `emissive`, `normal`, `metallic`, `roughness`, `bump`, `displacement`, `Ka`, `Ks`, `Ns` …
    public var slot: String
    /// The texture.
    public var texture: Int
    /// The mapping of the texture, as named numbers or texts in MTL's spelling (`-s`: 2 2 1, `-clamp`: on) or glTF's
    /// (`scale`: 2 2, `wrapS`: 33071).
    public var options: [TextureOption]

    /// Creates a slot.
    public init(_ slot: String, texture: Int, options: [TextureOption] = []) {
        self.slot = slot
        self.texture = texture
        self.options = options
    }
}

/// One option of a texture slot.
public struct TextureOption: Sendable, Hashable {
    /// The option's name in MTL's spelling (`-s`, `-o`, `-bm`, `-clamp`, `-imfchan` …) or glTF's (`texCoord`, `wrapS`
    /// …).
    public var name: String
    /// The option's values, as text.
    public var words: [String]

    /// Creates an option.
    public init(_ name: String, _ words: [String]) {
        self.name = name
        self.words = words
    }
}

/// A texture: an image that materials use.
public struct Texture: Sendable, Hashable {
    /// The name as the source has it.
    public var name: String?
    /// The image.
    public var image: Int

    /// Creates a texture.
    public init(name: String? = nil, image: Int) {
        self.name = name
        self.image = image
    }
}

/// An image: the name that the source gives it and, when it was found, its file or bytes.
public struct SceneImage: Sendable, Hashable {
    /// The path or name as the source writes it; empty for an embedded image without one.
    public var uri: String
    /// The file that was found; nil when the image is missing or embedded.
    public var path: String?
    /// The folder, without links, that the file must lie in when it is opened; nil: anywhere.
    package var folder: String?
    /// The bytes of an embedded image; else nil.
    public var bytes: [UInt8]?
    /// The name as the source has it, in addition to the path.
    public var name: String?
    /// The media type that the source declares: `image/png`, `image/jpeg` …
    public var mediaType: String?

    /// Creates an image.
    public init(
        uri: String, path: String? = nil, bytes: [UInt8]? = nil, name: String? = nil, mediaType: String? = nil
    ) {
        self.uri = uri
        self.path = path
        self.bytes = bytes
        self.name = name
        self.mediaType = mediaType
    }

    /// Whether the image has a file or bytes.
    public var isFound: Bool { path != nil || bytes != nil }

    /// The name of the image's file without folder and extension: `wood` for `textures/wood.png`; nil: it has none.
    public var fileStem: String? {
        guard let file = uri.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else { return nil }
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        return stem.isEmpty ? nil : String(stem)
    }

    /// Whether the name says no more than another image's file does: an image inside a file may have it as its name.
    package func isNamed(after other: SceneImage) -> Bool { other.name == nil && name != nil && name == other.fileStem }
}
