import MeshFormats
import MeshModel

/// Checks layers by those rules of usd-core's validators that reading doesn't depend on.
struct USDCheck {
    private let layers: USDLayerLibrary
    private var diagnostics: [Diagnostic] = []

    /// Returns the findings about a document.
    static func findings(_ document: USDDocument) -> [Diagnostic] {
        var check = USDCheck(layers: document.layers)
        check.checkStage()
        // An API schema may be applied in another layer than where its properties are.
        if document.layers.layers.count == 1, let layer = document.layers.layers.first?.layer {
            check.checkSchemas(layer)
            check.checkWeights(layer)
        }
        return check.diagnostics
    }

    private init(layers: USDLayerLibrary) { self.layers = layers }

    private mutating func add(_ code: String, count: Int = 1, at location: InputLocation = .whole, _ message: String) {
        diagnostics.append(Diagnostic("usd.\(code)", .error, count: count, at: location, message))
    }

    /// Checks the metadata that every stage must have.
    private mutating func checkStage() {
        guard let root = layers.layers.first?.layer.specs.first else { return }
        if root["defaultPrim"] == nil {
            add(
                "missing-default-prim",
                "the layer has no defaultPrim: files that refer to it without a path find nothing")
        }
        if root["metersPerUnit"] == nil {
            add("missing-meters-per-unit", "the layer states no unit: programs assume centimetres")
        }
        if root["upAxis"] == nil { add("missing-up-axis", "the layer states no up axis: programs assume Y") }
    }

    /// Checks that the weights of each point sum to 1: UsdSkel takes them as they are, other players scale them.
    private mutating func checkWeights(_ layer: USDLayer) {
        for (index, spec) in layer.specs.enumerated() where spec.name == "primvars:skel:jointWeights" {
            guard case .array(let array)? = spec["default"], array.values.components == 1 else { continue }
            let size = spec["elementSize"]?.number.flatMap { Int(exactly: $0) } ?? 1
            let weights = array.values.doubles()
            guard size > 0, weights.count % size == 0 else { continue }
            var (count, first) = (0, (point: 0, sum: 0.0))
            for start in stride(from: 0, to: weights.count, by: size) {
                let sum = weights[start..<start + size].reduce(0, +)
                guard !(abs(sum - 1) <= 1e-3) else { continue }
                if count == 0 { first = (start / size, sum) }
                count += 1
            }
            guard count > 0 else { continue }
            add(
                "weights-sum", count: count, at: .jsonPointer(layer.path(of: index)),
                "expected weights with the sum 1, found \(first.sum) at point \(first.point)")
        }
    }

    /// Checks that prims with properties of an API schema apply it.
    private mutating func checkSchemas(_ layer: USDLayer) {
        let rules = [
            (["material:binding"], "MaterialBindingAPI", "missing-material-binding-api"),
            (["skel:", "primvars:skel:"], "SkelBindingAPI", "missing-skel-binding-api"),
        ]
        var found: [String: (schema: String, count: Int, first: Int)] = [:]
        for (index, spec) in layer.specs.enumerated() where spec.kind == .prim {
            var applied: Set<String> = []
            if case .list(let list)? = spec["apiSchemas"] {
                for case .text(let name) in list.explicit + list.added + list.prepended + list.appended {
                    applied.insert(name)
                }
            }
            for (prefixes, schema, code) in rules where !applied.contains(schema) {
                let names = spec.properties.map { layer.specs[$0].name }
                guard names.contains(where: { prefixes.contains(where: $0.hasPrefix) }) else { continue }
                found[code] = (schema, (found[code]?.count ?? 0) + 1, found[code]?.first ?? index)
            }
        }
        for (code, entry) in found.inKeyOrder {
            add(
                code, count: entry.count,
                "prims use properties of \(entry.schema) without applying it; first: \(layer.path(of: entry.first))")
        }
    }
}
