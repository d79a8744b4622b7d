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
}
