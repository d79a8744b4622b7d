import MeshBytes

/// A validator for the part of JSON Schema that the shipped schemas use: type, enum, properties, required, items,
/// additionalProperties (false).
enum SchemaCheck {
    /// The faults of a value, each with its JSON pointer; empty if it is valid.
    static func faults(_ value: JSONValue, _ schema: JSONValue, at path: String = "") -> [String] {
        var faults: [String] = []
        for (key, _) in schema.object ?? [] where !known.contains(key) { faults.append("\(path): unknown word \(key)") }
        if let types = schema["type"] {
            let names = types.array?.compactMap(\.string) ?? [types.string ?? ""]
            if !names.contains(where: { has(value, type: $0) }) {
                return faults + ["\(path): expected \(names.joined(separator: " or ")), found \(value.text())"]
            }
        }
        if let values = schema["enum"]?.array, !values.contains(value) {
            faults.append("\(path): \(value.text()) is not among the values")
        }
        if let members = value.object {
            for key in schema["required"]?.array?.compactMap(\.string) ?? [] where value[key] == nil {
                faults.append("\(path): no \(key)")
            }
            if schema["additionalProperties"] == false {
                for (key, _) in members where schema["properties"]?[key] == nil { faults.append("\(path): \(key)") }
            }
            for (key, part) in schema["properties"]?.object ?? [] {
                guard let own = members.first(where: { $0.0 == key })?.1 else { continue }
                faults += self.faults(own, part, at: "\(path)/\(key)")
            }
        }
        if let elements = value.array, let part = schema["items"] {
            for (index, element) in elements.enumerated() {
                faults += self.faults(element, part, at: "\(path)/\(index)")
            }
        }
        return faults
    }

    /// Keys of a document that its schema doesn't describe: readers allow them, our output must not have them.
    static func undescribed(_ value: JSONValue, _ schema: JSONValue, at path: String = "") -> [String] {
        var found: [String] = []
        if let members = value.object, let properties = schema["properties"] {
            for (key, own) in members {
                if let part = properties[key] {
                    found += undescribed(own, part, at: "\(path)/\(key)")
                } else {
                    found.append("\(path)/\(key)")
                }
            }
        }
        if let elements = value.array, let part = schema["items"] {
            for element in elements { found += undescribed(element, part, at: "\(path)/0") }
        }
        return found
    }

    private static let known: Set<String> = [
        "$schema", "title", "type", "enum", "properties", "required", "items", "additionalProperties",
    ]

    private static func has(_ value: JSONValue, type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"): true
        case (.int, "integer"), (.uint, "integer"), (.int, "number"), (.uint, "number"), (.number, "number"): true
        default: false
        }
    }
}
