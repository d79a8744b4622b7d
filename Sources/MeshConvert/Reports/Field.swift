import MeshBytes
import MeshModel

/// A field of an object in a document. The document and its schema are both made of these.
struct Field<Owner>: Sendable {
    let name: String
    let schema: JSONValue
    /// Whether all documents have it.
    var isRequired = true
    /// Returns the value; nil: the field is left out.
    let value: @Sendable (Owner) -> JSONValue?

    init(_ name: String, _ schema: JSONValue, _ value: @escaping @Sendable (Owner) -> JSONValue?) {
        (self.name, self.schema, self.value) = (name, schema, value)
    }

    init<Value: Documented>(_ name: String, _ value: @escaping @Sendable (Owner) -> Value) {
        self.init(name, Value.schema) { value($0).json }
    }

    init(_ name: String, words: [String], _ value: @escaping @Sendable (Owner) -> String) {
        self.init(name, Schemas.words(words)) { .string(value($0)) }
    }

    /// A text that is left out where there is none.
    static func ifAny(_ name: String, _ value: @escaping @Sendable (Owner) -> String?) -> Field {
        var field = Field(name, String.schema) { value($0).map(JSONValue.string) }
        field.isRequired = false
        return field
    }

    /// A list that is left out where it is empty.
    static func ifAny<Element: Documented>(
        _ name: String, _ value: @escaping @Sendable (Owner) -> [Element]
    ) -> Field {
        var field = Field(name, [Element].schema) { owner in
            let list = value(owner)
            return list.isEmpty ? nil : list.json
        }
        field.isRequired = false
        return field
    }

    /// An object of the same owner's values.
    static func group(_ name: String, _ fields: [Field]) -> Field {
        Field(name, Schemas.object(fields)) { fields.json(of: $0) }
    }

    /// A list of objects.
    static func list<Element>(
        _ name: String, _ elements: @escaping @Sendable (Owner) -> [Element], _ fields: [Field<Element>]
    ) -> Field {
        Field(name, Schemas.list(Schemas.object(fields))) { .array(elements($0).map(fields.json)) }
    }
}

extension Array {
    /// Returns the object that the fields are of.
    func json<Owner>(of owner: Owner) -> JSONValue where Element == Field<Owner> { .object(members(of: owner)) }

    /// Returns the members of that object.
    func members<Owner>(of owner: Owner) -> [(String, JSONValue)] where Element == Field<Owner> {
        var list = MemberList()
        for field in self { list.add(field.name, field.value(owner)) }
        return list.members
    }
}

/// The members of an object. One list for all owners: fifty types have fields, and each would have its own code for it.
private struct MemberList {
    private(set) var members: [(String, JSONValue)] = []

    @inline(never) mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append((name, value)) }
    }
}

/// A value that documents have in one form.
protocol Documented: SendableMetatype {
    static var schema: JSONValue { get }
    var json: JSONValue { get }
}

/// A value that is an object in documents.
protocol DocumentedObject: Documented {
    static var fields: [Field<Self>] { get }
}

extension DocumentedObject {
    static var schema: JSONValue { Schemas.object(fields) }
    var json: JSONValue { Self.fields.json(of: self) }
}

/// A choice that is one of some words in documents.
protocol DocumentedWord: Documented, CaseIterable, RawRepresentable where RawValue == String {}

extension DocumentedWord {
    static var schema: JSONValue { Schemas.words(allCases.map(\.rawValue)) }
    var json: JSONValue { .string(rawValue) }
}

extension String: Documented {
    static var schema: JSONValue { Schemas.type("string") }
    var json: JSONValue { .string(self) }
}

extension Bool: Documented {
    static var schema: JSONValue { Schemas.type("boolean") }
    var json: JSONValue { .bool(self) }
}

extension Int: Documented {
    static var schema: JSONValue { Schemas.type("integer") }
    var json: JSONValue { .int(self) }
}

extension Double: Documented {
    /// A number, or a string if it is not finite.
    static var schema: JSONValue { .object([("type", .array(["number", "string"]))]) }
    var json: JSONValue { .number(self) }
}

extension Optional: Documented where Wrapped: Documented {
    static var schema: JSONValue { Schemas.optional(Wrapped.schema) }
    var json: JSONValue { self?.json ?? .null }
}

extension Array: Documented where Element: Documented {
    static var schema: JSONValue { Schemas.list(Element.schema) }
    var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: Documented where Key == String, Value: Documented {
    static var schema: JSONValue { Schemas.type("object") }
    var json: JSONValue { .object(inKeyOrder.map { ($0.key, $0.value.json) }) }
}

extension SIMD3<Double>: Documented {
    static var schema: JSONValue { [Double].schema }
    var json: JSONValue { [x, y, z].json }
}
