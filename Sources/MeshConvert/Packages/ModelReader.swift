import MeshBytes
import MeshFormats
import ScanPackages

/// Reads models that lie in a capture, an archive or a folder, and chooses among several.
///
/// Other files that a model names are looked for among those files. A class, since each of thousands of models has it.
final class ModelReader: Sendable {
    let files: PackageFiles
    /// The package whose own points are one of the models; nil: all models are files of formats.
    private let package: ScanPackage?
    private let index: ArchiveFiles.Index
    /// The files for one reading, as it looks for them.
    var sides: ArchiveFiles { ArchiveFiles(index) }

    /// - Parameter isFolder: whether their paths are those of files below the folder of this name.
    convenience init(_ files: PackageFiles, isFolder: Bool = false) { self.init(files, isFolder: isFolder, nil) }

    /// Creates a reader of the meshes of a package, and of its points.
    convenience init(_ package: ScanPackage) { self.init(package.files, isFolder: false, package) }

    private init(_ files: PackageFiles, isFolder: Bool, _ package: ScanPackage?) {
        self.files = files
        self.package = package
        let bytes: @Sendable (String) -> Result<[UInt8], ReadError> = { path in
            guard let entry = files[path] else {
                return .failure(ReadError(.missing, .whole, "the file is missing"))
            }
            return Result { () throws(ReadError) in try entry.bytes() }
        }
        index = ArchiveFiles.Index(
            name: files.name, paths: files.entries.map(\.path), bytes: isFolder ? nil : bytes)
    }

    /// The bytes of a model in memory, decompressed.
    func input(_ path: String, _ options: ConvertOptions) throws(ReadError) -> Input {
        guard let entry = files[path] else {
            throw ReadError(.missing, .sideFile(path, .whole), "the file is missing")
        }
        if let limit = options.execution.memory, entry.byteCount > limit {
            throw ReadError(
                .memoryLimit, .sideFile(path, .whole),
                "reading needs at least \(Pipeline.megabytes(entry.byteCount, .up)) MB of memory, the limit is "
                    + "\(Pipeline.megabytes(limit, .down)) MB")
        }
        return .bytes(try entry.bytes(), name: "\(files.name)/\(path)", work: options.work)
    }

    /// Reads a model; errors name it.
    func document(
        _ path: String, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ReadError) -> Document {
        if let package, path == package.sparseModel?.pointsPath {
            var document = try SparsePoints.document(of: package)
            pipeline.assume(&document, options)
            return document
        }
        var options = options
        options.from = nil
        options.reading.archive = sides
        let input = try input(path, options)
        return try ReadError.located(in: path) { () throws(ReadError) in
            var document = try pipeline.read(input, options: options)
            document.sideFiles = []
            return document
        }
    }

    /// The paths of the other files that reading a model finds. That it can't be read by itself is no error.
    func files(
        usedBy path: String, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ReadError) -> Set<String> {
        var options = options
        options.from = nil
        let sides = sides
        options.reading.archive = sides
        let input = try input(path, options)
        do throws(ReadError) { _ = try pipeline.read(input, options: options) } catch {
            if error.endsAllReading { throw error }
        }
        return sides.found
    }

    /// What several models hold, and the one that is taken of them.
    struct Choice {
        var models: [ModelSummary] = []
        fileprivate var best: (index: Int, document: Document)?
        fileprivate var failure: ReadError?

        /// The document of the one that is taken.
        ///
        /// - Throws: the first error of a candidate if none of them can be read.
        func document() throws(ReadError) -> Document {
            guard let best else { throw failure ?? ReadError(.missing, .whole, "there is no model in it") }
            return best.document
        }
    }

    /// Reads models and takes the richest, of equal ones the first.
    ///
    /// - Parameter candidates: those that may be taken.
    /// - Throws: an error that ends all reading; others are facts about their models.
    func choose(
        _ paths: [String], among candidates: Set<String>, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ReadError) -> Choice {
        var choice = Choice()
        for path in paths {
            var model = ModelSummary(path: path, byteCount: files[path]?.byteCount ?? 0)
            do throws(ReadError) {
                let document = try document(path, options, pipeline)
                model.take(document.scene)
                if candidates.contains(path),
                    choice.best.map({ model.isRicher(than: choice.models[$0.index]) }) ?? true
                {
                    choice.best = (choice.models.count, document)
                }
            } catch {
                // Strict reading refuses a defect; it does not take another model because of it.
                if error.endsAllReading || options.reading.strictInput { throw error }
                if candidates.contains(path) { choice.failure = choice.failure ?? error }
                model.problem = error.wording
            }
            choice.models.append(model)
        }
        if let best = choice.best { choice.models[best.index].isTaken = true }
        return choice
    }

    /// The path that a name means: a whole path, or its end after a slash if only one ends so; nil: none, or several.
    static func path(named name: String, in paths: [String]) -> String? {
        if paths.contains(name) { return name }
        let found = paths.filter { $0.utf8.reversed().starts(with: "/\(name)".utf8.reversed()) }
        return found.count == 1 ? found[0] : nil
    }

    /// A few of the paths: `a.obj, b.ply and 12 others`.
    static func list(_ paths: [String]) -> String {
        paths.prefix(8).joined(separator: ", ") + (paths.count > 8 ? " and \(paths.count - 8) others" : "")
    }

    /// What is said about a choice, so that people know of the others.
    static func note(_ models: [ModelSummary]) -> Diagnostic? {
        guard models.count > 1, let taken = models.first(where: \.isTaken) else { return nil }
        let others = models.filter { !$0.isTaken }
        let list = others.prefix(4).map { "\($0.path) (\($0.facts))" }.joined(separator: ", ")
        let rest = others.count > 4 ? " and \(others.count - 4) more" : ""
        return Diagnostic(
            Diagnostic.modelTaken, .note, at: .whole,
            wording: """
                took \(taken.path) (\(taken.facts)); to take another: \(.option, "mesh=NAME"); also found: \
                \(list)\(rest)
                """)
    }
}

extension ReadError {
    /// Whether it ends more than the reading of one file among several.
    fileprivate var endsAllReading: Bool { [.cancelled, .memoryLimit, .timeLimit].contains(code) }
}

extension Diagnostic {
    /// The code for the choice of one model among several.
    static let modelTaken = "mesh.others"

    /// Whether it says which of several models was taken: people have to know.
    public var isAboutChoice: Bool { code == Self.modelTaken }
}
