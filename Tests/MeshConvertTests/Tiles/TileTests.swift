import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Folders of tiles: together they have what the source has, each thing once.
@Suite struct TileTests {
    /// A cloud with colours and confidence, in text.
    private func cloud(_ count: Int, type: String = "float", shift: Double = 0) -> String {
        var state: UInt64 = 7
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        var text =
            "ply\nformat ascii 1.0\ncomment a scan\nelement vertex \(count)\nproperty \(type) x\nproperty \(type) y\n"
            + "property \(type) z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
            + "property float confidence\nend_header\n"
        for row in 0..<count {
            let place = [next() * 10 + shift, next() * 4, next() * 10 - 5].map { NumberPrinter.text(Float($0)) }
            let wide = [next() * 10 + shift, next() * 4, next() * 10 - 5].map { NumberPrinter.text($0) }
            text += (type == "float" ? place : wide).joined(separator: " ")
            text += " \(row % 251) \(row % 7) \(row % 256) 0.\(row % 10)\n"
        }
        return text
    }

    /// A grid of squares, as triangles with a colour for each vertex, and a vertex that no face uses.
    private func grid(_ side: Int) -> String {
        var text =
            "ply\nformat ascii 1.0\nelement vertex \((side + 1) * (side + 1) + 1)\nproperty float x\nproperty float y\n"
            + "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
            + "element face \(side * side * 2)\nproperty list uchar int vertex_indices\nend_header\n"
        for y in 0...side {
            for x in 0...side { text += "\(Double(x) / 4) \(Double(x * y % 5) / 8) \(Double(y) / 4) \(x) \(y) 9\n" }
        }
        text += "100 100 100 1 2 3\n"
        for y in 0..<side {
            for x in 0..<side {
                let a = y * (side + 1) + x
                text += "3 \(a) \(a + 1) \(a + side + 2)\n3 \(a) \(a + side + 2) \(a + side + 1)\n"
            }
        }
        return text
    }

    private func tiles(
        _ text: String, _ rule: TileRule, late: Int = .max, threads: Int = 2, verify: Bool = true,
        _ body: (Report, TestFolder, [MeshScene]) throws -> Void
    ) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", text)
        var path = folder.path("a.ply")
        if late == 0 {
            var options = ConvertOptions()
            options.variant = "ply.binary"
            try convert(path, to: folder.path("b.ply"), options: options)
            path = folder.path("b.ply")
        }
        var options = ConvertOptions()
        (options.tileRule, options.lateFrom, options.verify) = (rule, late, verify)
        options.execution.threads = threads
        let report = try Pipeline().convertTiles(.path(path), to: folder.path("t"), options: options)
        let scenes = try report.outputs.dropFirst().map { file in
            try Pipeline().read(Pipeline.open(file.path)).scene
        }
        try body(report, folder, scenes)
    }

    /// Each point or each corner of each face of a scene, with all its values, sorted.
    private func contents(_ scenes: [MeshScene]) -> [String] {
        var rows: [String] = []
        for scene in scenes {
            for primitive in scene.meshes.flatMap(\.primitives) {
                let set = scene.vertexSets[primitive.vertexSet]
                let columns = set.attributes.sorted { $0.semantic.name < $1.semantic.name }.map { attribute in
                    (attribute.semantic.name, attribute.values.doubles(), attribute.values.components)
                }
                let indices = primitive.vertices?.integers() ?? (0..<Int64(primitive.cornerCount)).map { $0 }
                let width = primitive.topology == .points ? 1 : 3
                for element in 0..<primitive.elementCount {
                    let corners = (0..<width).map { corner -> String in
                        let vertex = Int(indices[element * width + corner])
                        return columns.map { "\($0.0)\(Array($0.1[vertex * $0.2..<(vertex + 1) * $0.2]))" }.joined()
                    }
                    rows.append(corners.joined(separator: "|"))
                }
            }
        }
        return rows.sorted()
    }

    private func whole(_ text: String) throws -> MeshScene {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", text)
        try convert(folder.path("a.ply"), to: folder.path("a.glb"))
        return try Pipeline().read(Pipeline.open(folder.path("a.glb"))).scene
    }

    @Test(arguments: [TileRule.edge(2.5), .edge(100), .count(300), .count(1), .count(100_000)])
    func tilesOfACloudHaveEachPointOnce(rule: TileRule) throws {
        let text = cloud(rule == .count(1) ? 60 : 2000)
        let expected = contents([try whole(text)])
        for late in [0, Int.max] {
            try tiles(text, rule, late: late) { report, _, scenes in
                #expect(contents(scenes) == expected)
                #expect(report.verified == true)
                if case .count(let most) = rule {
                    for scene in scenes { #expect(scene.vertexSets.reduce(0) { $0 + $1.count } <= most) }
                }
            }
        }
    }

    @Test(arguments: [TileRule.edge(1), .edge(100), .count(50), .count(1)])
    func tilesOfAMeshHaveEachFaceOnce(rule: TileRule) throws {
        let text = grid(rule == .count(1) ? 4 : 12)
        let expected = contents([try whole(text)])
        try tiles(text, rule) { report, _, scenes in
            #expect(contents(scenes) == expected)
            #expect(report.verified == true)
            let faces = scenes.map { $0.meshes.flatMap(\.primitives).reduce(0) { $0 + $1.elementCount } }
            if case .count(let most) = rule { #expect(faces.allSatisfy { $0 <= most }) }
        }
    }

    @Test func boxesHoldTheirTiles() throws {
        for rule in [TileRule.edge(3), .count(200)] {
            try tiles(cloud(1500, shift: -3), rule) { report, folder, scenes in
                let set = try JSONValue.parse(
                    Array(Data(contentsOf: URL(fileURLWithPath: folder.path("t/tileset.json")))))
                #expect(set["asset"]?["version"]?.string == "1.1")
                let children = set["root"]?["children"]?.array ?? []
                #expect(children.count == scenes.count && scenes.count > 3)
                let root = set["root"]?["boundingVolume"]?["box"]?.array?.compactMap(\.number) ?? []
                for (index, scene) in scenes.enumerated() {
                    #expect(children[index]["content"]?["uri"]?.string == "tiles/\(index + 1).glb")
                    let box = children[index]["boundingVolume"]?["box"]?.array?.compactMap(\.number) ?? []
                    let values = scene.vertexSets[0].attribute(.position)?.values.doubles() ?? []
                    for row in 0..<values.count / 3 {
                        // A reader turns y up to z up.
                        let place = [values[row * 3], -values[row * 3 + 2], values[row * 3 + 1]]
                        for volume in [box, root] {
                            for axis in 0..<3 {
                                #expect(abs(place[axis] - volume[axis]) <= volume[3 + axis * 4] * (1 + 1e-9))
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func largeCoordinatesKeepTheirDistances() throws {
        try tiles(cloud(400, type: "double", shift: 4_000_000), .edge(4)) { report, folder, scenes in
            #expect(scenes.count > 3)
            #expect(report.verified == true)
            let error = report.losses.compactMap(\.largestError).max() ?? 0
            #expect(error < 1e-6, "tiles are near their own origin")
        }
    }

    @Test func whatGLTFCannotPlaceIsLostAsWithoutTiles() throws {
        let text =
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
            + "nan 1 2\ninf 0 0\n1 1 1\n"
        for rule in [TileRule.edge(1), .count(1)] {
            try tiles(text, rule) { report, _, scenes in
                #expect(scenes.reduce(0) { $0 + ($1.vertexSets.first?.count ?? 0) } == 1)
                #expect(report.losses.contains { $0.severity == .dropped && $0.count == 2 })
            }
        }
    }

    @Test func equalPointsAreDividedByNumber() throws {
        let text =
            "ply\nformat ascii 1.0\nelement vertex 1000\nproperty float x\nproperty float y\nproperty float z\n"
            + "end_header\n" + String(repeating: "1 2 3\n", count: 1000)
        try tiles(text, .count(64)) { _, _, scenes in
            #expect(scenes.count == 16)
            #expect(scenes.allSatisfy { $0.vertexSets[0].count <= 64 })
        }
    }

    @Test func theSameTilesComeFromAnyNumberOfThreads() throws {
        var known: [[String]] = []
        for threads in [1, 4] {
            try tiles(cloud(3000), .count(500), late: 0, threads: threads) { report, folder, _ in
                known.append(
                    try report.outputs.map { file in
                        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file.path)))
                        return
                            "\(file.path.split(separator: "/").suffix(2)) \(try SHA256.digest(of: .bytes(bytes, name: "a")))"
                    })
            }
        }
        #expect(known[0] == known[1])
    }

    @Test func tooManyTilesAreRefusedAndNothingIsLeft() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(
            "a.ply",
            "ply\nformat ascii 1.0\nelement vertex 200000\nproperty float x\nproperty float y\n"
                + "property float z\nend_header\n" + (0..<200_000).map { "\($0) 0 0\n" }.joined())
        for rule in [TileRule.edge(0.5), .count(1)] {
            var options = ConvertOptions()
            options.tileRule = rule
            let error = #expect(throws: ConvertError.self) {
                try Pipeline().convertTiles(.path(folder.path("a.ply")), to: folder.path("t"), options: options)
            }
            #expect(error?.code == "usage")
            #expect(try folder.names() == ["a.ply"])
        }
    }

    @Test func whatIsLostOnceIsReportedOnce() throws {
        let text =
            grid(6).replacingOccurrences(
                of: "end_header\n", with: "element camera 1\nproperty float view\nend_header\n") + "0.5\n"
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", text)
        let one = try convert(folder.path("a.ply"), to: folder.path("a.glb"))
        try tiles(text, .count(20)) { report, _, _ in
            for loss in one.losses where loss.severity == .dropped {
                let same = report.losses.filter { $0.code == loss.code && $0.subject == loss.subject }
                #expect(same.map(\.count) == [loss.count], "\(loss.code)")
            }
        }
    }
}
