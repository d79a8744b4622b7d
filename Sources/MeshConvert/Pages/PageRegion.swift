import MeshModel

/// What of a scene a loss or a difference is about, as far as it can be seen.
struct PageRegion {
    /// The numbers of things in it. A thing that several nodes show counts once.
    struct Counts {
        var vertices = 0
        var faces = 0
        var triangles = 0
        var lines = 0
        var points = 0
    }

    /// Marked rows, and how far they moved: 1 little to 4 most; 0: they did not move.
    struct Marking {
        var mark: PageModel.Mark
        var level = 0
    }

    /// The meshes that are in it as a whole.
    var meshes: Set<Int> = []
    /// The materials whose faces are in it.
    var materials: Set<Int> = []
    /// The other parts.
    var marks: [Marking] = []
    var counts = Counts()
    /// Whether all of it is concerned; else some of it, and nobody knows which.
    var isExact = true
}

/// Finds regions by the paths that reports and comparisons use.
struct PageRegions {
    let scene: MeshScene
    /// The largest number of rows in marks of a page; beyond, whole parts are coloured.
    static let mostRows = 2_000_000

    /// The region of a path; nil: it can't be seen on the model.
    func region(of subject: String) -> PageRegion? {
        let parts = subject.split(separator: "/").map(String.init)
        guard parts.count > 1, subject.hasPrefix("/"), let index = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "vertexSets":
            guard scene.vertexSets.indices.contains(index) else { return nil }
            var region = whole { _, primitive in primitive.vertexSet == index }
            region?.counts.vertices = scene.vertexSets[index].count
            return region
        case "meshes":
            guard parts.count > 3, parts[2] == "primitives", let number = Int(parts[3]) else {
                return whole { place, _ in place.mesh == index }
            }
            if parts.count == 6, parts[4] == "subsets" { return subsets(index, number, parts[5]) }
            return whole { place, _ in place.mesh == index && place.primitive == number }
        case "materials": return region(ofMaterials: [index])
        case "textures": return region(ofTextures: [index])
        case "images":
            return region(ofTextures: Set(scene.textures.indices.filter { scene.textures[$0].image == index }))
        case "variants":
            return whole { _, primitive in primitive.variantMaterials.contains { $0.variant == index } }
        case "nodes": return whole(meshesBelow: [index])
        case "skins":
            return whole(meshesBelow: scene.nodes.indices.filter { scene.nodes[$0].skin == index }, deep: false)
        case "animations":
            guard scene.clips.indices.contains(index) else { return nil }
            return whole(meshesBelow: scene.clips[index].channels.map(\.node))
        default: return nil
        }
    }

    /// The faces of a primitive that have more than three corners.
    func polygons(mesh: Int, _ number: Int) -> PageRegion? {
        guard let primitive = primitive(mesh, number) else { return nil }
        var elements: [Int] = []
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            for (element, arity) in zip(block.elements, block.arities) where arity > 3 { elements.append(element) }
        }
        return region(ofElements: elements, mesh, number)
    }

    /// Some elements of a primitive.
    func region(ofElements elements: [Int], _ mesh: Int, _ number: Int) -> PageRegion? {
        guard let primitive = primitive(mesh, number), !elements.isEmpty else { return nil }
        if elements.count == primitive.elementCount {
            return whole { place, _ in place.mesh == mesh && place.primitive == number }
        }
        var region = PageRegion()
        region.counts.add(primitive, only: elements)
        region.marks = [.init(mark: .init(mesh: mesh, primitive: number, rows: .elements(elements)))]
        return region
    }

    /// Some vertices of a set, by how far they moved.
    func region(ofVertices levels: [(level: Int, rows: [Int32])], set: Int) -> PageRegion? {
        var region = PageRegion()
        for (mesh, content) in scene.meshes.enumerated() {
            guard let number = content.primitives.firstIndex(where: { $0.vertexSet == set }) else { continue }
            // A set that several meshes share is marked where it is shown first.
            region.marks = levels.filter { !$0.rows.isEmpty }.map {
                .init(mark: .init(mesh: mesh, primitive: number, rows: .vertices($0.rows)), level: $0.level)
            }
            region.counts.vertices = levels.reduce(0) { $0 + $1.rows.count }
            region.counts.points = region.counts.vertices
            return region
        }
        return nil
    }

    // MARK: Parts

    private func primitive(_ mesh: Int, _ number: Int) -> Primitive? {
        guard scene.meshes.indices.contains(mesh), scene.meshes[mesh].primitives.indices.contains(number) else {
            return nil
        }
        return scene.meshes[mesh].primitives[number]
    }

    /// All elements of some primitives: whole meshes where all of a mesh are among them.
    private func whole(_ isWanted: ((mesh: Int, primitive: Int), Primitive) -> Bool) -> PageRegion? {
        var region = PageRegion()
        for (mesh, content) in scene.meshes.enumerated() {
            let wanted = content.primitives.indices.filter { isWanted((mesh, $0), content.primitives[$0]) }
            guard !wanted.isEmpty else { continue }
            for number in wanted { region.counts.add(content.primitives[number]) }
            if wanted.count == content.primitives.count {
                region.meshes.insert(mesh)
            } else {
                region.marks += wanted.map { number in
                    let all = Array(0..<content.primitives[number].elementCount)
                    return .init(mark: .init(mesh: mesh, primitive: number, rows: .elements(all)))
                }
            }
        }
        return region.meshes.isEmpty && region.marks.isEmpty ? nil : region
    }

    private func whole(meshesBelow nodes: [Int], deep: Bool = true) -> PageRegion? {
        var (open, known, meshes): ([Int], Set<Int>, Set<Int>) = (nodes, [], [])
        while let node = open.popLast() {
            guard scene.nodes.indices.contains(node), known.insert(node).inserted else { continue }
            if let mesh = scene.nodes[node].mesh { meshes.insert(mesh) }
            if deep { open += scene.nodes[node].children }
        }
        // Joints move the meshes that are bound to them.
        let skins = Set(scene.skins.indices.filter { skin in scene.skins[skin].joints.contains(where: known.contains) })
        for node in scene.nodes where deep && node.skin.map(skins.contains) == true {
            if let mesh = node.mesh { meshes.insert(mesh) }
        }
        return whole { place, _ in meshes.contains(place.mesh) }
    }

    private func subsets(_ mesh: Int, _ number: Int, _ family: String) -> PageRegion? {
        guard let primitive = primitive(mesh, number) else { return nil }
        var isIn = [Bool](repeating: false, count: primitive.elementCount)
        for subset in primitive.subsetFamilies.filter({ $0.name == family }).flatMap(\.subsets) {
            for element in subset.ranges.joined() where isIn.indices.contains(element) { isIn[element] = true }
        }
        return region(ofElements: isIn.indices.filter { isIn[$0] }, mesh, number)
    }

    private func region(ofTextures textures: Set<Int>) -> PageRegion? {
        region(
            ofMaterials: Set(
                scene.materials.indices.filter { index in
                    scene.materials[index].textures.contains { textures.contains($0.texture) }
                }))
    }

    private func region(ofMaterials materials: Set<Int>) -> PageRegion? {
        var region = PageRegion()
        for primitive in scene.meshes.flatMap(\.primitives) {
            switch primitive.material {
            case .none: break
            case .one(let index): if materials.contains(index) { region.counts.add(primitive) }
            case .perElement(let column):
                let wanted = column.integers().enumerated().filter { materials.contains(Int(clamping: $0.element)) }
                region.counts.add(primitive, only: wanted.map(\.offset))
            }
        }
        region.materials = materials
        let counts = region.counts
        return counts.faces + counts.lines + counts.points > 0 ? region : nil
    }
}

extension PageRegion.Counts {
    mutating func add(_ primitive: Primitive) {
        let corners = primitive.cornerCount
        switch primitive.topology {
        case .points: points += primitive.elementCount
        case .lines: lines += primitive.elementCount
        case .polygons:
            faces += primitive.elementCount
            triangles += max(corners - 2 * primitive.elementCount, 0)
        }
    }

    mutating func add(_ primitive: Primitive, only elements: [Int]) {
        switch primitive.topology {
        case .points: points += elements.count
        case .lines: lines += elements.count
        case .polygons:
            faces += elements.count
            if case .uniform(let arity) = primitive.arity {
                triangles += max(arity - 2, 0) * elements.count
                return
            }
            var (walk, next) = (ElementWalk(primitive), 0)
            while next < elements.count, let block = walk.next() {
                for (element, arity) in zip(block.elements, block.arities)
                where next < elements.count && elements[next] == element {
                    triangles += max(arity - 2, 0)
                    next += 1
                }
            }
        }
    }
}
