import MeshBytes
import MeshFormats

extension Pipeline {
    /// Returns the variant for a name, in any case.
    ///
    /// - Parameter output: the output, whose ending may help to guess what was meant.
    package func variant(named name: String, for output: String? = nil) throws(Failure) -> String {
        let word = name.lowercased()
        if let variant = StandardFormats.variant(named: word, in: formats) { return variant }
        if let refusal = ForeignFormats.refusal(ofWriting: word, self) { throw refusal }
        if word.contains(",") {
            let options = word.split(separator: ",").map { "--to \($0)" }
            throw Failure(usage: "--to takes one format; for several: \(options.joined(separator: " "))")
        }
        let near = VariantWords.meant(by: word, for: output, in: formats).map { [$0] } ?? names
        throw Failure.unexpected("--to", name, variantNames, near: near)
    }

    /// Returns the variant of an output's name, which is refused early if it can't be written.
    package func outputVariant(
        _ path: String, _ options: ConvertOptions = ConvertOptions()
    ) throws(Failure) -> String {
        if let refusal = ForeignFormats.refusal(ofWriting: path.pathExtension, self) { throw refusal }
        do throws(ConvertError) { return try variant(for: path, options: options) } catch {
            throw Failure(saying: error)
        }
    }
}
