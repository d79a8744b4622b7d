import MeshBytes
public import MeshFormats
import MeshModel
import ScanPackages

/// The models in a folder or a zip archive that is no scan package: what an app exports as one asset, with its textures,
/// or a tree of files.
///
/// Hidden files, links out of it and what archivers leave behind are not looked at. A zip archive in it is not opened.
public struct ModelFiles: Sendable {
    /// The folder or archive, as given.
    public let path: String
    /// The paths of the models in it, sorted: all files whose extension a format has.
    public let models: [String]
    /// Whether it is an archive.
    public let isArchive: Bool
    let reader: ModelReader
    /// Why what is no file was not looked at: links, pipes, folders that can't be read.
    private let others: [ReadError]

    init(_ files: PackageFiles, _ path: String, isArchive: Bool, others: [ReadError] = [], _ options: PackageOptions) {
        self.path = path
        self.isArchive = isArchive
        self.others = others.filter { error in
            guard error.code != .system, case .sideFile(let inner, _) = error.location else { return true }
            // Files whose names a package can't have are converted. Linked textures and material libraries are found by
            // the models that name them.
            return error.code != .invalidValue
                && (options.isMesh(inner) || FolderTree.isFolder("\(path)/\(inner)"))
        }
        reader = ModelReader(files, isFolder: !isArchive)
        models = files.entries.map(\.path).filter { options.isMesh($0) && !Self.isHidden($0) }
    }

    /// Opens a folder or an archive with models; nil for files, for scan packages and for what is not there.
    public static func found(
        at path: String, options: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) -> ModelFiles? {
        guard try PackageSource.canBeLookedInto(path),
            case .models(let files, _) = try PackageSource.look(at: path, options, pipeline.formats)
        else { return nil }
        return files
    }

    /// Whether the models are one asset: the only one, or twins such as `room.obj` beside `room.glb`.
    public var isOneAsset: Bool { Set(models.map { ExactText($0.withoutExtension.lowercased()) }).count == 1 }

    /// The source of one of the models.
    public func source(of model: String) -> Source {
        Source(name: (path.hasSuffix("/") ? path : path + "/") + model, kind: .entry(self, model))
    }

    /// Chooses the model to convert: the requested one, the only one, the layer of USD that uses all others, or the
    /// richest of twins.
    ///
    /// - Returns: its path, and what is to be said about the choice.
    /// - Throws: an error that lists the models if they are several assets, or says what is there instead of a model.
    func choose(_ options: ConvertOptions, _ pipeline: Pipeline) throws(ReadError) -> (
        path: String, notes: [Diagnostic]
    ) {
        guard let first = models.first else { throw unreadable.first ?? nothing }
        let notes = [remark].compactMap(\.self)
        if let wanted = options.scanMesh.path {
            guard let path = ModelReader.path(named: wanted, in: models) else {
                throw ReadError(
                    .usage, .whole, "'\(wanted)' is not the name of one model; choose from \(ModelReader.list(models))")
            }
            return (path, notes)
        }
        // What can't be looked at may have another model.
        if let error = unreadable.first { throw error }
        if models.count == 1 { return (first, notes) }
        guard isOneAsset else {
            guard let root = try root(options, pipeline) else { throw several }
            return (root, notes)
        }
        let twins = models.inOrder { Self.rank($0) < Self.rank($1) }
        let choice = try reader.choose(twins, among: Set(twins), options, pipeline)
        _ = try choice.document()
        let found = choice.models
        return (found.first(where: \.isTaken)?.path ?? first, [ModelReader.note(found)].compactMap(\.self) + notes)
    }

    /// The only layer of USD that none of the others names; nil: some models are no layers, or there is no such one.
    private func root(_ options: ConvertOptions, _ pipeline: Pipeline) throws(ReadError) -> String? {
        // Each is read to learn what it names.
        guard models.count <= 64, models.allSatisfy(Self.isLayer) else { return nil }
        var used: Set<String> = []
        for path in models { used.formUnion(try reader.files(usedBy: path, options, pipeline).subtracting([path])) }
        let roots = models.filter { !used.contains($0) }
        return roots.count == 1 ? roots[0] : nil
    }

    /// Whether a path is that of a layer of USD.
    static func isLayer(_ path: String) -> Bool {
        ["usd", "usda", "usdc"].contains(path.pathExtension?.lowercased() ?? "")
    }

    /// What was not looked at and people may miss, such as links, or the second of two files of one name.
    public var remark: Diagnostic? {
        func rest(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more" : "" }
        let repeated = reader.files.repeated
        if let first = repeated.first {
            return Diagnostic(
                PackageCode.entryRepeated.rawValue, .warning, at: .whole,
                "\(first) is in the archive more than once; the first is used\(rest(repeated.count))")
        }
        let others = others.filter { $0.code != .system }
        guard let first = others.first else { return nil }
        return Diagnostic(
            "folder.not-followed", .warning, at: .whole,
            "\(first.location.words) was left out: \(first.message)\(rest(others.count))")
    }

    /// The errors about folders that can't be read.
    public var unreadable: [ReadError] { others.filter { $0.code == .system } }

    private var several: ReadError {
        ReadError(
            .usage, .whole,
            wording: """
                it holds \(models.count) models; to choose one: \(.option, "mesh=\(models.first ?? "")"); for all, convert \
                its path to a folder such as out/; there are \(ModelReader.list(models))
                """)
    }

    private var nothing: ReadError {
        let paths = reader.files.entries.map(\.path).filter { !Self.isHidden($0) }
        guard !paths.isEmpty else {
            let left = remark.map { "; \($0.message)" } ?? ""
            return ReadError(.unknownFormat, .whole, "it holds no files\(left)")
        }
        if let archive = paths.first(where: { $0.pathExtension?.lowercased() == "zip" }) {
            return ReadError(
                .unknownFormat, .whole,
                "it holds no 3D model and no scan, but an archive: unpack '\(archive)' and convert that")
        }
        var kinds: [String: Int] = [:]
        for path in paths { kinds[path.pathExtension.map { ".\($0.lowercased())" } ?? "others", default: 0] += 1 }
        let list = kinds.inOrder { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5).map(\.key)
        return ReadError(
            .unknownFormat, .whole,
            "it holds no 3D model and no scan, only \(paths.count) file\(paths.count == 1 ? "" : "s") "
                + "(\(list.joined(separator: ", ")))")
    }

    /// Of equal twins the one in the format that holds more is taken.
    private static func rank(_ path: String) -> Int {
        let order = ["glb", "gltf", "usdz", "usdc", "usda", "usd", "obj", "ply", "off", "stl"]
        return order.firstIndex(of: path.pathExtension?.lowercased() ?? "") ?? order.count
    }

    private static func isHidden(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }
}
