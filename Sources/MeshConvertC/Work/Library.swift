import MeshConvert

/// What all calls share.
enum Library {
    static let pipeline = Pipeline()
    /// Texts that are never freed.
    static let texts = Texts()
}
