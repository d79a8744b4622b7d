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
    /// Where things are used: a page has thousands of regions of scenes with thousands of meshes.
    private let uses: PageUses
    /// The largest number of rows in marks of a page; beyond, whole parts are coloured.
    static let mostRows = 2_000_000

    init(scene: MeshScene) {
        self.scene = scene
        uses = PageUses(scene)
    }

    /// The region of a path; nil: it can't be seen on the model.
    func region(of subject: String) -> PageRegion? {
        let parts = subject.split(separator: "/").map(String.init)
        guard parts.count > 1, subject.hasPrefix("/"), let index = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "vertexSets":
            guard scene.vertexSets.indices.contains(index) else { return nil }
            var region = whole(uses.ofSets[index] ?? [])
            region?.counts.vertices = scene.vertexSets[index].count
            return region
        case "meshes":
            guard parts.count > 3, parts[2] == "primitives", let number = Int(parts[3]) else {
                return whole(meshes: [index])
            }
            if parts.count == 6, parts[4] == "subsets" { return subsets(index, number, parts[5]) }
            return primitive(index, number) == nil ? nil : whole([(index, number)])
        case "materials": return region(ofMaterials: [index])
        case "textures": return region(ofTextures: [index])
        case "images":
            return region(ofTextures: uses.texturesOfImages[index] ?? [])
        case "variants": return whole(uses.ofVariants[index] ?? [])
        case "nodes": return whole(meshesBelow: [index])
        case "skins":
            return whole(meshes: uses.meshesOfSkins[index] ?? [])
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
            return whole([(mesh, number)])
        }
        var region = PageRegion()
        region.counts.add(primitive, only: elements)
        region.marks = [.init(mark: .init(mesh: mesh, primitive: number, rows: .elements(elements)))]
        return region
    }

    /// Some vertices of a set, by how far they moved.
    func region(ofVertices levels: [(level: Int, rows: [Int32])], set: Int) -> PageRegion? {
        var region = PageRegion()
        // A set that several meshes share is marked where it is shown first.
        guard let first = uses.ofSets[set]?.first else { return nil }
        region.marks = levels.filter { !$0.rows.isEmpty }.map {
            .init(mark: .init(mesh: first.mesh, primitive: first.index, rows: .vertices($0.rows)), level: $0.level)
        }
        region.counts.vertices = levels.reduce(0) { $0 + $1.rows.count }
        region.counts.points = region.counts.vertices
        return region
    }

    // MARK: Parts

    private func primitive(_ mesh: Int, _ number: Int) -> Primitive? {
        guard scene.meshes.indices.contains(mesh), scene.meshes[mesh].primitives.indices.contains(number) else {
            return nil
        }
        return scene.meshes[mesh].primitives[number]
    }

    /// All elements of some primitives, in the order of the meshes: whole meshes where all of a mesh are among them.
    private func whole(_ places: [(mesh: Int, index: Int)]) -> PageRegion? {
        var region = PageRegion()
        var rest = places[...]
        while let mesh = rest.first?.mesh {
            let run = rest.prefix { $0.mesh == mesh }
            rest = rest.dropFirst(run.count)
            let primitives = scene.meshes[mesh].primitives
            for place in run { region.counts.add(primitives[place.index]) }
            if run.count == primitives.count {
                region.meshes.insert(mesh)
            } else {
                region.marks += run.map { place in
                    let all = Array(0..<primitives[place.index].elementCount)
                    return .init(mark: .init(mesh: mesh, primitive: place.index, rows: .elements(all)))
                }
            }
        }
        return region.meshes.isEmpty && region.marks.isEmpty ? nil : region
    }

    private func whole(meshes: Set<Int>) -> PageRegion? {
        whole(
            meshes.sorted().filter(scene.meshes.indices.contains).flatMap { mesh in
                scene.meshes[mesh].primitives.indices.map { (mesh, $0) }
            })
    }

    private func whole(meshesBelow nodes: [Int]) -> PageRegion? {
        var (open, known, meshes): ([Int], Set<Int>, Set<Int>) = (nodes, [], [])
        while let node = open.popLast() {
            guard scene.nodes.indices.contains(node), known.insert(node).inserted else { continue }
            if let mesh = scene.nodes[node].mesh { meshes.insert(mesh) }
            // Joints move the meshes that are bound to them.
            for skin in uses.skinsOfJoints[node] ?? [] { meshes.formUnion(uses.meshesOfSkins[skin] ?? []) }
            open += scene.nodes[node].children
        }
        return whole(meshes: meshes)
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
        region(ofMaterials: textures.reduce(into: []) { $0.formUnion(uses.materialsOfTextures[$1] ?? []) })
    }

    private func region(ofMaterials materials: Set<Int>) -> PageRegion? {
        var region = PageRegion()
        for material in materials { region.counts.add(uses.counts[material] ?? PageRegion.Counts()) }
        region.materials = materials
        let counts = region.counts
        return counts.faces + counts.lines + counts.points > 0 ? region : nil
    }
}

extension PageRegion.Counts {
    fileprivate mutating func add(_ other: Self) {
        vertices += other.vertices
        faces += other.faces
        triangles += other.triangles
        lines += other.lines
        points += other.points
    }

    /// Adds an element.
    mutating func add(_ topology: Topology, arity: Int) {
        switch topology {
        case .points: points += 1
        case .lines: lines += 1
        case .polygons:
            faces += 1
            triangles += max(arity - 2, 0)
        }
    }

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
