import MeshFormats

// Damaged crate files may have values of any type in any field, and names of types that nobody knows.

extension USDTextWriter {
    /// Throws if text can't express the declaration of a spec: it would be read back as another one.
    func checkForms(of spec: USDSpec) throws(WriteError) {
        for field in spec.fields {
            switch (field.name, field.value) {
            case ("typeName", .text(_, let name)):
                guard Self.isTypeName(name) else { throw unrepresentable("the type of '\(spec.name)'") }
            case ("specifier", .specifier), ("variability", .uniform), ("custom", .integer),
                ("primOrder", .texts), ("propertyOrder", .texts):
                continue
            case ("typeName", _), ("specifier", _), ("variability", _), ("custom", _), ("primOrder", _),
                ("propertyOrder", _):
                throw unrepresentable("the \(field.name) of '\(spec.name)'")
            default: continue
            }
        }
        // Text is read by the name of the type; a value of an unknown one is kept as text.
        guard spec.kind == .attribute, case .text(_, let type) = spec["typeName"], USDTypeName(type) == nil,
            !USDTextParser.isDuration(type)
        else { return }
        var values = [spec["default"]].compactMap(\.self)
        if case .samples(let samples) = spec["timeSamples"] { values += samples.map(\.value) }
        guard values.allSatisfy(Self.isText) else {
            throw unrepresentable("the value of '\(spec.name)', whose type '\(type)' is unknown")
        }
    }

    private static func isText(_ value: USDValue) -> Bool {
        switch value {
        case .block, .animationBlock: true
        case .opaque(let opaque): opaque.kind == "unregistered"
        default: false
        }
    }

    /// Whether a name of a type, which text has without quotes, ends where it should.
    private static func isTypeName(_ name: String) -> Bool {
        name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x2E, 0x5B, 0x5D, 0x80...: true
            default: false
            }
        }
    }
}
