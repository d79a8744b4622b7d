import CCommit
public import MeshBytes
public import MeshFormats
import MeshModel
public import MeshRouting

/// The tool that makes reports.
public enum Tool {
    /// The name.
    public static let name = "meshconv"
    /// The version.
    public static let version = "0.2.0"
    /// The commit, if the build knows it: 40 hexadecimal digits, followed by `-dirty` if files had been changed.
    public static let commit: String? = {
        var text = ""
        for position in 0..<UInt32(64) {
            let character = meshconv_commit_character(position)
            if character == 0 { break }
            text.unicodeScalars.append(UnicodeScalar(character))
        }
        return text.isEmpty ? nil : text
    }()

    /// The tool as an object of reports.
    public static var json: JSONValue { fields.json(of: ()) }

    static let fields: [Field<Void>] = [
        Field("name") { _ in name }, Field("version") { _ in version }, Field("commit") { _ in commit },
    ]
}

extension Report: DocumentedObject {
    static let fields: [Field<Report>] = [
        .group(
            "input",
            [
                Field("path", \.input.path), Field("bytes") { Optional($0.input.bytes) },
                .ifAny("variant", \.inputVariant), Field("sha256", \.input.sha256),
            ]),
        .list(
            "sideFiles", \.sideFiles, [Field("path", \.path), Field("bytes", \.bytes), Field("sha256", \.sha256)]),
        .list(
            "outputs",
            { report in
                report.outputs.map { (file: $0, variant: $0 == report.outputs.first ? report.outputVariant : nil) }
            },
            [
                Field("path", \.file.path), Field("bytes", \.file.bytes), .ifAny("variant", \.variant),
                Field("sha256", \.file.sha256),
            ]),
        Field("options", Schemas.object(ConvertOptions.fields)) { $0.options },
        Field("route", \.route), Field("rejected", \.rejected), Field("lossless") { Optional($0.isLossless) },
        Field("exact") { Optional($0.isExact) }, Field("losses", \.losses),
        // Always empty, since plans are exact: a key of this schema never goes.
        Field("predictedInVain") { _ in [Loss]() },
        Field("diagnostics", \.diagnostics), Field("verified", \.verified), Field("unchanged") { _ in false },
        Field("stats") { ["seconds": $0.seconds] },
    ]

    /// Returns the document `meshconv.report/1`. Keys have a fixed order; values that vary from run to run are in
    /// `stats`.
    public var json: JSONValue { json(error: nil) }

    /// The document `meshconv.report/1` as text.
    public var jsonText: String { json.text(.pretty) }

    fileprivate func json(error: Envelope.Failure?) -> JSONValue {
        .object(Envelope.head("report").members(of: (status, error)) + Self.fields.members(of: self))
    }
}

extension ConvertError {
    /// Returns the document `meshconv.report/1` for a conversion that failed or was refused.
    public func json(input: String, output: String, options: ConvertOptions) -> JSONValue {
        let error = Envelope.Failure(code: code, message: message, path: path, location: location)
        switch self {
        case .refused(let report), .unverified(let report): return report.json(error: error)
        default: break
        }
        let empty = Report(
            status: .failed, input: Report.File(path: input, bytes: 0), inputVariant: "", outputs: [],
            outputVariant: "", route: [], losses: [], diagnostics: [], options: options.json)
        guard case .object(var fields) = empty.json(error: error) else { return .null }
        // Nothing is known of these.
        let unknown: [String: JSONValue] = [
            "input": .object([("path", .string(input)), ("bytes", .null), ("sha256", .null)]), "lossless": .null,
            "exact": .null, "stats": .object([]),
        ]
        for index in fields.indices { fields[index].1 = unknown[fields[index].0] ?? fields[index].1 }
        return .object(fields)
    }

    /// The position in the input, if the error is about the input.
    public var location: String? {
        if case .read(let error, _) = self, error.location != .whole { return error.location.text }
        return nil
    }
}

extension ConvertOptions: DocumentedObject {
    static let fields: [Field<ConvertOptions>] = [
        Field("to", \.variant?.rawValue), Field("from", \.from),
        Field("strict", words: ["none", "lossless", "exact"], \.strictness.rawValue),
        Field("allow") { $0.allowed.map(\.rawValue).sorted() }, Field("verify", \.verify),
        Field("up", \.input.upAxis?.rawValue), Field("metersPerUnit", \.input.metersPerUnit),
        Field("inputColor", \.reading.inputColor), Field("strictInput", \.reading.strictInput),
        Field("lenient", \.reading.lenient), Field("sandbox") { !$0.reading.followsAllReferences },
        Field("upOut", \.output.upAxis?.rawValue),
        Field("metersPerUnitOut", \.output.metersPerUnit), Field("weld", \.weld.word),
        Field("normals") { $0.normals?.rawValue ?? "keep" }, Field("time") { $0.moment?.word },
        Field("clip", \.moment?.clip), Field("for", \.purpose?.name),
        Field("reconstruct", \.reconstruction?.method.rawValue),
        Field("voxel", \.reconstruction?.effectiveVoxelSize),
        Field("texture") { $0.reconstruction?.paintsTexture == true ? "frames" : nil },
        Field("enlargeDepth") { $0.reconstruction.flatMap { $0.depthEnlargement > 1 ? $0.depthEnlargement : nil } },
        Field("skipStill", \.reconstruction?.leastMovement?.word), Field("depthLimit", \.reconstruction?.depthLimit),
        Field("set", \.writing.options), Field("crop") { $0.shaping.box?.word },
        Field("sample") { $0.shaping.sampling?.word }, Field("outliers") { $0.shaping.outliers?.word },
        Field("depth", \.reconstruction?.depth),
        Field("trim") { $0.makesSurface ? $0.reconstruction?.trim.word : nil },
        Field("faces", \.shaping.faces), Field("faceError", \.shaping.faceError),
        Field("thin", \.shaping.voxelSize), Field("pointNormals") { $0.shaping.normals?.word },
        .ifAny("tile", \.tileRule?.word),
    ]

    /// The options that change what is written.
    public var json: JSONValue { Self.fields.json(of: self) }
}

extension Loss: DocumentedObject {
    static let fields: [Field<Loss>] = [
        Field("code", words: Code.all.map(\.rawValue), \.code.rawValue), Field("severity", \.severity),
        Field("rank", \.rank), Field("subject", \.subject), Field("name", \.name), Field("count", \.count),
        Field("unit", \.unit),
        Field("largestError", \.largestError), Field("cause", \.cause), Field("message", \.message),
        Field("remedy", \.remedy?.typed), .ifAny("items", \.items),
    ]

    /// As reports and plans have it.
    public var json: JSONValue { Self.fields.json(of: self) }
}

extension Loss.Severity: DocumentedWord {}
extension Loss.Rank: DocumentedWord {}

extension Diagnostic: DocumentedObject {
    static let fields: [Field<Diagnostic>] = [
        Field("code", \.code),
        // An error is a warning in reports: reading went on.
        Field("severity", words: ["warning", "note"]) { $0.severity == .note ? "note" : "warning" },
        Field("count", \.count), Field("location") { $0.location == .whole ? nil : $0.location.text },
        Field("message", \.wording.typed),
    ]

    /// As reports have it.
    public var json: JSONValue { Self.fields.json(of: self) }
}

extension Route.Step: DocumentedObject {
    static let fields: [Field<Route.Step>] = [Field("step", \.action), Field("why", \.why)]

    /// As reports and plans have it.
    public var json: JSONValue { Self.fields.json(of: self) }
}
