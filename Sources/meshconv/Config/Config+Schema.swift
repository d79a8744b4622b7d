import MeshBytes
import MeshFormats

extension Config {
    /// The JSON Schema of `.meshconv.json`, for editors.
    static var schema: JSONValue {
        let commands = ConfigRules.commands.sorted().map { ($0, object(options(of: [$0]))) }
        let all = options(of: ConfigRules.commands)
        let targets = targetNames.map { ($0, object(options(of: ["convert", "plan", "package"]))) }
        let parts: [(String, JSONValue)] = [
            ("$schema", .object([("type", "string")])), ("commands", object(commands)), ("targets", object(targets)),
        ]
        guard case .object(let members) = object(all + parts) else { return .null }
        let head: [(String, JSONValue)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "meshconv.config/1"),
        ]
        return .object(head + members)
    }

    private static func options(of commands: Set<String>) -> [(String, JSONValue)] {
        ConfigRules.options(of: commands).map { ($0.name, .object($0.value.schema)) } + [
            ("limit", object(Limits.Name.allCases.map { ($0.rawValue, .object(ConfigRules.value(of: $0).schema)) })),
            ("set", object(ConfigRules.settings.map { ($0.name, .object($0.value.schema)) })),
        ]
    }

    private static func object(_ properties: [(String, JSONValue)]) -> JSONValue {
        .object([("type", "object"), ("properties", .object(properties)), ("additionalProperties", false)])
    }
}
