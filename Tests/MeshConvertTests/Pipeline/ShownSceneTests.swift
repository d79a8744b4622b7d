import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Only what usual viewers of the source show gets into files that have one scene.
@Suite struct ShownSceneTests {
    /// Two triangles, each in a scene of its own; a third one in none. The second scene is shown.
    private let gltf = """
        {"asset": {"version": "2.0"},
         "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,\
        AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA"}],
         "bufferViews": [{"buffer": 0, "byteLength": 36}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                        "min": [0, 0, 0], "max": [1, 2, 0]}],
         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
         "nodes": [{"mesh": 0}, {"mesh": 0, "translation": [5, 0, 0]}, {"mesh": 0, "translation": [9, 0, 0]}],
         "scenes": [{"nodes": [0]}, {"nodes": [1]}], "scene": 1}
        """

    private func converted(to name: String) throws -> (report: Report, bytes: [UInt8]) {
        var options = ConvertOptions()
        options.verify = true
        let report = try convert(.bytes(Array(gltf.utf8), named: "a.gltf"), to: .data(named: name), options: options)
        #expect(report.verified == true)
        return (report, try #require(report.outputs.first?.contents))
    }

    @Test(arguments: ["a.ply", "a.obj", "a.stl"])
    func otherScenesAreLeftOutOfFilesThatHideNothing(_ name: String) throws {
        let (report, bytes) = try converted(to: name)
        let left = report.losses.filter { $0.code == .hiddenDropped }
        #expect(left.map(\.subject).sorted() == ["/nodes/0", "/nodes/2"])
        #expect(left.allSatisfy { $0.rank == .visible || $0.severity == .dropped })
        let back = try Pipeline().read(Input.bytes(bytes, name: name), options: ConvertOptions()).scene
        let positions = try #require(back.vertexSets.first?.attribute(.position)).values.doubles()
        #expect(back.meshes.count == 1 && positions[0] == 5)
    }

    /// Then all is compared by the places of points.
    @Test func otherScenesAreInvisibleInUSDWhileSomethingMoves() throws {
        let moving = gltf.replacing(
            "\"meshes\":",
            with: """
                "animations": [{"channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}],
                                "samplers": [{"input": 1, "output": 2}]}],
                "meshes":
                """
        ).replacing(
            "\"max\": [1, 2, 0]}]",
            with: """
                "max": [1, 2, 0]},
                  {"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "SCALAR",
                   "min": [0], "max": [1]},
                  {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}]
                """)
        var options = ConvertOptions()
        options.verify = true
        for isForeign in [false, true] {
            options.writing.omitsOrigin = isForeign
            let report = try convert(
                .bytes(Array(moving.utf8), named: "a.gltf"), to: .data(named: "a.usda"), options: options)
            #expect(report.verified == true)
        }
    }

    @Test func otherScenesAreInvisibleInUSD() throws {
        let (_, bytes) = try converted(to: "a.usda")
        var foreign = ConvertOptions()
        foreign.reading.ignoresOrigin = true
        let read = try Pipeline().read(Input.bytes(bytes, name: "a.usda"), options: foreign).scene
        let shown = zip(read.nodes, read.nodes.map(\.isVisible)).filter { $0.0.transform != .identity }
        #expect(shown.filter(\.1).count == 1)
        #expect(String(decoding: bytes, as: UTF8.self).components(of: "visibility = \"invisible\"") == 2)
        // Nothing is hidden on the way back.
        let own = try Pipeline().read(Input.bytes(bytes, name: "a.usda"), options: ConvertOptions()).scene
        #expect(own.scenes.map(\.roots.count) == [1, 1] && own.defaultScene == 1)
        #expect(!own.nodes.contains { !$0.isVisible })
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        var (count, rest) = (0, self[...])
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
