import MeshBytes
import MeshFormats
import MeshRouting
import ScanPackages

/// What a conversion settles before it reads, each once: the source is opened and told apart from a scan package, its
/// format is detected, and the target's variant is resolved.
struct Request: Sendable {
    let source: Source
    /// The source, if it is a scan package.
    let package: ScanPackage?
    /// The source's bytes; nil for a document or a folder.
    let input: Input?
    /// The format of the bytes, which an error of reading may be about; nil within: text in UTF-16, whose format shows
    /// once it is converted. Nil for packages and documents.
    let format: Result<(any ReadableFormat)?, ReadError>?
    /// The options; no comments about the source if the target has none.
    var options: ConvertOptions
    /// The target variant; empty: none or several.
    private(set) var variant = ""
    /// The format of the variant.
    private(set) var target: (any Format)?

    /// Opens the source.
    init(_ source: Source, _ options: ConvertOptions, _ pipeline: Pipeline) throws(ConvertError) {
        self.source = source
        self.options = options
        options.work?.begin(.reading)
        (package, input) = try PackageSource.open(source, options, pipeline.formats)
        options.work?.begin(.reading, total: input?.byteCount)
        guard package == nil, let input else {
            format = nil
            return
        }
        format = Result { () throws(ReadError) in try pipeline.format(of: input, options) }
    }

    /// Sets the target variant; nil: none or several, so no comments about the source are added.
    mutating func choose(_ variant: String?, of pipeline: Pipeline) {
        self.variant = variant ?? ""
        target = variant.flatMap { pipeline.planner.format(ofVariant: $0) }
        if variant == nil || target?.descriptor.hasComments == false { options.scanMesh.tellsSource = false }
    }

    /// The size of the source's bytes or of the files of a folder; nil for a document.
    var byteCount: Int? { input?.byteCount ?? package?.files.byteCount }
}
