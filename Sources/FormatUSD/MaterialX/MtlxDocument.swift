import MeshFormats

/// A MaterialX document with the files that it includes, and what its names mean.
struct MtlxDocument: Sendable {
    /// All elements. The first is the root, `materialx`.
    private(set) var elements: [MtlxElement]
    /// The children of the root and of included roots, in order: nodes, node graphs, definitions.
    let top: [Int]
    /// The elements of the top level by name, the first of each.
    private let byName: [String: Int]
    /// The definitions of nodes in the document by the category of node.
    private let definitions: [String: [Int]]
    /// The node graphs that implement definitions, by the definition's name.
    private let graphs: [String: Int]
    /// The definitions that node graphs implement, by the graph.
    private let implemented: [Int: String]

    /// Creates a document of elements whose first is the root.
    init(_ elements: [MtlxElement]) throws(ReadError) {
        guard let root = elements.first, root.category == "materialx" else {
            throw ReadError(
                .invalidHeader, .byte(elements.first?.byte ?? 0),
                "expected the element 'materialx', found '\(elements.first?.category ?? "none")'")
        }
        self.elements = elements
        top = root.children
        var byName: [String: Int] = [:]
        var definitions: [String: [Int]] = [:]
        var graphs: [String: Int] = [:]
        var implemented: [Int: String] = [:]
        for child in top {
            let element = elements[child]
            if byName[element.name] == nil { byName[element.name] = child }
            switch element.category {
            case "nodedef": definitions[element["node"] ?? "", default: []].append(child)
            case "nodegraph":
                guard let name = element["nodedef"] else { continue }
                implemented[child] = name
                if graphs[name] == nil { graphs[name] = child }
            case "implementation":
                guard let name = element["nodedef"], let graph = element["nodegraph"],
                    let index = top.first(where: { elements[$0].name == graph })
                else { continue }
                if implemented[index] == nil { implemented[index] = name }
                if graphs[name] == nil { graphs[name] = index }
            default: break
            }
        }
        (self.byName, self.definitions, self.graphs) = (byName, definitions, graphs)
        self.implemented = implemented
    }

    /// The element of the top level with this name.
    func element(_ name: String) -> Int? { byName[name] }

    /// The children of an element that are inputs, also in the spelling of old versions.
    func inputs(of element: Int) -> [Int] {
        elements[element].children.filter { ["input", "parameter"].contains(elements[$0].category) }
    }

    /// The outputs that an element declares.
    func outputs(of element: Int) -> [Int] { elements[element].children.filter { elements[$0].category == "output" } }

    /// The definition of a node in the document; nil: it is one of the standard's, or unknown.
    func definition(of node: Int) -> Int? {
        let element = elements[node]
        let candidates: [Int]
        if let name = element["nodedef"] {
            candidates = byName[name].map { elements[$0].category == "nodedef" ? [$0] : [] } ?? []
        } else {
            candidates = definitions[element.category] ?? []
        }
        return candidates.first { types(of: $0).contains(element.type) || element.type == "multioutput" }
            ?? candidates.first
    }

    /// The document's own definition of a node, with the graph that implements it; nil for nodes of the library.
    func implementation(of node: Int) -> (definition: Int, graph: Int)? {
        guard let definition = definition(of: node), let graph = graphs[elements[definition].name] else { return nil }
        return (definition, graph)
    }

    /// The name of the definition that a node graph implements; nil: it is a graph of its own.
    func definition(implementedBy graph: Int) -> String? { implemented[graph] }

    private func types(of definition: Int) -> [String] {
        outputs(of: definition).map { elements[$0].type } + [elements[definition].type]
    }

    /// The version of the document, in hundredths: 139 for 1.39.
    var version: Int {
        let parts = (elements[0]["version"] ?? "").split(separator: ".")
        guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return 138 }
        guard (0...99).contains(major), (0...99).contains(minor) else { return 138 }
        return 100 * major + minor
    }

    /// The value of an attribute of an element or of the nearest ancestor that has it.
    func inherited(_ name: String, of element: Int) -> String? {
        var current = element
        while current >= 0 {
            if let value = elements[current][name] { return value }
            current = elements[current].parent
        }
        return nil
    }
}
