import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatPLY

/// The record of what PLY can't express.
@Suite struct PLYOriginTests {
    /// Equal rows become one again; a corner without a row keeps none.
    @Test func texCoordsThatWereSharedAreSharedAgain() {
        var origin = PLYOrigin()
        origin.mergesTexCoords = true
        let pool = Attribute(
            .texCoord(0), Column([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1] as [Float], components: 2), frame: .bottomLeftUV)
        let face = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 1, 2] as [Int32]),
            cornerAttributes: [CornerAttribute(pool: 0, indices: Column([0, 1, 2, 3, -1, 5] as [Int32]))])
        var scene = MeshScene(vertexSets: [VertexSet(count: 3, attributes: [], pools: [pool])], primitives: [face])
        #expect(origin.restore(&scene).isEmpty)
        #expect(scene.vertexSets[0].pools[0].values.doubles() == [0, 0, 1, 0, 0, 1, 1, 1])
        #expect(
            scene.meshes[0].primitives[0].cornerAttributes[0].indices?.integers() == [0, 1, 2, 0, -1, 3])
    }

    @Test func theRecordIsLeftOutWhereNobodyWantsIt() throws {
        let positions = Attribute(.position, Column([0, 0, 0] as [Double], components: 3))
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 1, attributes: [positions])], primitives: [.cloud(vertexSet: 0, count: 1)])
        scene.bareModel = .metallicRoughness
        func header(_ options: WriteOptions) throws -> String {
            let output = Output(memoryNamed: "a.ply")
            try PLYFormat().write(
                PLYFormat().plan(Content(scene), variant: "ply.ascii", options: options), to: output)
            return String(decoding: output.mainBytes(), as: UTF8.self)
        }
        var options = WriteOptions()
        #expect(try header(options).contains("obj_info \(OriginRecord.word)"))
        options.omitsOrigin = true
        #expect(try !header(options).contains("obj_info"))
    }
}
