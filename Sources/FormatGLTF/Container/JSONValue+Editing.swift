import MeshBytes

extension JSONValue {
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
