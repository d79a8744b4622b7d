import MeshBytes

extension JSONValue {
    /// An object of the members that have a value.
    static func given(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// A text, if there is one.
    init?(_ text: String?) {
        guard let text else { return nil }
        self = .string(text)
    }

    /// A whole number, if there is one.
    init?(_ number: Int?) {
        guard let number else { return nil }
        self = .int(number)
    }

    /// A number, if there is one.
    init?(_ number: Double?) {
        guard let number else { return nil }
        self = .number(number)
    }

    /// An array of numbers.
    static func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }

    /// An array of whole numbers; nil: there are none.
    static func indices(_ values: [Int]) -> JSONValue? { values.isEmpty ? nil : .array(values.map { .int($0) }) }

    /// The object with the member at a path set. Missing objects on the path are created.
    func setting(_ path: [String], _ value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        return setting(name, path.count == 1 ? value : (self[name] ?? [:]).setting(Array(path.dropFirst()), value))
    }

    /// The object with a member replaced or appended. Other values stay as they are.
    func setting(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.0 == name }) {
            members[index].1 = value
        } else {
            members.append((name, value))
        }
        return .object(members)
    }

    /// The object without a member.
    func removing(_ name: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.0 != name })
    }

    /// The object with a member changed, if it has that member.
    func changing(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        self[name].map { setting(name, change($0)) } ?? self
    }

    /// The object with each entry of the array `name` changed.
    func changingEach(_ name: String, _ change: (Int, JSONValue) -> JSONValue) -> JSONValue {
        guard let array = self[name]?.array else { return self }
        return setting(name, .array(array.enumerated().map { change($0.offset, $0.element) }))
    }
}
