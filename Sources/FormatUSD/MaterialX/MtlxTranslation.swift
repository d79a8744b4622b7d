import MeshBytes
import MeshFormats

/// Turns a MaterialX document into a layer, as OpenUSD's own reader of such files does.
///
/// `/MaterialX/Materials` has a `Material` for each material of the document, with its surface shader and what that is
/// connected to below it. `/MaterialX/NodeGraphs` has the document's node graphs; materials refer to them.
struct MtlxTranslation {
    let document: MtlxDocument
    /// Whether a file that a value names is there.
    let isThere: (String) -> Bool
    var layer = USDLayer()
    /// What could not be translated, in the order of the document.
    var remarks: [Wording] = []
    /// The layer's scope of node graphs.
    var graphScope = 0
    /// The prims of the document's node graphs, by the graph's element; a graph that implements a definition is found
    /// by the definition's element.
    var graphNames: [Int: String] = [:]

    /// The largest number of specs that a document may become.
    static let specLimit = 1_000_000

    /// Returns the layer of a document, and what could not be translated.
    static func layer(
        of document: MtlxDocument, isThere: @escaping (String) -> Bool
    ) throws(ReadError) -> (layer: USDLayer, remarks: [Wording]) {
        var translation = MtlxTranslation(document: document, isThere: isThere)
        try translation.run()
        return (translation.layer, translation.remarks)
    }

    private mutating func run() throws(ReadError) {
        layer.specs[0]["defaultPrim"] = .token("MaterialX")
        let root = layer.define("MaterialX", nil, below: 0)
        let materials = layer.define("Materials", nil, below: root)
        graphScope = layer.define("NodeGraphs", nil, below: root)
        var names = USDNames()
        for index in document.top where document.elements[index].category == "nodegraph" {
            // A graph that implements a definition is known by that.
            let definition = document.definition(implementedBy: index)
            graphNames[index] = names.unique(Self.word(definition ?? document.elements[index].name))
        }
        for index in document.top {
            guard let name = graphNames[index] else { continue }
            try addGraph(index, named: name)
        }
        var materialNames = USDNames()
        for index in document.top {
            let element = document.elements[index]
            if element.category == "surfacematerial" || element.type == "material" {
                try addMaterial(index, named: materialNames.unique(Self.word(element.name)), below: materials)
            } else if Self.unread.contains(element.category) {
                remarks.append("the element '\(element.category)' is not supported")
            }
        }
    }

    /// Elements of the top level that say what objects look like, and are not read.
    private static let unread: Set<String> = [
        "look", "lookgroup", "collection", "variantset", "propertyset", "geominfo", "material",
    ]

    func checkSize(_ index: Int) throws(ReadError) {
        guard layer.specs.count < Self.specLimit else {
            throw ReadError(
                .limitExceeded, .byte(document.elements[index].byte),
                "the materials have more than \(Self.specLimit) values and nodes")
        }
    }

    // MARK: Graphs

    /// Adds a node graph of the document with its nodes.
    private mutating func addGraph(_ graph: Int, named name: String) throws(ReadError) {
        let prim = layer.define(name, "NodeGraph", below: graphScope)
        let path = "/MaterialX/NodeGraphs/\(name)"
        var isKnown: Set<String> = []
        let definition = document.definition(implementedBy: graph).flatMap { document.element($0) }
        for input in [graph, definition].compactMap(\.self).flatMap({ document.inputs(of: $0) }) {
            guard isKnown.insert(Self.word(document.elements[input].name)).inserted else { continue }
            try addInput(input, to: prim)
        }
        var place = Place(interface: path)
        var unique = USDNames()
        for child in document.elements[graph].children where isNode(child) {
            let name = document.elements[child].name
            guard place.nodes[name] == nil else { continue }
            place.nodes[name] = (child, "\(path)/\(unique.unique(Self.word(name)))")
        }
        for child in document.elements[graph].children {
            guard let known = place.nodes[document.elements[child].name], known.index == child else { continue }
            try addNode(child, at: known.path, below: prim, place)
        }
        isKnown = []
        for output in document.outputs(of: graph) {
            try checkSize(output)
            let element = document.elements[output]
            guard isKnown.insert(Self.word(element.name)).inserted else { continue }
            let target = source(of: output, place)
            addOutput(element.name, element.type, to: prim, from: target)
        }
    }

    private func isNode(_ index: Int) -> Bool {
        !["input", "parameter", "output", "token", "backdrop"].contains(document.elements[index].category)
    }

    // MARK: Nodes

    /// Where connections of nodes lead.
    struct Place {
        /// The nodes by name, each with the path of its prim.
        var nodes: [String: (index: Int, path: String)] = [:]
        /// The path of the prim with the inputs of the graph, if it has inputs.
        var interface: String?
        /// The paths of node graphs that can be reached, by name.
        var graphs: [String: String] = [:]
    }

    /// Adds a node as a shader, or as a reference to the graph that implements it.
    ///
    /// - Parameter material: the material whose inputs have the node's values; nil: the node has them itself.
    mutating func addNode(
        _ index: Int, at path: String, below parent: Int, _ place: Place,
        valuesIn material: (prim: Int, path: String)? = nil
    ) throws(ReadError) {
        try checkSize(index)
        let name = path.lastPathPart
        let prim: Int
        if let (_, graph) = document.implementation(of: index), let graphName = graphNames[graph] {
            prim = layer.define(name, nil, below: parent)
            refer(prim, to: "/MaterialX/NodeGraphs/\(graphName)")
        } else {
            prim = layer.define(name, "Shader", below: parent)
            layer.attribute(prim, "info:id", "token", .token(id(of: index)), isUniform: true)
            var isKnown: Set<String> = []
            for output in outputs(of: index) where isKnown.insert(Self.word(output.name)).inserted {
                addOutput(output.name, output.type, to: prim, from: nil)
            }
        }
        var isKnown: Set<String> = []
        for input in document.inputs(of: index) {
            guard isKnown.insert(Self.word(document.elements[input].name)).inserted else { continue }
            let source = source(of: input, place)
            guard let material, source == nil else {
                try addInput(input, to: prim, from: source)
                continue
            }
            try addInput(input, to: material.prim)
            let name = Self.word(document.elements[input].name)
            try addInput(input, to: prim, from: "\(material.path).inputs:\(name)")
        }
        guard let material, let definition = MtlxSurface.definition(id(of: index)) else { return }
        for (name, fallback) in definition.inputs where !isKnown.contains(name) {
            let type = fallback.count == 3 ? "color3f" : "float"
            layer.attribute(material.prim, "inputs:\(name)", type, nil)
            layer.connection(prim, "inputs:\(name)", type, to: "\(material.path).inputs:\(name)")
        }
    }

    /// The name of a node's definition.
    func id(of index: Int) -> String {
        let element = document.elements[index]
        if let name = element["nodedef"] { return name }
        if let definition = document.definition(of: index) { return document.elements[definition].name }
        let types = Dictionary(
            document.inputs(of: index).map { (document.elements[$0].name, document.elements[$0].type) },
            uniquingKeysWith: { first, _ in first })
        if element.category == "standard_surface", element["version"] == "1.0.0" {
            return "ND_standard_surface_surfaceshader_100"
        }
        return MtlxNodeName.id(element.category, element.type, inputs: types, version: document.version)
    }

    /// The outputs of a node that is no graph.
    private func outputs(of index: Int) -> [(name: String, type: String)] {
        let element = document.elements[index]
        let declared = document.outputs(of: index).map {
            (name: document.elements[$0].name, type: document.elements[$0].type)
        }
        if !declared.isEmpty { return declared }
        switch element.category {
        case "UsdUVTexture":
            return [("r", "float"), ("g", "float"), ("b", "float"), ("a", "float"), ("rgb", "color3")]
        case "separate2": return ["outx", "outy"].map { ($0, "float") }
        case "separate3", "separate4":
            let isColor = document.inputs(of: index).contains { document.elements[$0].type.hasPrefix("color") }
            let names = isColor ? ["outr", "outg", "outb", "outa"] : ["outx", "outy", "outz", "outw"]
            return names.prefix(element.category == "separate3" ? 3 : 4).map { ($0, "float") }
        case "gltf_colorimage": return [("outcolor", "color3"), ("outa", "float")]
        case "gltf_anisotropy_image":
            return [("anisotropy_strength_out", "float"), ("anisotropy_rotation_out", "float")]
        default: return [(element.type.hasSuffix("shader") ? Self.shaderOutput(element.type) : "out", element.type)]
        }
    }

    /// The output of a shader: `surface` for a `surfaceshader`.
    static func shaderOutput(_ type: String) -> String { String(type.dropLast("shader".count)) }

    /// The path of the output that an input or output is connected to; nil: it has a value.
    func source(of index: Int, _ place: Place) -> String? {
        let element = document.elements[index]
        if let name = element["interfacename"], let path = place.interface {
            return "\(path).inputs:\(Self.word(name))"
        }
        if let name = element["nodegraph"] {
            guard let path = place.graphs[name] else { return nil }
            let graph = document.element(name)
            let output =
                element["output"]
                ?? graph.flatMap { document.outputs(of: $0).first }.map {
                    document.elements[$0].name
                }
            return output.map { "\(path).outputs:\(Self.word($0))" }
        }
        var (node, output) = (element["nodename"], element["output"])
        if node == nil, let name = output, let index = document.element(name),
            document.elements[index].category == "output"
        {
            // Old documents name an output of the top level.
            (node, output) = (document.elements[index]["nodename"], document.elements[index]["output"])
        }
        guard let node, let (target, path) = place.nodes[node] else { return nil }
        let first: String
        if let (definition, _) = document.implementation(of: target) {
            first = document.outputs(of: definition).first.map { document.elements[$0].name } ?? "out"
        } else {
            first = outputs(of: target).first?.name ?? "out"
        }
        return "\(path).outputs:\(Self.word(output ?? first))"
    }
}
