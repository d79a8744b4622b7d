// Helpers for writers: prims with a type, attributes with a value, relationships with targets.

extension USDLayer {
    /// Adds a prim, `def` by default. A nil `type` adds a prim without a type.
    mutating func define(
        _ name: String, _ type: String?, below parent: Int, _ specifier: USDSpecifier = .def
    ) -> Int {
        let index = add(.prim, name, below: parent)
        specs[index].fields = [USDField(name: "specifier", value: specifier == .def ? .def : .specifier(specifier))]
        if let type { specs[index].fields.append(USDField(name: "typeName", value: .typeName(type))) }
        return index
    }

    /// Adds an attribute to a prim. A nil `value` adds one without a value, such as a shader output.
    @discardableResult
    mutating func attribute(
        _ prim: Int, _ name: String, _ typeName: String, _ value: USDValue?, isUniform: Bool = false,
        _ metadata: [(String, USDValue)] = []
    ) -> Int {
        let index = add(.attribute, name, below: prim)
        var fields = [USDField(name: "typeName", value: .typeName(typeName))]
        if isUniform { fields.append(USDField(name: "variability", value: .alwaysSame)) }
        if let value { fields.append(USDField(name: "default", value: value)) }
        specs[index].fields = fields
        for (field, value) in metadata { specs[index][field] = value }
        return index
    }

    /// Adds an attribute that is connected to another one.
    mutating func connection(_ prim: Int, _ name: String, _ typeName: String, to source: String) {
        let index = attribute(prim, name, typeName, nil)
        specs[index]["connectionPaths"] = .list(USDListEdit(item: .path, isExplicit: true, explicit: [.text(source)]))
    }

    /// Adds a relationship.
    mutating func relationship(_ prim: Int, _ name: String, to targets: String...) {
        relationship(prim, name, to: targets)
    }

    /// Adds a relationship.
    mutating func relationship(_ prim: Int, _ name: String, to targets: [String]) {
        let index = add(.relationship, name, below: prim)
        specs[index]["variability"] = .uniform(true)
        specs[index]["targetPaths"] = .list(
            USDListEdit(item: .path, isExplicit: true, explicit: targets.map { .text($0) }))
    }

    /// Adds an applied schema to a prim.
    mutating func apply(_ schema: String, to prim: Int) {
        var list = USDListEdit(item: .token)
        if case .list(let own) = specs[prim]["apiSchemas"] { list = own }
        list.prepended.append(.text(schema))
        specs[prim]["apiSchemas"] = .list(list)
    }
}

extension USDValue {
    static func token(_ text: String) -> USDValue { .text(.token, text) }
    static func truth(_ value: Bool) -> USDValue { .integer(.bool, value ? 1 : 0) }

    // Values that many specs have share their memory.

    static let def = USDValue.specifier(.def)
    static let alwaysSame = USDValue.uniform(true)
    static let yes = USDValue.truth(true)

    /// The name of a type.
    static func typeName(_ name: String) -> USDValue { typeNames[name] ?? .token(name) }

    private static let typeNames: [String: USDValue] = {
        let names = ["Xform", "double3", "quatf", "quatd", "float3", "matrix4d", "token[]"]
        return Dictionary(names.map { ($0, token($0)) }, uniquingKeysWith: { first, _ in first })
    }()
}
