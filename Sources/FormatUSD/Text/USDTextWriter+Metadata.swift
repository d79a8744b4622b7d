import MeshBytes
import MeshFormats

extension USDTextWriter {
    /// Whether a field is written in the spec's parentheses rather than as its own statement.
    static func isMetadata(_ field: String, of kind: USDSpec.Kind) -> Bool {
        switch kind {
        case .pseudoRoot: field != "primOrder"
        case .prim: !["specifier", "typeName", "primOrder", "propertyOrder"].contains(field)
        case .variant: !["primOrder", "propertyOrder"].contains(field)
        case .attribute:
            ![
                "custom", "typeName", "variability", "default", "timeSamples", "spline", "connectionPaths",
            ].contains(field)
        case .relationship: !["custom", "variability", "default", "targetPaths"].contains(field)
        case .variantSet: false
        }
    }

    /// Writes the metadata of a spec, one line each, with the comment first.
    func writeMetadata(of spec: USDSpec, level: Int) throws(WriteError) {
        if case .text(_, let comment) = spec["comment"] { try line(level, USDSpelling.quoted(comment)) }
        for field in spec.fields where field.name != "comment" && Self.isMetadata(field.name, of: spec.kind) {
            if field.name == "subLayerOffsets", spec.kind == .pseudoRoot, spec["subLayers"] != nil { continue }
            try writeField(field, of: spec, level: level)
        }
    }

    private func writeField(_ field: USDField, of spec: USDSpec, level: Int) throws(WriteError) {
        let isPrim = spec.kind == .prim || spec.kind == .variant
        switch (field.name, field.value) {
        case ("documentation", .text(_, let text)): try line(level, "doc = \(USDSpelling.quoted(text))")
        case ("permission", .permission(let isPrivate)):
            try line(level, "permission = \(isPrivate ? "private" : "public")")
        case ("symmetryFunction", .text(_, let text)): try line(level, "symmetryFunction = \(text)")
        case ("displayUnit", .opaque(let unit)): try line(level, "displayUnit = \(text(unit))")
        case ("subLayers", .texts(_, let names)) where spec.kind == .pseudoRoot:
            var offsets: [USDOffset] = []
            if case .offsets(let values) = spec["subLayerOffsets"] { offsets = values }
            try writeSubLayers(names, offsets, level: level)
        case ("layerRelocates", .relocates(let pairs)), ("relocates", .relocates(let pairs)):
            try writeLines("relocates = {", pairs.map { "<\($0.first)>: <\($0.second)>" }, "}", level: level)
        case ("inheritPaths", .list(let list)) where isPrim: try writeList("inherits", list, level: level)
        case ("variantSetNames", .list(let list)) where isPrim: try writeList("variantSets", list, level: level)
        case ("variantSelection", .selections(let pairs)) where isPrim:
            try line(level, "variants = {")
            for pair in pairs {
                try line(level + 1, "string \(key(pair.first)) = \(USDSpelling.quoted(pair.second))")
            }
            try line(level, "}")
        case ("prefixSubstitutions", .dictionary(let entries)) where isPrim,
            ("suffixSubstitutions", .dictionary(let entries)) where isPrim:
            try writeSubstitutions(field.name, entries, level: level)
        case ("kind", .text(_, let text)) where isPrim: try line(level, "kind = \(USDSpelling.quoted(text))")
        case (_, .list(let list)): try writeList(field.name, list, level: level)
        case (_, .dictionary(let entries)):
            try put("\(indent(level))\(field.name) = ")
            try writeDictionary(entries, level: level, depth: 0)
            try put("\n")
        default: try writeStatement("\(field.name) = ", field.value, of: "the field '\(field.name)'", level: level)
        }
    }

    /// Writes a line with a value, and with a sign behind it.
    func writeStatement(
        _ head: String, _ value: USDValue, of what: String, _ end: String = "", level: Int
    ) throws(WriteError) {
        try put(indent(level) + head)
        try writeValue(value, of: what)
        try put(end + "\n")
    }

    /// Writes lines between two others, with commas between them.
    private func writeLines(_ head: String, _ lines: [String], _ end: String, level: Int) throws(WriteError) {
        try line(level, head)
        for (index, text) in lines.enumerated() {
            try line(level + 1, text + (index + 1 < lines.count ? "," : ""))
        }
        try line(level, end)
    }

    private func writeSubLayers(_ names: [String], _ offsets: [USDOffset], level: Int) throws(WriteError) {
        let lines = names.enumerated().map { index, name in
            USDSpelling.asset(name) + (index < offsets.count ? offset(offsets[index]) : "")
        }
        try writeLines("subLayers = [", lines, "]", level: level)
    }

    /// A time offset in parentheses. Empty if it has no effect.
    private func offset(_ offset: USDOffset) -> String {
        let parts = statements(offset)
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    private func statements(_ offset: USDOffset) -> [String] {
        (offset.offset == 0 ? [] : ["offset = \(NumberPrinter.text(offset.offset))"])
            + (offset.scale == 1 ? [] : ["scale = \(NumberPrinter.text(offset.scale))"])
    }

    private func writeSubstitutions(_ name: String, _ entries: [USDEntry], level: Int) throws(WriteError) {
        var lines: [String] = []
        for entry in entries {
            guard case .text(_, let text) = entry.value else { throw unrepresentable("'\(name)' that is no string") }
            lines.append("\(USDSpelling.quoted(entry.name)): \(USDSpelling.quoted(text))")
        }
        try writeLines("\(name) = {", lines, "}", level: level)
    }

    // MARK: Lists

    /// Writes an explicit list, or one line per list operation.
    func writeList(_ name: String, _ list: USDListEdit, level: Int) throws(WriteError) {
        if list.isExplicit { return try writeItems("\(name) = ", list.explicit, list.item, level: level) }
        let order: [USDListEdit.Operation] = [.deleted, .added, .prepended, .appended, .ordered]
        for operation in order where !list[operation].isEmpty {
            try writeItems("\(operation.rawValue) \(name) = ", list[operation], list.item, level: level)
        }
    }

    private func writeItems(
        _ head: String, _ items: [USDListItem], _ item: USDListEdit.Item, level: Int
    ) throws(WriteError) {
        // A list of variant sets can't be `None`. Empty, it has no effect and isn't written.
        if items.isEmpty { return head == "variantSets = " ? () : try line(level, head + "None") }
        switch item {
        case .path, .reference, .payload:
            if items.count == 1, customData(items[0]).isEmpty {
                try put(indent(level) + head)
                try writeItem(items[0], item, level: level)
                return try put("\n")
            }
            try line(level, head + "[")
            for (index, one) in items.enumerated() {
                try put(indent(level + 1))
                try writeItem(one, item, level: level + 1)
                try put(index + 1 < items.count ? ",\n" : "\n")
            }
            try line(level, "]")
        default:
            try put("\(indent(level))\(head)[")
            for (index, one) in items.enumerated() {
                if index > 0 { try put(", ") }
                try writeItem(one, item, level: level)
            }
            try put("]\n")
        }
    }

    private func customData(_ item: USDListItem) -> [USDEntry] {
        if case .reference(let reference) = item { reference.customData } else { [] }
    }

    private func writeItem(_ one: USDListItem, _ item: USDListEdit.Item, level: Int) throws(WriteError) {
        switch one {
        case .text(let text):
            switch item {
            case .path: try put("<\(text)>")
            case .unregistered: try put(text)
            default: try put(USDSpelling.quoted(text))
            }
        case .integer(let value): try put(item == .uint64 ? "\(UInt64(bitPattern: value))" : "\(value)")
        case .reference(let reference):
            var text = reference.asset.isEmpty ? "" : USDSpelling.asset(reference.asset)
            if reference.asset.isEmpty || !reference.path.isEmpty { text += "<\(reference.path)>" }
            guard !reference.customData.isEmpty else { return try put(text + offset(reference.offset)) }
            try put(text + " (\n")
            for statement in statements(reference.offset) { try line(level + 1, statement) }
            try put("\(indent(level + 1))customData = ")
            try writeDictionary(reference.customData, level: level + 1, depth: 0)
            try put("\n\(indent(level)))")
        }
    }

    // MARK: Dictionaries

    /// Writes entries in braces, one line each.
    func writeDictionary(_ entries: [USDEntry], level: Int, depth: Int) throws(WriteError) {
        guard depth < Self.depthLimit else {
            throw unrepresentable("dictionaries nested more than \(Self.depthLimit) deep")
        }
        try put("{\n")
        for entry in entries {
            if case .dictionary(let inner) = entry.value {
                try put("\(indent(level + 1))dictionary \(key(entry.name)) = ")
                try writeDictionary(inner, level: level + 1, depth: depth + 1)
                try put("\n")
                continue
            }
            guard let type = typeName(entry.value) else {
                throw unrepresentable("the entry '\(entry.name)' of a dictionary")
            }
            let what = "the entry '\(entry.name)' of a dictionary"
            try writeStatement("\(type) \(key(entry.name)) = ", entry.value, of: what, level: level + 1)
        }
        try put(indent(level) + "}")
    }

    /// A key, in quotes unless it is an identifier.
    private func key(_ name: String) -> String {
        USDPathText.isIdentifier(name) ? name : USDSpelling.quoted(name)
    }

    /// The type name that a value implies.
    private func typeName(_ value: USDValue) -> String? {
        switch value {
        case .integer(let type, _), .real(let type, _), .tuple(let type, _), .text(let type, _): type.name
        case .array(let array): array.type.name + "[]"
        case .texts(let type, _): type.name + "[]"
        case .opaque(let opaque) where opaque.kind == "path": "string"
        case .opaque(let opaque) where opaque.kind == "duration":
            opaque.bytes.first == 0x5B ? "duration[]" : "duration"
        case .opaque(let opaque) where ["string", "token", "pathExpression"].contains(opaque.kind): opaque.kind
        default: nil
        }
    }

    /// The text of an opaque value.
    func text(_ opaque: USDOpaque) -> String { String(decoding: opaque.bytes, as: UTF8.self) }
}
