import MeshConvert
import MeshFormats

extension Pipeline {
    /// Reads the document of a file or of a package's mesh; see `document(of:for:options:)` of the library.
    func document(
        _ path: String, _ options: ConvertOptions, for variant: String? = nil
    ) throws(Failure) -> Document {
        Watchdog.shared.attend(to: path)
        return try Failure.of { () throws(ConvertError) in
            try document(of: .path(path), for: variant, options: options)
        }
    }

    /// Returns the variant for a name.
    func variant(named name: String) throws(Failure) -> String {
        if let variant = StandardFormats.variant(named: name, in: formats) { return variant }
        throw InputOptions.unexpected("--to", name, variantNames, near: names)
    }
}
