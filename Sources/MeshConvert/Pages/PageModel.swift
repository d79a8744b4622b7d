import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations

/// A scene as a page holds it: a GLB without compression, which a short script can read, and without metadata.
struct PageModel {
    /// Elements of a primitive that the page can draw in a colour.
    struct Mark {
        /// The marked things.
        enum Rows {
            /// Faces, lines or points of the primitive.
            case elements([Int])
            /// Vertices of its set.
            case vertices([Int32])
        }

        var mesh: Int
        var primitive: Int
        var rows: Rows
    }

    /// The file.
    let glb: [UInt8]
    /// What it lacks: lower case, no full stop.
    private(set) var remarks: [String] = []
    /// The meshes of the file that show each mesh of the scene.
    private(set) var meshes: [Int: [Int]] = [:]
    /// The materials of the file that each material of the scene became.
    private(set) var materials: [Int: [Int]] = [:]

    /// Writes a scene.
    ///
    /// Each mark becomes a primitive of its mesh, so that it moves along, with a material of its own behind the scene's.
    init(
        _ scene: MeshScene, marks: [Mark] = [], named name: String, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ConvertError) {
        var scene = scene
        // What people wrote into the file, such as a place on Earth, is not for a page that goes round.
        (scene.metadata, scene.tables) = ([], [])
        let leftOut = PageImages.clean(&scene)
        if leftOut > 0 {
            let images = "\(PlainNumbers.grouped(leftOut)) \(CountedNoun.text(leftOut, "images"))"
            remarks = ["\(images) left out, of kinds that browsers don't show"]
        }
        let first = scene.materials.count
        for (number, mark) in marks.enumerated() {
            scene.materials.append(SceneMaterial(name: "mark \(number + 1)"))
            guard let primitive = Self.primitive(of: mark, in: scene, material: first + number) else { continue }
            scene.meshes[mark.mesh].primitives.append(primitive)
        }
        var own = ConvertOptions()
        (own.writing, own.execution, own.work) = (options.writing, options.execution, options.work)
        own.writing.omitsOrigin = true
        // The page shows what is there.
        if !marks.isEmpty { own.weld = .none }
        let written = try pipeline.glb(of: scene, named: name, options: own)
        glb = written.bytes
        let origins = StepOrigins(written.origins.steps)
        for (target, source) in written.origins.meshes.enumerated() {
            guard let source, let index = Int(origins.source(of: ScenePath.mesh(source)).dropFirst(8)) else { continue }
            meshes[index, default: []].append(target)
        }
        for (target, source) in written.origins.materials.enumerated() {
            if let source { materials[source, default: []].append(target) }
        }
        self.firstMark = first
    }

    private let firstMark: Int

    /// The material of a mark in the file.
    func material(ofMark mark: Int) -> Int? { materials[firstMark + mark]?.first }

    private static func primitive(of mark: Mark, in scene: MeshScene, material: Int) -> Primitive? {
        guard scene.meshes.indices.contains(mark.mesh),
            scene.meshes[mark.mesh].primitives.indices.contains(mark.primitive)
        else { return nil }
        let whole = scene.meshes[mark.mesh].primitives[mark.primitive]
        switch mark.rows {
        case .vertices(let rows):
            return Primitive(
                topology: .points, vertexSet: whole.vertexSet, elementCount: rows.count, arity: .uniform(1),
                vertices: Column(rows), material: .one(material))
        case .elements(let rows):
            var vertices = ContiguousArray<Int32>()
            var starts: ContiguousArray<Int32> = [0]
            var (buffer, next): (ContiguousArray<Int64>, Int) = ([], 0)
            var walk = ElementWalk(whole)
            while next < rows.count, let block = walk.next() {
                whole.readVertices(of: block.corners, into: &buffer)
                var corner = 0
                for (element, arity) in zip(block.elements, block.arities) {
                    if next < rows.count, rows[next] == element, corner + arity <= buffer.count {
                        for vertex in buffer[corner..<corner + arity] { vertices.append(Int32(clamping: vertex)) }
                        starts.append(Int32(clamping: vertices.count))
                        next += 1
                    }
                    corner += arity
                }
            }
            let count = starts.count - 1
            var arity = Primitive.Arity.offsets(Column(starts))
            if case .uniform(let corners) = whole.arity { arity = .uniform(corners) }
            return Primitive(
                topology: whole.topology, vertexSet: whole.vertexSet, elementCount: count, arity: arity,
                vertices: Column(vertices), material: .one(material))
        }
    }
}

// MARK: Thinning

extension PageModel {
    /// A scene with about a share of the points and triangles.
    static func thinned(
        _ scene: MeshScene, by share: Double, _ name: String, _ options: ConvertOptions
    ) throws(ConvertError) -> MeshScene {
        let totals = Info.Shown(scene).totals
        if totals.points > totals.triangles { return everyNth(scene, Int((1 / share).rounded(.up))) }
        guard totals.triangles > 0 else { return scene }
        if let joined = joined(scene, by: share) { return joined }
        var own = options
        own.shaping = ShapingOptions()
        own.shaping.faces = max(Int(Double(totals.triangles) * share), 1)
        return try ConvertError.reading(name) { () throws(ReadError) in
            try Shaping.shape(Document(of: scene), own).scene
        }
    }

    /// Of each cloud every nth point.
    private static func everyNth(_ scene: MeshScene, _ step: Int) -> MeshScene {
        var isCloud = [Bool](repeating: true, count: scene.vertexSets.count)
        for primitive in scene.meshes.flatMap(\.primitives) where primitive.topology != .points {
            isCloud[primitive.vertexSet] = false
        }
        let keeps = scene.vertexSets.indices.map { set -> ContiguousArray<Bool>? in
            isCloud[set] ? ContiguousArray((0..<scene.vertexSets[set].count).lazy.map { $0 % step == 0 }) : nil
        }
        return selectVertices(scene, keeps: keeps).scene
    }

    /// How much of a scene is left: `40 of 120 points`.
    static func thinning(_ before: MeshScene, _ after: MeshScene) -> String {
        let (before, after) = (Info.Shown(before).totals, Info.Shown(after).totals)
        let (noun, all, left) =
            before.points > before.triangles
            ? ("points", before.points, after.points) : ("triangles", before.triangles, after.triangles)
        return "\(PlainNumbers.grouped(left)) of \(PlainNumbers.grouped(all)) \(noun)"
    }

    /// What a scene holds: `12 faces, 3 lines`.
    static func facts(_ scene: MeshScene) -> String {
        let totals = Info.Shown(scene).totals
        let counts = [(totals.faces, "faces"), (totals.points, "points"), (totals.lines, "lines")]
        return counts.filter { $0.0 > 0 }.map { "\(PlainNumbers.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }
}
