import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// A normal without a direction gets that of the faces at its vertex.
@Suite struct GLTFFaceNormalTests {
    private func normals(_ scene: MeshScene) throws -> [[Float]] {
        let format = GLTFFormat()
        let plan = try format.plan(Content(scene), variant: "glb", options: WriteOptions())
        let output = Output(memoryNamed: "out.glb")
        try format.write(plan, to: output)
        var options = ReadOptions()
        options.options["origin"] = "ignore"
        let back = try format.read(Input.bytes(output.mainBytes(), name: "out.glb"), options: options)
        let column = try #require(back.scene.vertexSets.first?.attribute(.normal)).values
        let values = column.doubles().map { Float($0) }
        return (0..<column.count).map { Array(values[$0 * 3..<$0 * 3 + 3]) }
    }

    /// A triangle of area 2 facing x and one of area 1 ÷ 2 facing y, with a common edge.
    private func tent(_ normals: Attribute, pools: [Attribute] = [], corners: [CornerAttribute] = []) -> MeshScene {
        let positions: [Double] = [0, 0, 0, 0, 4, 0, 0, 0, 1, 1, 0, 0, 9, 9, 9]
        var set = VertexSet(count: 5, attributes: [Attribute(.position, Column(positions, components: 3))])
        if pools.isEmpty { set.attributes.append(normals) }
        set.pools = pools
        return MeshScene(
            vertexSets: [set],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
                    vertices: Column([0, 1, 2, 0, 2, 3] as [Int32]), cornerAttributes: corners)
            ])
    }

    private func isNear(_ a: [Float], _ b: [Double]) -> Bool { zip(a, b).allSatisfy { abs(Double($0) - $1) < 1e-6 } }

    @Test func facesCountByTheirAreas() throws {
        let values: [Float] = [0, 0, 0, 0, 0, 0, .nan, 1, 0, 0, .infinity, 0, 0, 0, 0]
        let found = try normals(tent(Attribute(.normal, Column(values, components: 3))))
        let length = (16.0 + 1).squareRoot()
        #expect(isNear(found[0], [4 / length, 1 / length, 0]))
        #expect(found[1] == [1, 0, 0])
        #expect(isNear(found[2], [4 / length, 1 / length, 0]))
        #expect(found[3] == [0, 1, 0])
        // The last vertex has no face.
        #expect(found[4] == [0, 0, 1])
    }

    @Test func normalsWithADirectionKeepIt() throws {
        let values: [Double] = [0, 0, 1e-200, 3, 0, 4, 0, 0, 0, 0, -1, 0, 1, 0, 0]
        let found = try normals(tent(Attribute(.normal, Column(values, components: 3))))
        #expect(found[0] == [0, 0, 1])
        #expect(isNear(found[1], [0.6, 0, 0.8]))
        #expect(found[3] == [0, -1, 0])
    }

    @Test func facesWithoutAreaHaveNoDirection() throws {
        var scene = tent(Attribute(.normal, Column([Float](repeating: 0, count: 15), components: 3)))
        scene.vertexSets[0].attributes[0].values = Column([Float](repeating: 3, count: 15), components: 3)
        #expect(try normals(scene).allSatisfy { $0 == [0, 0, 1] })
    }

    @Test func pointsLookUp() throws {
        let scene = MeshScene(
            vertexSets: [
                VertexSet(
                    count: 1,
                    attributes: [
                        Attribute(.position, Column([1, 2, 3] as [Float], components: 3)),
                        Attribute(.normal, Column([0, 0, 0] as [Float], components: 3)),
                    ])
            ], primitives: [.cloud(vertexSet: 0, count: 1)])
        #expect(try normals(scene) == [[0, 0, 1]])
    }

    @Test func cornersWithOneZeroRowGetTheNormalsOfTheirFaces() throws {
        let zero = Attribute(.normal, Column([0, 0, 0, 0, 0, 2] as [Float], components: 3))
        let scene = tent(
            zero, pools: [zero],
            corners: [CornerAttribute(pool: 0, indices: Column([0, 0, 0, 1, 1, 0] as [Int32]))])
        let found = try normals(scene)
        #expect(found[0] == [1, 0, 0] && found[1] == [1, 0, 0] && found[2] == [1, 0, 0] && found[3] == [0, 1, 0])
        #expect(found[5] == [0, 0, 1] && found[6] == [0, 0, 1])
    }

    @Test func cornersWithoutANormalGetThatOfTheirFaces() throws {
        let up = Attribute(.normal, Column([0, 0, 1] as [Float], components: 3))
        let found = try normals(
            tent(
                up, pools: [up],
                corners: [CornerAttribute(pool: 0, indices: Column([0, -1, 0, -1, 0, 0] as [Int32]))]))
        #expect(found[0] == [0, 0, 1] && found[1] == [1, 0, 0] && found[2] == [0, 0, 1] && found[3] == [0, 0, 1])
        // The vertex of two faces is split; the one that no face uses has no face's normal.
        #expect(found.count == 6 && found[5] == [0, 1, 0] && found[4] == [0, 0, 1])
    }

    @Test func twoSetsWithOneColumnOfNormalsHaveTheirOwnFaces() throws {
        let zero = Attribute(.normal, Column([Float](repeating: 0, count: 9), components: 3))
        var scene = MeshScene()
        for positions in [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0, 0, 0, 1]] as [[Float]] {
            let set = scene.vertexSets.count
            scene.vertexSets.append(
                VertexSet(count: 3, attributes: [Attribute(.position, Column(positions, components: 3)), zero]))
            scene.meshes.append(
                Mesh(primitives: [
                    Primitive(
                        topology: .polygons, vertexSet: set, elementCount: 1, arity: .uniform(3),
                        vertices: Column([0, 1, 2] as [Int32]))
                ]))
            scene.nodes.append(Node(mesh: set))
        }
        scene.scenes = [SceneRoot(roots: [0, 1])]
        let format = GLTFFormat()
        let plan = try format.plan(Content(scene), variant: "glb", options: WriteOptions())
        let output = Output(memoryNamed: "out.glb")
        try format.write(plan, to: output)
        let back = try format.read(Input.bytes(output.mainBytes(), name: "out.glb"), options: ReadOptions())
        #expect(back.scene.vertexSets[0].attribute(.normal)?.values.doubles().prefix(3) == [0, 0, 1])
        #expect(back.scene.vertexSets[1].attribute(.normal)?.values.doubles().prefix(3) == [1, 0, 0])
    }

    @Test func theReportSaysWhatIsFound() throws {
        let values: [Float] = [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0]
        let scene = tent(Attribute(.normal, Column(values, components: 3)))
        let plan = try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
        let loss = try #require(plan.losses.first { $0.code == .valueNormalized })
        #expect(loss.count == 1 && loss.subject == "/vertexSets/0/NORMAL")
        #expect(loss.largestError == Double(Float(4 / 17.0.squareRoot())))
    }
}
