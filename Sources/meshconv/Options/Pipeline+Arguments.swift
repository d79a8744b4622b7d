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

    /// Returns the variant for a name, in any case.
    ///
    /// - Parameter output: the output, whose ending may help to guess what was meant.
    func variant(named name: String, for output: String? = nil) throws(Failure) -> String {
        let word = name.lowercased()
        if let variant = StandardFormats.variant(named: word, in: formats) { return variant }
        if let refusal = ForeignFormats.refusal(ofWriting: word, self) { throw refusal }
        if word.contains(",") {
            let options = word.split(separator: ",").map { "--to \($0)" }
            throw Failure(usage: "--to takes one format; for several: \(options.joined(separator: " "))")
        }
        let near = VariantWords.meant(by: word, for: output, in: formats).map { [$0] } ?? names
        throw InputOptions.unexpected("--to", name, variantNames, near: near)
    }

    /// Returns the variant of an output's name, which is refused early if it can't be written.
    func outputVariant(_ path: String, _ options: ConvertOptions = ConvertOptions()) throws(Failure) -> String {
        if let refusal = ForeignFormats.refusal(ofWriting: path.pathExtension, self) {
            throw refusal
        }
        return try Failure.of { () throws(ConvertError) in try variant(for: path, options: options) }
    }
}
