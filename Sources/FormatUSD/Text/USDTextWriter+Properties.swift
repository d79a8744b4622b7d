import MeshBytes
import MeshFormats

extension USDTextWriter {
    /// Writes all statements of an attribute or relationship.
    func writeProperty(_ spec: USDSpec, level: Int) throws(WriteError) {
        try checkForms(of: spec)
        if spec.kind == .relationship { return try writeRelationship(spec, level: level) }
        guard case .text(_, let type) = spec["typeName"], !type.isEmpty else {
            throw unrepresentable("the attribute '\(spec.name)' without a type")
        }
        let name = (isUniform(spec) ? "uniform " : "") + type + " " + spec.name
        let hasMetadata = spec.fields.contains { Self.isMetadata($0.name, of: .attribute) }
        let hasParts = spec["timeSamples"] != nil || spec["connectionPaths"] != nil || spec["spline"] != nil
        if hasMetadata || isCustom(spec) || spec["default"] != nil || !hasParts {
            try put(indent(level) + (isCustom(spec) ? "custom " : "") + name)
            if let value = spec["default"] {
                try put(" = ")
                try writeValue(value, of: "the value of '\(spec.name)'")
            }
            try writeBlock(spec, hasMetadata, level: level)
        }
        if let samples = spec["timeSamples"] {
            guard case .samples(let values) = samples else { throw unrepresentable("the samples of '\(spec.name)'") }
            try line(level, "\(name).timeSamples = {")
            for sample in values {
                let time = NumberPrinter.text(sample.time)
                try writeStatement("\(time): ", sample.value, of: "a sample of '\(spec.name)'", ",", level: level + 1)
            }
            try line(level, "}")
        }
        if let spline = spec["spline"] {
            guard case .spline(let curve) = spline else { throw unrepresentable("the spline of '\(spec.name)'") }
            try put("\(indent(level))\(name).spline = ")
            try writeSpline(curve, of: "the spline of '\(spec.name)'", level: level)
        }
        if let connections = spec["connectionPaths"] {
            guard case .list(let list) = connections else { throw unrepresentable("the connections of '\(spec.name)'") }
            try writeList("\(name).connect", list, level: level)
        }
    }

    private func writeRelationship(_ spec: USDSpec, level: Int) throws(WriteError) {
        let name = (isUniform(spec) ? "" : "varying ") + "rel " + spec.name
        let head = indent(level) + (isCustom(spec) ? "custom " : "") + name
        let hasMetadata = spec.fields.contains { Self.isMetadata($0.name, of: .relationship) }
        var targets: USDListEdit?
        if let field = spec["targetPaths"] {
            guard case .list(let list) = field else { throw unrepresentable("the targets of '\(spec.name)'") }
            targets = list
        }
        if let targets, targets.isExplicit {
            // Metadata follows the targets, so the line end comes after it.
            try put(head + " = ")
            try writeTargets(targets.explicit, level: level)
            try writeBlock(spec, hasMetadata, level: level)
        } else if targets == nil && spec["default"] == nil || hasMetadata || isCustom(spec) {
            try put(head)
            try writeBlock(spec, hasMetadata, level: level)
        }
        if let targets, !targets.isExplicit { try writeList(name, targets, level: level) }
        if let value = spec["default"] {
            try writeStatement("\(name).default = ", value, of: "the value of '\(spec.name)'", level: level)
        }
    }

    private func writeTargets(_ items: [USDListItem], level: Int) throws(WriteError) {
        let paths = items.map { item in if case .text(let text) = item { "<\(text)>" } else { "<>" } }
        switch paths.count {
        case 0: try put("None")
        case 1: try put(paths[0])
        default:
            try put("[\n")
            for path in paths { try line(level + 1, path + ",") }
            try put(indent(level) + "]")
        }
    }

    /// Writes the metadata of a property, if any, and ends the line.
    private func writeBlock(_ spec: USDSpec, _ hasMetadata: Bool, level: Int) throws(WriteError) {
        guard hasMetadata else { return try put("\n") }
        try put(" (\n")
        try writeMetadata(of: spec, level: level + 1)
        try line(level, ")")
    }

    private func isUniform(_ spec: USDSpec) -> Bool {
        if case .uniform(true) = spec["variability"] { true } else { false }
    }

    private func isCustom(_ spec: USDSpec) -> Bool {
        if case .integer(_, let value) = spec["custom"] { value != 0 } else { false }
    }
}
