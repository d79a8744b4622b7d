public import MeshBytes
import MeshFormats
import MeshModel

/// The report of an earlier conversion, kept beside its output, to decide whether converting again would change
/// anything.
public struct EarlierReport: Sendable {
    /// The report as it was written.
    public let document: JSONValue

    /// Returns the path of the report for an output: `room.glb.report.json` for `room.glb`.
    public static func path(beside output: String) -> String { output + ".report.json" }

    /// Reads the report in a file; nil when there is none, or none that can be read.
    public init?(at path: String) {
        guard let input = try? Input.file(path), input.byteCount <= 64 << 20,
            let bytes = try? input.read(0..<input.byteCount), let document = try? JSONValue.parse(bytes)
        else { return nil }
        self.document = document
    }

    /// The report, marked as unchanged.
    public var unchanged: JSONValue {
        guard case .object(var fields) = document else { return document }
        for index in fields.indices where fields[index].0 == "unchanged" { fields[index].1 = true }
        return .object(fields)
    }

    /// Why a conversion has to be done again.
    public enum Cause: Sendable, Hashable {
        /// The input, a file beside it, an output, the options or the version have changed, or there is no such report.
        case change
        /// Nothing has changed, but files were missing, which may be there now.
        case missingFiles
        /// Whether the input has changed is not known: a scan's folder, or one of several models in an archive.
        case unknown
    }

    /// Why this conversion has to be done again; nil: the report is about it, by this version, and all its files are
    /// unchanged.
    ///
    /// This reads the input and the outputs completely; of a folder with models, that which is chosen. A conversion with
    /// a missing side file is always done again.
    public func causeToRepeat(_ source: String, to target: String, options: ConvertOptions) -> Cause? {
        // Printing and parsing may change the cases of numbers, so both sides go through it.
        guard let asked = try? JSONValue.parse(options.json.bytes()),
            let tool = try? JSONValue.parse(Tool.json.bytes()),
            document["schema"]?.string == "meshconv.report/1", document["status"]?.string == "done",
            document["tool"] == tool, document["options"] == asked,
            document["outputs"]?[0]?["path"]?.string == target,
            let input = document["input"], let sides = document["sideFiles"]?.array,
            let outputs = document["outputs"]?.array,
            let losses = document["losses"]?.array, let diagnostics = document["diagnostics"]?.array,
            (sides + outputs).allSatisfy(Self.isSame)
        else { return .change }
        guard let digest = input["sha256"]?.string, Input.isFile(source) || FolderTree.isFolder(source) else {
            return .unknown
        }
        guard let file = Self.file(of: source, options), sides.isEmpty || input["path"]?.string == file,
            Self.digest(file, byteCount: input["bytes"]?.int) == digest
        else { return .change }
        let isMissing = (losses + diagnostics).contains {
            $0["code"]?.string.map(MissingFiles.codes.contains) ?? true
        }
        return isMissing ? .missingFiles : nil
    }

    /// Whether an output is still as the conversion wrote it.
    package func isOwn(_ target: String) -> Bool {
        guard document["status"]?.string == "done", let output = document["outputs"]?[0],
            output["path"]?.string == target
        else { return false }
        return Self.isSame(output)
    }

    /// The side files of the conversion and their digests, by the bytes of their paths. Those that it read are none.
    package var ownSideFiles: [[UInt8]: String] {
        guard document["status"]?.string == "done" else { return [:] }
        var own: [[UInt8]: String] = [:]
        for file in document["outputs"]?.array?.dropFirst() ?? [] {
            if let path = file["path"]?.string, let digest = file["sha256"]?.string { own[Array(path.utf8)] = digest }
        }
        for file in document["sideFiles"]?.array ?? [] { own[Array((file["path"]?.string ?? "").utf8)] = nil }
        return own
    }

    /// The path of the file to read; of a folder with models, that of the chosen one. Nil: none can be chosen.
    private static func file(of source: String, _ options: ConvertOptions) -> String? {
        guard FolderTree.isFolder(source) else { return source }
        let pipeline = Pipeline()
        guard let models = try? ModelFiles.found(at: source, options: options, pipeline: pipeline),
            let chosen = try? models.choose(options, pipeline)
        else { return nil }
        return models.source(of: chosen.path).name
    }

    private static func isSame(_ file: JSONValue) -> Bool {
        guard let path = file["path"]?.string, let digest = file["sha256"]?.string else { return false }
        return self.digest(path, byteCount: file["bytes"]?.int) == digest
    }

    /// Returns the digest of a file; nil when it can't be read or has another size.
    private static func digest(_ path: String, byteCount: Int64?) -> String? {
        guard let input = try? Input.file(path), Int64(input.byteCount) == byteCount else { return nil }
        return try? SHA256.digest(of: input)
    }
}

extension Pipeline {
    /// Returns the side files of a document, with their digests, in the order of their paths.
    ///
    /// - Parameter given: side files from the caller, by name.
    static func sideFiles(
        of document: Document, _ given: [String: SideFile]
    ) throws(SystemError) -> [Report.File] {
        var paths = Set(document.sideFiles)
        for image in document.scene.images { if let path = image.path { paths.insert(path) } }
        var files: [Report.File] = []
        for path in paths.sorted() {
            let input: Input
            switch given[path] {
            case .bytes(let bytes): input = .bytes(bytes, name: path)
            case .path(let place): input = try .file(place)
            case nil: input = try .file(path)
            }
            files.append(Report.File(path: path, bytes: input.byteCount, sha256: try SHA256.digest(of: input)))
        }
        return files
    }
}
