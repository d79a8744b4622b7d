// The options that several formats have, as properties of the same dictionaries that `--set` fills by name.

extension ReadOptions {
    /// Whether origin records are ignored, so that a file that this library wrote is read as other programs read it.
    public var ignoresOrigin: Bool {
        get { options["origin"] == "ignore" }
        set { options["origin"] = newValue ? "ignore" : nil }
    }

    /// Whether splats get colours that formats without splats can show; see ``FormatOption/splatColors``.
    public var colorsSplats: Bool {
        get { options[FormatOption.splatColors.name] == "true" }
        set { options[FormatOption.splatColors.name] = newValue ? "true" : nil }
    }
}

extension WriteOptions {
    /// Whether colours of textures become colours of vertices, or the reverse.
    public enum Painting: String, Sendable {
        /// Colours stay what they are.
        case none
        /// Vertices get the colours of the textures that their faces wear.
        case vertices
        /// A texture is painted from colours, in formats that have both.
        case texture
    }

    /// Whether files get no origin record. Reading them back restores nothing that the format can't express, and the
    /// report says so: what would have been re-encoded is lost or approximate. A file that is copied within its format
    /// keeps the record that it has.
    public var omitsOrigin: Bool {
        get { options["origin"] == "none" }
        set { options["origin"] = newValue ? "none" : nil }
    }

    /// What is painted; see ``FormatOption/paintEither``.
    public var painting: Painting {
        get { options[FormatOption.paint.name].flatMap(Painting.init(rawValue:)) ?? .none }
        set { options[FormatOption.paint.name] = newValue == .none ? nil : newValue.rawValue }
    }
}
