import MeshBytes
import MeshFormats

/// Writes a layer as text in usd-core's layout: four spaces per level, one statement per line.
///
/// Prims, properties and entries keep the order of the model. Numbers have the fewest digits that give the same value
/// back.
struct USDTextWriter {
    /// The maximum nesting of dictionaries.
    static let depthLimit = 256

    let layer: USDLayer
    let sink: ByteSink
    let threads: Int

    /// Writes a layer.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - sink: the output.
    ///   - options: the number of threads that format long number lists.
    /// - Throws: also if the model has something that text can't express.
    static func write(
        _ layer: USDLayer, to sink: ByteSink, options: WriteOptions = WriteOptions()
    ) throws(WriteError) {
        let writer = USDTextWriter(layer: layer, sink: sink, threads: options.threads)
        try writer.checkNames()
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

    /// The minor version of the text. Only values that older programs don't know need more than 0.
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

    /// A step still to be written: a spec, or the end of one.
    private enum Step {
        case spec(Int, level: Int, isFirst: Bool)
        case close(level: Int)
        case blankLine
    }

    /// Writes specs and their descendants, using a stack of remaining steps.
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
                    // A variant set without variants is already written by its name alone.
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

    /// Whether a prim lists a variant set's name explicitly or by `add`, which alone creates the set.
    private func isNamed(_ name: String, in spec: USDSpec) -> Bool {
        guard case .list(let names) = spec["variantSetNames"] else { return false }
        return (names.explicit + names.added).contains { item in
            if case .text(let text) = item { text == name } else { false }
        }
    }

    /// Writes the opening of a prim, a variant or a variant set.
    private func open(_ spec: USDSpec, level: Int) throws(WriteError) {
        try checkForms(of: spec)
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

    /// Beyond a depth no one sees the difference, and the text would grow with the square of the depth.
    func indent(_ level: Int) -> String { String(repeating: "    ", count: min(level, 32)) }

    /// A list of quoted names in brackets.
    func list(_ names: [String]) -> String { "[" + names.map(USDSpelling.quoted).joined(separator: ", ") + "]" }

    /// The error for something that text can't express.
    func unrepresentable(_ what: String) -> WriteError {
        WriteError(.unrepresentable, path: sink.path, "a text layer can't hold \(what)")
    }
}
