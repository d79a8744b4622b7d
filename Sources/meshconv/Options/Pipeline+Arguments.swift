import MeshConvert
import MeshFormats
import ScanPackages

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

    /// Reads the document of a source that is to be looked at as a whole.
    ///
    /// - Throws: also if it is a scan from standard input or a pipe, of which only the mesh is read.
    func wholeDocument(_ source: Source, _ options: ConvertOptions) throws(Failure) -> Document {
        let document = try document(source, options)
        guard ProcessControl.isStream(source.name), PackageKind(rawValue: document.variant) != nil else {
            return document
        }
        throw Failure(usage: "expected a model from a pipe, found a scan: name its file to see all that is in it")
    }
}
