import MeshConvert
import MeshFormats

extension Pipeline {
    /// Reads the document of a file or of a package's mesh; see `document(of:for:options:)` of the library.
    func document(
        _ path: String, _ options: ConvertOptions, for variant: String? = nil
    ) throws(Failure) -> Document {
        try document(.path(path), options, for: variant)
    }

    /// Reads the document of a source.
    func document(
        _ source: Source, _ options: ConvertOptions, for variant: String? = nil
    ) throws(Failure) -> Document {
        Watchdog.shared.attend(to: source.name)
        return try Failure.of { () throws(ConvertError) in try document(of: source, for: variant, options: options) }
    }

    /// Returns the variant of an output's name, which is refused early if it can't be written.
    func outputVariant(_ path: String, _ options: ConvertOptions = ConvertOptions()) throws(Failure) -> String {
        if let refusal = ForeignFormats.refusal(ofWriting: path.pathExtension, self) {
            throw refusal
        }
        return try Failure.of { () throws(ConvertError) in try variant(for: path, options: options) }
    }
}
