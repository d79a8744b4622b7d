import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// An input whose output goes into a folder.
///
/// A path may stand for several: a folder for every model in it, whose places in the tree are kept, and an archive of several
/// assets likewise, below its name. Archives of one asset, and scan packages, are named after themselves as files are.
struct FolderInput {
    var path: String
    /// The output's name without its extension, below the output folder: `a/room`.
    var stem: String
    /// The source, if it is a model in a folder or an archive.
    var source: Source?
    /// Whether its path stands for several.
    var isOfTree = false
    /// Why it can't be read, if that is known.
    var failure: ConvertError?
    /// What is to be said of the path that it is the first of.
    var remark: String?

    private init(
        path: String, stem: String, source: Source? = nil, isOfTree: Bool = false, failure: ConvertError? = nil
    ) {
        self.path = path
        self.stem = stem
        self.source = source
        self.isOfTree = isOfTree
        self.failure = failure
    }

    /// An input that its path alone stands for.
    init(_ path: String) {
        self.init(path: path, stem: path == "-" ? "standard-input" : path.lastPathPart.withoutExtension)
    }

    /// Returns the inputs that paths stand for, in their order.
    ///
    /// - Parameter folder: the output folder; nil: nothing is written, and a folder of one asset stands for that.
    static func all(
        _ paths: [String], into folder: String?, _ options: ConvertOptions, _ pipeline: Pipeline
    ) -> [FolderInput] {
        paths.flatMap { path in
            let plain = FolderInput(path)
            // A file with a model's extension is one.
            let isFile = StandardFormats.format(extension: path.pathExtension ?? "", in: pipeline.formats) != nil
            guard options.scanMesh.path == nil, !isFile || FolderTree.isFolder(path) else { return [plain] }
            let found: ModelFiles?
            do throws(ConvertError) {
                found = try ModelFiles.found(at: path, options: options, pipeline: pipeline)
            } catch {
                // What is no folder of models is tried later, and reported then.
                guard case .read(let reason, _) = error, reason.code == .system else { return [plain] }
                return [FolderInput(path: path, stem: plain.stem, failure: error)]
            }
            guard let found, !found.models.isEmpty, !found.isOneAsset || !found.isArchive && folder != nil else {
                return [plain]
            }
            return tree(found, found.isArchive ? plain.stem + "/" : "", into: folder)
        }
    }

    private static func tree(_ files: ModelFiles, _ prefix: String, into folder: String?) -> [FolderInput] {
        // Outputs of an earlier run are no inputs, if the output folder is in the tree.
        let home = folder.flatMap(Input.realPath)
        var isOutput: [ExactText: Bool] = [:]
        func isInOutput(_ model: String) -> Bool {
            var inner = Substring(model)
            while let slash = inner.lastIndex(of: "/") {
                inner = inner[..<slash]
                let name = ExactText(String(inner))
                let known =
                    isOutput[name]
                    ?? (home != nil && ExactText.areSame(Input.realPath("\(files.path)/\(name.text)"), home))
                isOutput[name] = known
                if known { return true }
            }
            return false
        }
        var inputs = files.models.filter { files.isArchive || !isInOutput($0) }.map { model in
            let source = files.source(of: model)
            return FolderInput(
                path: source.name, stem: prefix + model.withoutExtension, source: source, isOfTree: true)
        }
        for error in files.unreadable {
            guard case .sideFile(let inner, _) = error.location else { continue }
            inputs.append(
                FolderInput(
                    path: "\(files.path)/\(inner)", stem: inner,
                    failure: .read(ReadError(error.code, .whole, error.message), path: "\(files.path)/\(inner)")))
        }
        if let remark = files.remark, !inputs.isEmpty {
            inputs[0].remark = "\(files.path): \(remark.message)"
        }
        return inputs
    }
}
