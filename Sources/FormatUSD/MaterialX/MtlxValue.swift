/// The values of MaterialX inputs in terms of layers.
enum MtlxValue {
    /// The type name in layers for a type of MaterialX: `color3f` for `color3`. Others are tokens.
    static func typeName(_ type: String) -> String {
        if let name = names[type] { return name }
        guard type.hasSuffix("array"), let name = names[String(type.dropLast(5))] else { return "token" }
        return name + "[]"
    }

    private static let names: [String: String] = [
        "boolean": "bool", "integer": "int", "float": "float", "color3": "color3f", "color4": "color4f",
        "vector2": "float2", "vector3": "float3", "vector4": "float4", "matrix33": "matrix3d",
        "matrix44": "matrix4d", "string": "string", "filename": "asset", "geomname": "string",
    ]

    /// The value of a text; nil: the text is not of this type, or the type has no values.
    static func value(_ text: String, _ type: String) -> USDValue? {
        guard let name = USDTypeName(typeName(type)), let own = name.type, typeName(type) != "token" else { return nil }
        switch own {
        case .string: return name.isArray ? .texts(.string, words(text, by: ",")) : .text(.string, text)
        case .asset: return text.isEmpty || name.isArray ? nil : .text(.asset, text)
        case .bool: return text == "true" ? .truth(true) : text == "false" ? .truth(false) : nil
        default: break
        }
        guard !name.isArray, let components = own.layout?.components else { return nil }
        let parts = text.split { $0 == "," || $0.isWhitespace }
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.count == components, numbers.allSatisfy(\.isFinite) else {
            return nil
        }
        if own == .int { return Int32(exactly: numbers[0]).map { .integer(.int, Int64($0)) } }
        let rounded = numbers.map(own.rounded)
        guard rounded.allSatisfy(\.isFinite) else { return nil }
        return components == 1 ? .real(own, rounded[0]) : .tuple(own, rounded)
    }

    private static func words(_ text: String, by separator: Character) -> [String] {
        text.split(separator: separator).map { word in
            String(word.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}
