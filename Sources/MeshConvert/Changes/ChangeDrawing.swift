import MeshModel

extension Changes {
    /// What a colour of ``document`` means.
    public struct LegendEntry: Sendable, Hashable {
        /// What has the colour, in plain words.
        public var meaning: String
        /// The name of the colour.
        public var color: String
        /// Three sRGB bytes.
        public var rgb: [UInt8]
    }

    /// What the colours of ``document`` mean.
    public static let legend = [
        LegendEntry(meaning: "unchanged", color: "grey", rgb: [160, 160, 160]),
        LegendEntry(meaning: "gone", color: "red", rgb: [214, 39, 40]),
        LegendEntry(meaning: "came", color: "green", rgb: [44, 160, 44]),
        LegendEntry(meaning: "not seen in the other scan", color: "pale yellow", rgb: [250, 240, 170]),
        LegendEntry(meaning: "only in the first", color: "orange", rgb: [240, 150, 60]),
        LegendEntry(meaning: "only in the second", color: "blue", rgb: [70, 130, 220]),
    ]
}

extension ChangeSearch {
    /// Both scans in one mesh with colours, or in one cloud if one of them is: of the second what the first doesn't have.
    var scene: MeshScene {
        var drawing = ChangeDrawing(isCloud: before.surface.isCloud || after.surface.isCloud)
        drawing.add(before, changed: 1, unmatched: 4, all: true)
        drawing.add(after, changed: 2, unmatched: 5, all: false)
        return drawing.scene(origin)
    }
}

/// Vertices with the colours of what became of them.
private struct ChangeDrawing {
    let isCloud: Bool
    private var positions = ContiguousArray<Float>()
    private var colors = ContiguousArray<UInt8>()
    private var triangles = ContiguousArray<UInt32>()

    init(isCloud: Bool) { self.isCloud = isCloud }

    /// Adds a scan: all of it, or faces with a vertex that is not unchanged, and such points.
    ///
    /// - Parameters:
    ///   - changed: the entry of the legend for what changed.
    ///   - unmatched: that for what is only here.
    mutating func add(_ part: ChangeSearch.Part, changed: Int, unmatched: Int, all: Bool) {
        var rows = [UInt32?](repeating: nil, count: part.fates.count)
        func entry(_ vertex: Int) -> Int {
            switch part.fates[vertex] {
            case .unchanged: 0
            case .changed: changed
            case .unseen: 3
            case .unmatched: unmatched
            }
        }
        func row(_ vertex: Int) -> UInt32 {
            if let known = rows[vertex] { return known }
            let row = UInt32(positions.count / 3)
            positions.append(contentsOf: part.surface.positions[vertex * 3..<vertex * 3 + 3])
            colors.append(contentsOf: Changes.legend[entry(vertex)].rgb)
            rows[vertex] = row
            return row
        }
        if isCloud {
            for vertex in part.fates.indices where part.surface.amounts[vertex] > 0 && (all || entry(vertex) != 0) {
                _ = row(vertex)
            }
            return
        }
        for triangle in stride(from: 0, to: part.surface.triangles.count, by: 3) {
            let own = part.surface.triangles[triangle..<triangle + 3].map { Int($0) }
            guard all || own.contains(where: { entry($0) != 0 }) else { continue }
            for vertex in own { triangles.append(row(vertex)) }
        }
    }

    /// The scene, in metres with +Y up; far from the origin with positions of float64.
    func scene(_ origin: SIMD3<Double>) -> MeshScene {
        let count = positions.count / 3
        let places =
            origin == SIMD3()
            ? Column(positions, components: 3)
            : Column(
                ContiguousArray(positions.indices.lazy.map { Double(positions[$0]) + origin[$0 % 3] }), components: 3)
        let set = VertexSet(
            count: count,
            attributes: [
                Attribute(.position, places),
                Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb),
            ])
        let shape =
            isCloud
            ? Primitive.cloud(vertexSet: 0, count: count)
            : Primitive(
                topology: .polygons, vertexSet: 0, elementCount: triangles.count / 3, arity: .uniform(3),
                vertices: Column(triangles, components: 3))
        var scene = MeshScene(vertexSets: [set], primitives: [shape])
        scene.upAxis = .y
        scene.metersPerUnit = 1
        return scene
    }
}
