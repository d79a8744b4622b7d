import MeshBytes
import MeshFormats

// Materials: surface shaders, and the nodes and graphs of the top level that these are connected to.

extension MtlxTranslation {
    /// Adds a material with its shaders.
    mutating func addMaterial(_ material: Int, named name: String, below parent: Int) throws(ReadError) {
        let prim = layer.define(name, "Material", below: parent)
        let path = "/MaterialX/Materials/\(name)"
        let (nodes, graphs) = reach(from: material)
        var place = Place()
        var names = USDNames()
        var inner = USDNames()
        let scope = names.unique("NodeGraphs")
        for node in nodes {
            let element = document.elements[node]
            let own = Self.word(element.name)
            let isShader = element.type.hasSuffix("shader")
            place.nodes[element.name] = (
                node, isShader ? "\(path)/\(names.unique(own))" : "\(path)/\(scope)/\(inner.unique(own))"
            )
        }
        for graph in graphs {
            place.graphs[document.elements[graph].name] = "\(path)/\(names.unique(graphNames[graph] ?? "graph"))"
        }
        var isKnown: Set<String> = []
        for input in document.inputs(of: material) {
            let element = document.elements[input]
            guard isKnown.insert(element.type).inserted, element.type.hasSuffix("shader"),
                let source = source(of: input, place)
            else { continue }
            layer.connection(prim, "outputs:mtlx:\(Self.shaderOutput(element.type))", "token", to: source)
        }
        try addContents(of: prim, path, nodes, graphs, place)
    }

    private mutating func addContents(
        of prim: Int, _ path: String, _ nodes: [Int], _ graphs: [Int], _ place: Place
    ) throws(ReadError) {
        var hasInterface = false
        for node in nodes where document.elements[node].type.hasSuffix("shader") {
            guard let own = place.nodes[document.elements[node].name] else { continue }
            // The material's inputs are those of one shader.
            let isSurface = document.elements[node].type == "surfaceshader" && !hasInterface
            try addNode(node, at: own.path, below: prim, place, valuesIn: isSurface ? (prim, path) : nil)
            hasInterface = hasInterface || isSurface
        }
        for graph in graphs {
            guard let name = graphNames[graph], let own = place.graphs[document.elements[graph].name] else { continue }
            try checkSize(graph)
            let child = layer.define(own.lastPathPart, nil, below: prim)
            refer(child, to: "/MaterialX/NodeGraphs/\(name)")
            for input in document.inputs(of: graph) {
                guard let source = source(of: input, place) else { continue }
                try addInput(input, to: child, from: source)
            }
        }
        let others = nodes.filter { !document.elements[$0].type.hasSuffix("shader") }
        guard !others.isEmpty else { return }
        let scope = layer.define("NodeGraphs", nil, below: prim)
        for node in others {
            guard let own = place.nodes[document.elements[node].name] else { continue }
            try addNode(node, at: own.path, below: scope, place)
        }
    }

    /// The nodes and graphs of the top level that a material is made of, each once.
    private func reach(from material: Int) -> (nodes: [Int], graphs: [Int]) {
        var nodes: [Int] = []
        var graphs: [Int] = []
        var seen: Set<Int> = [material]
        var next = 0
        var open = [material]
        while next < open.count {
            for input in document.inputs(of: open[next]) {
                let element = document.elements[input]
                var names = [element["nodename"], element["nodegraph"]]
                if names == [nil, nil], let output = element["output"].flatMap({ document.element($0) }),
                    document.elements[output].category == "output"
                {
                    names = [document.elements[output]["nodename"]]
                }
                for name in names.compactMap(\.self) {
                    guard let index = document.element(name), seen.insert(index).inserted else { continue }
                    if graphNames[index] != nil { graphs.append(index) } else { nodes.append(index) }
                    open.append(index)
                }
            }
            next += 1
        }
        return (nodes, graphs)
    }
}
