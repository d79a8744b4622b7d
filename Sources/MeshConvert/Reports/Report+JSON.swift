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
    public static let version = "0.1.0"
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
    public static var json: JSONValue {
        .object([
            ("name", .string(name)), ("version", .string(version)),
            ("commit", commit.map(JSONValue.string) ?? .null),
        ])
    }
}

extension Report {
    /// Returns the document `meshconv.report/1`. Keys have a fixed order; values that vary from run to run are in
    /// `stats`.
    public var json: JSONValue { json(error: .null) }

    /// The document `meshconv.report/1` as text.
    public var jsonText: String { json.text(.pretty) }

    fileprivate func json(error: JSONValue) -> JSONValue {
        .object([
            ("schema", .string("meshconv.report/1")),
            ("tool", Tool.json),
            ("status", .string(status.rawValue)),
            ("error", error),
            ("input", input.json(variant: inputVariant)),
            ("sideFiles", .array(sideFiles.map { $0.json(variant: nil) })),
            ("outputs", .array(outputs.map { $0.json(variant: $0 == outputs.first ? outputVariant : nil) })),
            ("options", options),
            ("route", .array(route.map(\.json))),
            ("rejected", .array(rejected.map(\.json))),
            ("lossless", .bool(isLossless)),
            ("exact", .bool(isExact)),
            ("losses", .array(losses.map(\.json))),
            // Always empty, since plans are exact: a key of this schema never goes.
            ("predictedInVain", .array([])),
            ("diagnostics", .array(diagnostics.map(\.json))),
            ("verified", verified.map(JSONValue.bool) ?? .null),
            ("unchanged", false),
            ("stats", .object([("seconds", .number(seconds))])),
        ])
    }
}

extension Report.File {
    func json(variant: String?) -> JSONValue {
        var fields: [(String, JSONValue)] = [("path", .string(path)), ("bytes", .int(Int64(bytes)))]
        if let variant { fields.append(("variant", .string(variant))) }
        fields.append(("sha256", sha256.map(JSONValue.string) ?? .null))
        return .object(fields)
    }
}

extension ConvertError {
    /// Returns the document `meshconv.report/1` for a conversion that failed or was refused.
    public func json(input: String, output: String, options: ConvertOptions) -> JSONValue {
        let error = Envelope.error(code: code, message: message, path: path, location: location)
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

extension ConvertOptions {
    /// The options that change what is written.
    public var json: JSONValue {
        .object([
            ("to", .optional(variant?.rawValue)),
            ("from", from.map(JSONValue.string) ?? .null),
            ("strict", .string(strictness.rawValue)),
            ("allow", .array(allowed.map(\.rawValue).sorted().map(JSONValue.string))),
            ("verify", .bool(verify)),
            ("up", input.upAxis.map { .string($0.rawValue) } ?? .null),
            ("metersPerUnit", input.metersPerUnit.map(JSONValue.number) ?? .null),
            ("inputColor", reading.inputColor.map { .string($0.rawValue) } ?? .null),
            ("strictInput", .bool(reading.strictInput)),
            ("lenient", .bool(reading.lenient)),
            ("upOut", output.upAxis.map { .string($0.rawValue) } ?? .null),
            ("metersPerUnitOut", output.metersPerUnit.map(JSONValue.number) ?? .null),
            ("weld", .string(weld.word)),
            ("normals", .string(normals?.rawValue ?? "keep")),
            ("for", .optional(purpose?.name)),
            ("set", .object(writing.options.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
        ])
    }
}

extension Loss {
    /// As reports and plans have it.
    public var json: JSONValue {
        .object([
            ("code", .string(code.rawValue)),
            ("severity", .string(severity.rawValue)),
            ("subject", .string(subject)),
            ("name", .string(name)),
            ("count", .int(Int64(count))),
            ("unit", .string(unit)),
            ("largestError", largestError.map(JSONValue.number) ?? .null),
            ("cause", .string(cause)),
            ("message", .string(message)),
            ("remedy", .optional(remedy?.typed)),
        ])
    }
}

extension Diagnostic {
    /// As reports have it. An error is a warning there: reading went on.
    public var json: JSONValue {
        .object([
            ("code", .string(code)),
            ("severity", .string((severity == .note ? severity : .warning).rawValue)),
            ("count", .int(Int64(count))),
            ("location", location == .whole ? .null : .string(location.text)),
            ("message", .string(wording.typed)),
        ])
    }
}

extension Route.Step {
    /// As reports and plans have it.
    public var json: JSONValue { .object([("step", .string(action)), ("why", .string(why))]) }
}
