import MeshFormats
import MeshModel

// Plans the solids: one in a binary file; in a text one for each mesh, and one for each node without a mesh.

extension STLPlanner {
    mutating func planSolids() {
        if variant == .ascii { planNamedSolids() } else { planOneSolid() }
        reportHierarchy()
        reportOtherElements()
    }

    private func part(_ index: Int) -> STLPart {
        STLPart(facetCount: places[index].primitive.elementCount, corners: corners[index])
    }

    private mutating func planOneSolid() {
        var solid = STLSolid()
        solid.parts = places.indices.map(part)
        solidPlaces = [Array(places.indices)]
        layout.solids = [solid]
        let isAlone = scene.nodes.count == 1 && scene.nodes[0].children.isEmpty
        links.nodes = [isAlone ? 0 : nil]
        links.meshes = places.isEmpty ? [] : [scene.meshes.count == 1 ? 0 : nil]
        if isAlone, let name = scene.nodes[0].name {
            lose(
                .nameDropped, .dropped, ScenePath.node(0), "name \(name)", 1, "nodes",
                "binary STL can't store a name",
                remedy: STLName.writable(name) == name ? .variant("stl.ascii") : .ending("glb")
            )
        }
    }

    private mutating func planNamedSolids() {
        var placesOfMesh: [Int: [Int]] = [:]
        for (index, place) in places.enumerated() { placesOfMesh[place.mesh, default: []].append(index) }
        var nodes: [(node: Int?, mesh: Int?)] = scene.nodesByMesh.map { ($0, scene.nodes[$0].mesh) }
        if nodes.isEmpty { nodes.append((nil, nil)) }
        var written: [STLSolid] = []
        for (node, mesh) in nodes {
            var solid = STLSolid()
            let name = node.flatMap { scene.nodes[$0].name }
            solid.name = name.flatMap(STLName.writable)
            if written.isEmpty {
                // Without a frame to write, a name that ends as if there were one can't be read back.
                if STLFrame.text(frame) == nil, let own = solid.name, STLFrame.split(own).frame != nil {
                    solid.name = nil
                }
                solid.frame = frame
            }
            let own = mesh.flatMap { placesOfMesh[$0] } ?? []
            solid.parts = own.map(part)
            solidPlaces.append(own)
            links.nodes.append(node)
            if !solid.parts.isEmpty { links.meshes.append(mesh) }
            written.append(solid)
            guard let node, let name, name != solid.name else { continue }
            lose(
                solid.name == nil ? .nameDropped : .nameChanged, solid.name == nil ? .dropped : .approximated,
                ScenePath.node(node), "name \(name)", 1, "nodes", "STL can store names of one line only")
        }
        layout.solids = written
    }

    private mutating func reportHierarchy() {
        let remedy: Remedy? = variant == .ascii ? nil : .variant("stl.ascii")
        let cause =
            variant == .ascii ? "STL can't store objects without triangles" : "binary STL can store one object only"
        let arrivedNodes = Set(links.nodes.compactMap(\.self))
        if !scene.hasImplicitHierarchy {
            lose(
                .hierarchyBaked, .dropped, ScenePath.nodes, "nodes",
                scene.nodes.indices.filter { !arrivedNodes.contains($0) }.count, "nodes", cause, remedy: remedy)
        }
        let arrived = Set(links.meshes.compactMap(\.self))
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || links.meshes.isEmpty {
            let missing = scene.meshes.indices.filter { index in
                !arrived.contains(index)
                    && (scene.meshes[index].name != nil
                        || scene.meshes[index].primitives.contains { $0.elementCount > 0 })
            }
            // In a text, each mesh with facets is a solid of its own.
            let shown = Set(places.map(\.mesh))
            lose(
                .hierarchyBaked, .dropped, ScenePath.meshes, "meshes", missing.count, "meshes", cause,
                remedy: missing.allSatisfy(shown.contains) ? remedy : .ending("glb"))
        }
        var counts: [Int: Int] = [:]
        for place in places { counts[place.mesh, default: 0] += 1 }
        for mesh in arrived.sorted() {
            if let name = scene.meshes[mesh].name {
                lose(
                    .nameDropped, .dropped, ScenePath.mesh(mesh), "name \(name)", 1, "meshes",
                    "STL can't store names of meshes, only of solids", remedy: .ending("obj"))
            }
            lose(
                .primitivesMerged, .approximated, ScenePath.mesh(mesh), "primitives",
                (counts[mesh] ?? 0) - 1, "primitives", "joined, as an STL solid has one list of triangles",
                remedy: .ending("glb"))
        }
        for node in arrivedNodes.sorted() where !scene.nodes[node].children.isEmpty {
            lose(
                .hierarchyFlattened, .approximated, ScenePath.node(node), "node \(node + 1)", 1, "nodes",
                "STL can't nest solids: all are side by side", remedy: .ending("glb"))
        }
        loseScenes()
    }

    /// Reports lines, points and subsets of facets, which STL can't hold.
    private mutating func reportOtherElements() {
        for (mesh, index, primitive) in scene.placedPrimitives {
            if primitive.topology != .polygons {
                lose(
                    .topologyDropped, .dropped, ScenePath.primitive(mesh: mesh, index),
                    primitive.topology.rawValue, primitive.elementCount, primitive.topology.rawValue,
                    "STL can store triangles only", remedy: .ending("obj"))
                if primitive.elementCount > 0 { continue }
            }
            for family in primitive.subsetFamilies {
                lose(
                    .subsetDropped, .dropped,
                    ScenePath.subsets(mesh: mesh, primitive: index, family: family.name), family.name,
                    family.subsets.count, "subsets", "STL can't store named groups of triangles",
                    remedy: Remedy.keeping(family, of: primitive))
            }
        }
    }
}

/// Names of solids.
enum STLName {
    /// The name in a form that fits on one line; nil: nothing is left.
    static func writable(_ name: String) -> String? {
        let words = name.unicodeScalars.split { $0 == "\n" || $0 == "\r" || $0 == "\0" }.map { String($0) }
        let line = words.joined(separator: " ")
        // If everything is on one line, readers look for a facet after the name.
        let tokens = line.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        if zip(tokens, tokens.dropFirst()).contains(where: { $0 == "facet" && $1 == "normal" }) { return nil }
        return parse(line)
    }

    /// The name after `solid` without the blanks around it; nil if only blanks follow.
    static func parse(_ text: String) -> String? {
        var scalars = text.unicodeScalars[...]
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) }
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }
}
