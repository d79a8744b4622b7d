package import MeshBytes
package import MeshModel

/// What an attribute of a file was in the scene, for formats whose colours are linear and that have names of their own: a
/// part of origin records.
package struct OriginAttribute: Sendable, Hashable {
    /// Its name, and the name that a reader gives it.
    package var name: String
    package var stored: String
    package var form: OriginForm
    package var components: Int
    /// Whether floats are the nearest to whole numbers of 0…255.
    package var hasCodes = false
    /// Whether the way back gives it type and frame again.
    package var isRestored = true

    /// An attribute that is stored under a name, with so many components at most.
    package init(_ attribute: Attribute, storedAs stored: String, components: Int, isColor: Bool) {
        name = attribute.semantic.name
        self.stored = stored
        form = OriginForm(of: attribute)
        self.components = min(attribute.values.components, components)
        hasCodes = isColor && attribute.holdsColorCodes
    }

    // MARK: JSON

    /// The members of its record.
    package var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("name", .string(name))]
        if stored != name { members.append(("stored", .string(stored))) }
        if isRestored {
            members += form.members()
            members.add("codes", hasCodes)
        }
        members.append(("components", .int(components)))
        return members
    }

    /// What members of a record say; nil where they make no sense.
    package init?(json: JSONValue) {
        guard let name = json["name"]?.string, let components = json["components"]?.index, components > 0 else {
            return nil
        }
        self.name = name
        self.components = components
        stored = json["stored"]?.string ?? name
        let form = OriginForm(json: json)
        isRestored = form != nil
        self.form = form ?? OriginForm(type: .float32, frame: .plain)
        hasCodes = json["codes"]?.bool ?? false
    }

    // MARK: Reading

    /// What a reader finds, as it was in the scene; nil where its values don't fit.
    package func restored(_ attribute: Attribute) -> Attribute? {
        guard attribute.values.components >= components, attribute.offsets == nil else { return nil }
        var result = attribute
        if attribute.values.components > components { result.values = attribute.values.prefix(components) }
        result.semantic = AttributeSemantic(name: name)
        guard isRestored else { return result }
        if OriginForm(of: result) != form {
            // Numbers of splats that a file has no word for are stored as they were.
            result.frame.encoding = form.frame.encoding
            guard let values = form.values(of: result, snapsToCodes: hasCodes), isUnchanged(result, values) else {
                return nil
            }
            result.values = values
        }
        result.normalized = form.isNormalized
        result.frame = form.frame
        return result
    }

    /// Whether codes and integers give what the file has: values that were changed since are none any more.
    private func isUnchanged(_ attribute: Attribute, _ values: Column) -> Bool {
        guard form.type.isInteger || hasCodes else { return true }
        // Fractions of 32 bits are finer than float32 near 1: some give its neighbour, though nobody changed it.
        if form.isFlipped(in: attribute), form.isNormalized, form.type.byteCount > 2 { return true }
        let again =
            form.isFlipped(in: attribute)
            ? UVFlip.flipped(values, type: attribute.values.type, normalized: form.isNormalized)
            : ColorTransfer.converted(
                Attribute(
                    attribute.semantic, values, normalized: form.isNormalized, frame: form.target(of: attribute)),
                to: attribute.frame, type: attribute.values.type, normalized: attribute.normalized)
        return again.hasSameNumbers(as: attribute.values)
    }
}
