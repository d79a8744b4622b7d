package import MeshBytes

/// The common head of all documents: schema, tool, status, and the error if there is one.
package enum Envelope {
    /// An error in a document.
    struct Failure: DocumentedObject {
        var code: String
        var message: String
        var path: String?
        var location: String?

        static let fields: [Field<Failure>] = [
            Field("code", \.code), Field("message", \.message), Field("path", \.path), Field("location", \.location),
        ]
    }

    /// The fields of the head of `meshconv.NAME/VERSION`.
    static func head(_ name: String) -> [Field<(status: Report.Status, error: Failure?)>] {
        [
            Field("schema", Schemas.words([Schemas.title(name)])) { _ in .string(Schemas.title(name)) },
            Field("tool", Schemas.object(Tool.fields)) { _ in Tool.json },
            Field("status", words: ["done", "refused", "failed"], \.status.rawValue), Field("error", \.error),
            config,
        ]
    }

    /// The defaults that a command took from a file: only its documents have them, not those of the library.
    private static let config: Field<(status: Report.Status, error: Failure?)> = {
        var field = Field<(status: Report.Status, error: Failure?)>("config", Schemas.object(Config.fields)) { _ in nil
        }
        field.isRequired = false
        return field
    }()

    private struct Config {
        var path: String
        var options: [String]

        static let fields: [Field<Config>] = [Field("path", \.path), Field("options", \.options)]
    }

    /// Returns a document that names the file with the defaults that were used.
    ///
    /// - Parameter options: the options that the file set, as they would be typed; empty: the file set none.
    package static func document(_ document: JSONValue, config path: String, options: [String]) -> JSONValue {
        guard case .object(var members) = document else { return document }
        members.removeAll { $0.0 == config.name }
        guard !options.isEmpty, let error = members.firstIndex(where: { $0.0 == "error" }) else {
            return .object(members)
        }
        members.insert((config.name, Config.fields.json(of: Config(path: path, options: options))), at: error + 1)
        return .object(members)
    }

    /// Returns the document `meshconv.NAME/VERSION` of a successful command.
    static func done(_ name: String, _ fields: [(String, JSONValue)]) -> JSONValue {
        .object(head(name).members(of: (.done, nil)) + fields)
    }

    /// Returns the document of a failed command, with nothing but the error.
    package static func failed(
        _ name: String, code: String, message: String, path: String? = nil, location: String? = nil
    ) -> JSONValue {
        head(name).json(
            of: (.failed, Failure(code: code, message: message, path: path, location: location)))
    }
}
