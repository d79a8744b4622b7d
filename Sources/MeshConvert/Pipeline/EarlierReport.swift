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

    /// Whether the report is about this same conversion by this version, and all its files are unchanged.
    ///
    /// This reads the input and the outputs completely. A conversion with a missing side file is never current, since
    /// the file may exist now.
    public func isCurrent(_ source: String, _ target: String, options: ConvertOptions) -> Bool {
        // Printing and parsing may change the cases of numbers, so both sides go through it.
        guard let asked = try? JSONValue.parse(options.json.bytes()),
            let tool = try? JSONValue.parse(Tool.json.bytes()),
            document["schema"]?.string == "meshconv.report/1", document["status"]?.string == "done",
            document["tool"] == tool, document["options"] == asked,
            document["outputs"]?[0]?["path"]?.string == target,
            let input = document["input"], let digest = input["sha256"]?.string,
            let sides = document["sideFiles"]?.array, let outputs = document["outputs"]?.array,
            sides.isEmpty || input["path"]?.string == source,
            let losses = document["losses"]?.array, let diagnostics = document["diagnostics"]?.array,
            !(losses + diagnostics).contains(where: { $0["code"]?.string.map(Self.missingFiles.contains) ?? true })
        else { return false }
        return Self.digest(source, byteCount: input["bytes"]?.int) == digest
            && (sides + outputs).allSatisfy(Self.isSame)
    }

    /// The codes of side files that are missing. Other codes with this word are about what a file lacks.
    private static let missingFiles: Set<String> = [
        "reference.missing", "texture.missing", "usd.texture-missing", "usd.layer-missing", "gltf.buffer-missing",
        "obj.library-missing",
    ]

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
