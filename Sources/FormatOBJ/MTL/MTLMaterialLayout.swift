/// A material as the MTL file says it.
struct MTLMaterialLayout: Sendable {
    /// A map whose file is named when the output is known.
    struct Map: Sendable {
        /// The keyword and the options.
        var keyword: String
        /// The image in ``OBJLayout/images``.
        var image: Int
    }

    /// The name.
    var name: String
    /// The statements of numbers.
    var lines: [String] = []
    /// The statements of images.
    var maps: [Map] = []

    /// A material without statements.
    init(name: String) { self.name = name }
}
