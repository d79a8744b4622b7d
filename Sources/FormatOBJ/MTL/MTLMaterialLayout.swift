/// A material as statements of an MTL file.
struct MTLMaterialLayout: Sendable {
    /// A map, whose file is named once the output is known.
    struct Map: Sendable {
        /// The keyword and the options.
        var keyword: String
        /// The index in ``OBJLayout/images``.
        var image: Int
    }

    var name: String
    /// The statements of parameters.
    var lines: [String] = []
    /// The statements of images.
    var maps: [Map] = []

    /// A material without statements.
    init(name: String) { self.name = name }
}
