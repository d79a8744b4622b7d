import MeshBytes
import MeshFormats
import MeshRouting
import ScanPackages

/// What a conversion settles before it reads, each once: the source is opened and told apart from a scan package, one of
/// several models is chosen, the format is detected, and the target's variant is resolved.
struct Request: Sendable {
    /// The source; of a folder with models, the chosen one.
    private(set) var source: Source
    /// The source, if it is a scan package.
    private(set) var package: ScanPackage?
    /// The bytes to read; nil for a document or a scan package.
    private(set) var input: Input?
    /// The archive in which these or the package lie.
    private(set) var archive: Input?
    /// The path of the chosen model in the archive.
    private(set) var entry: String?
    /// Whether the bytes and those of other files are in an archive or a package.
    private(set) var isInside = false
    /// What is to be said about the choice.
    private(set) var notes: [Diagnostic] = []
    /// The format of the bytes, which an error of reading may be about; nil within: text in UTF-16, whose format shows
    /// once it is converted. Nil for packages and documents.
    private(set) var format: Result<(any ReadableFormat)?, ReadError>?
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
        switch source.kind {
        case .path(let path): try open(path, pipeline)
        case .bytes(let bytes): input = .bytes(bytes, name: source.name, work: options.work)
        case .entry(let files, let model): try take(model, of: files)
        case .document: break
        }
        options.work?.begin(.reading, total: input?.byteCount)
        if let input { format = Result { () throws(ReadError) in try pipeline.format(of: input, self.options) } }
    }

    private mutating func open(_ path: String, _ pipeline: Pipeline) throws(ConvertError) {
        switch try PackageSource.look(at: path, options, pipeline.formats) {
        case .file(let file): input = file
        case .capture(let files, let archive):
            self.archive = archive
            isInside = true
            // Defects of frames don't affect the mesh: what can't be read is left out.
            let reading = options.packageOptions(lenient: true, pipeline.formats)
            package = try ConvertError.reading(path) { () throws(ReadError) in
                try ScanPackage.read(files, options: reading)
            }
        case .models(let files, let archive):
            let options = options
            let chosen = try ConvertError.reading(path) { () throws(ReadError) in try files.choose(options, pipeline) }
            notes = chosen.notes
            self.options.scanMesh.path = nil
            self.archive = archive
            if archive == nil { source = files.source(of: chosen.path) } else { entry = chosen.path }
            try take(chosen.path, of: files)
        }
    }

    /// Opens a model: a file as such, an archive's entry in memory.
    private mutating func take(_ model: String, of files: ModelFiles) throws(ConvertError) {
        let options = options
        input =
            files.isArchive
            ? try ConvertError.reading(source.name) { () throws(ReadError) in
                try ReadError.located(in: model, of: files.path) { () throws(ReadError) in
                    try files.reader.input(model, options)
                }
            } : try Pipeline.open(source.name, options: options)
        isInside = files.isArchive
        self.options.reading.archive = files.reader.sides
    }

    /// Sets the target variant; nil: none or several, so no comments about the source are added.
    mutating func choose(_ variant: String?, of pipeline: Pipeline) {
        self.variant = variant ?? ""
        target = variant.flatMap { pipeline.planner.format(ofVariant: $0) }
        let isProtected =
            switch options.protection {
            case .none: false
            case .sameFormat: target.map { $0.descriptor.id == formatOfSource(pipeline) } ?? false
            case .all: true
            }
        if isProtected, options.replacesExisting {
            options.replacesExisting = false
            options.keepsEqual = true
        }
        if variant == nil || target?.descriptor.hasComments == false { options.scanMesh.tellsSource = false }
    }

    /// The format's id; of text in UTF-16, that of its name.
    private func formatOfSource(_ pipeline: Pipeline) -> String? {
        if let format = try? format?.get() { return format.descriptor.id }
        return source.name.pathExtension.flatMap {
            StandardFormats.format(extension: $0, in: pipeline.formats)?.descriptor.id
        }
    }

    /// The source as a file with a digest of its own; nil for folders and documents.
    var file: Input? { archive ?? input }

    /// Throws if bytes that were read late could not be read: what was made of them is worth nothing.
    func throwLateFailure() throws(ConvertError) {
        guard let input, let failure = input.lateFailure else { return }
        guard failure.isBeyondLimit, let limit = options.execution.memory else {
            throw .read(ReadError(failure), path: source.name)
        }
        throw .read(
            ReadError(
                .memoryLimit, .whole,
                "this conversion needs all \(Pipeline.megabytes(input.byteCount, .up)) MB of the file in memory, the limit is "
                    + "\(Pipeline.megabytes(limit, .down)) MB"), path: source.name)
    }

    /// The size of the source's bytes or of the files of a folder; nil for a document.
    var byteCount: Int? { file?.byteCount ?? package?.files.byteCount }
}
