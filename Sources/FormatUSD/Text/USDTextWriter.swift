import MeshBytes
import MeshFormats

/// Writes a layer as text, laid out as usd-core lays it out: four blanks a level, one statement a line.
///
/// Prims, properties and entries keep the order of the model. Numbers are the shortest digits that read back as the same
/// value.
struct USDTextWriter {
    /// How deep dictionaries may nest.
    static let depthLimit = 256

    let layer: USDLayer
    let sink: ByteSink
    let threads: Int

    /// Writes a layer.
    ///
    /// - Parameters:
    ///   - layer: what is written; its names must be identifiers.
    ///   - sink: where the text goes.
    ///   - options: how many threads may format long lists of numbers.
    /// - Throws: also where the model has something that text can't say.
    static func write(
        _ layer: USDLayer, to sink: ByteSink, options: WriteOptions = WriteOptions()
    ) throws(WriteError) {
        let writer = USDTextWriter(layer: layer, sink: sink, threads: options.threads)
        try writer.writeLayer()
    }

    // MARK: Layers and prims

    private func writeLayer() throws(WriteError) {
        try put("#usda 1.\(minorVersion)\n")
        let root = layer.specs[0]
        if root.fields.contains(where: { Self.isMetadata($0.name, of: .pseudoRoot) }) {
            try put("(\n")
            try writeMetadata(of: root, level: 1)
            try put(")\n")
        }
        if case .texts(_, let names) = root["primOrder"], !names.isEmpty {
            try put("\nreorder rootPrims = \(list(names))\n")
        }
        try writeSpecs(root.children)
    }

    /// The version that the text needs: values that only newer programs know ask for more than 0.
    private var minorVersion: Int {
        var minor = 0
        for spec in layer.specs {
            for field in spec.fields { minor = max(minor, Self.minorVersion(field.value, depth: 0)) }
        }
        return minor
    }

    private static func minorVersion(_ value: USDValue, depth: Int) -> Int {
        switch value {
        case .opaque(let opaque):
            return opaque.kind == "duration" ? 4 : 0
        case .arrayEdit(let edit): return edit.type == .duration ? 4 : 2
        case .spline(let spline): return spline.type == .duration ? 4 : spline.hasAlgorithms ? 1 : 0
        case .samples(let samples): return samples.map { minorVersion($0.value, depth: depth) }.max() ?? 0
        case .dictionary(let entries) where depth < depthLimit:
            return entries.map { minorVersion($0.value, depth: depth + 1) }.max() ?? 0
        default: return 0
        }
    }

    /// What is still to be written: a spec, or the end of one.
    private enum Step {
        case spec(Int, level: Int, isFirst: Bool)
        case close(level: Int)
        case blankLine
    }

    /// Writes specs and all below them, with a stack of what is still to come.
    private func writeSpecs(_ roots: [Int]) throws(WriteError) {
        var steps: [Step] = roots.reversed().map { .spec($0, level: 0, isFirst: false) }
        while let step = steps.popLast() {
            switch step {
            case .blankLine: try put("\n")
            case .close(let level): try line(level, "}")
            case .spec(let index, let level, let isFirst):
                let spec = layer.specs[index]
                if spec.kind == .prim, !isFirst { try put("\n") }
                try open(spec, level: level)
                steps.append(.close(level: level))
                if spec.kind == .variantSet {
                    steps += spec.children.reversed().map { .spec($0, level: level + 1, isFirst: false) }
                    continue
                }
                try writeOrders(of: spec, level: level + 1)
                for property in spec.properties { try writeProperty(layer.specs[property], level: level + 1) }
                steps += spec.variantSets.reversed().compactMap {
                    // A set without variants is told by its name alone.
                    layer.specs[$0].children.isEmpty && isNamed(layer.specs[$0].name, in: spec)
                        ? nil : .spec($0, level: level + 1, isFirst: false)
                }
                let hasBody = !spec.properties.isEmpty
                for (place, child) in spec.children.enumerated().reversed() {
                    steps.append(.spec(child, level: level + 1, isFirst: place == 0 && !hasBody))
                }
            }
        }
    }

    /// Whether the names of variant sets that a prim states as a whole, or adds, have a name: that alone makes the set.
    private func isNamed(_ name: String, in spec: USDSpec) -> Bool {
        guard case .list(let names) = spec["variantSetNames"] else { return false }
        return (names.explicit + names.added).contains { item in
            if case .text(let text) = item { text == name } else { false }
        }
    }

    /// Writes what stands in front of the statements of a prim, a variant or a set of variants.
    private func open(_ spec: USDSpec, level: Int) throws(WriteError) {
        let name = USDSpelling.quoted(spec.name)
        switch spec.kind {
        case .variantSet: return try line(level, "variantSet \(name) = {")
        case .variant: try put(indent(level) + name)
        default:
            var specifier = "over"
            if case .specifier(let value) = spec["specifier"] { specifier = "\(value)" }
            var typeName = ""
            if case .text(_, let text) = spec["typeName"], !text.isEmpty { typeName = text + " " }
            try put("\(indent(level))\(specifier) \(typeName)\(name)")
        }
        if spec.fields.contains(where: { Self.isMetadata($0.name, of: spec.kind) }) {
            try put(" (\n")
            try writeMetadata(of: spec, level: level + 1)
            try put(indent(level) + ")")
        }
        try put(spec.kind == .variant ? " {\n" : "\n\(indent(level)){\n")
    }

    private func writeOrders(of spec: USDSpec, level: Int) throws(WriteError) {
        if case .texts(_, let names) = spec["propertyOrder"], !names.isEmpty {
            try line(level, "reorder properties = \(list(names))")
        }
        if case .texts(_, let names) = spec["primOrder"], !names.isEmpty {
            try line(level, "reorder nameChildren = \(list(names))")
        }
    }

    // MARK: Text

    func put(_ text: String) throws(WriteError) {
        do throws(SystemError) { try sink.write(text) } catch { throw WriteError(error) }
    }

    func line(_ level: Int, _ text: String) throws(WriteError) { try put("\(indent(level))\(text)\n") }

    func indent(_ level: Int) -> String { String(repeating: "    ", count: level) }

    /// Names in quotes between brackets.
    func list(_ names: [String]) -> String { "[" + names.map(USDSpelling.quoted).joined(separator: ", ") + "]" }

    /// The error that text can't say something.
    func unrepresentable(_ what: String) -> WriteError {
        WriteError(.unrepresentable, path: sink.path, "a text layer can't hold \(what)")
    }
}
