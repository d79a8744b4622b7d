import MeshFormats
import ScanPackages

extension Plan {
    /// Plans what a conversion would lose.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - output: the name that the output would have; nil: it has none.
    ///   - variants: the requested variants; empty: that of the output, or all.
    package init(
        of source: Source, output: String?, variants: [String], options: ConvertOptions, pipeline: Pipeline
    ) throws(ConvertError) {
        if output == nil, variants.isEmpty, options.reconstruction == nil, case .path(let path) = source.kind,
            try PackageFiles.found(at: path, options: options) != nil
        {
            self = try Plan(package: path, options: options, pipeline: pipeline)
            return
        }
        var (options, variants) = (options, variants)
        if output != nil { options.variant = variants.first.map { Variant($0) } }
        // With `--for`, the variant may depend on the input, so the output name can't be resolved yet.
        let named = output.flatMap { try? pipeline.variant(for: $0, options: options) }
        let document = try pipeline.document(
            of: source, for: named ?? (variants.count == 1 ? variants[0] : nil), options: options)
        try pipeline.requireFrame(document, options)
        if let output { variants = [try pipeline.variant(for: output, of: document, options: options)] }
        self.init(
            document, path: source.name, to: variants.isEmpty ? nil : variants, options: options, pipeline: pipeline)
    }
}
