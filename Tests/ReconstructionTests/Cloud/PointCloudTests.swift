import MeshModel
import Testing

@testable import Reconstruction

@Suite struct PointCloudTests {
    @Test func listsOfAnotherLengthAreRefused() {
        #expect(throws: SceneDefect.self) { try PointCloud(positions: [1, 2]) }
        #expect(throws: SceneDefect.self) { try PointCloud(positions: [1, 2, 3], normals: [1, 2]) }
        #expect(throws: SceneDefect.self) { try PointCloud(positions: [], colors: [1, 2, 3]) }
        let error = #expect(throws: SceneDefect.self) { try PointCloud(positions: [1, 2, 3], pixelCounts: [1, 2]) }
        #expect(error?.description == "pixelCounts: expected 1 values for 1 points, found 2")
    }

    @Test func aSceneGivesTheSamePointsBack() throws {
        let cloud = try PointCloud(
            positions: [1, 2, 3, 4, 5, 6], normals: [0, 0, 1, 0, 1, 0], colors: [1, 2, 3, 4, 5, 255])
        let back = try PointCloud(cloud.scene().vertexSets[0])
        #expect(back.positions == cloud.positions)
        #expect(back.normals == cloud.normals)
        #expect(back.colors == cloud.colors)
        #expect(back.uncoloredCount == 0)
    }

    @Test func otherTypesAndAlphaAreConverted() throws {
        let set = VertexSet(
            count: 2,
            attributes: [
                Attribute(.position, Column([1.0, 2, 3, 4, 5, 6], components: 3)),
                Attribute(.color(0), Column([Float(1), 0, 1, 0.5, 0, 1, 0, 1], components: 4), frame: .srgb),
            ])
        let cloud = try PointCloud(set)
        #expect(cloud.positions == [1, 2, 3, 4, 5, 6])
        #expect(cloud.colors == [255, 0, 255, 0, 255, 0])
    }

    @Test func positionsMustBeThere() {
        #expect(throws: SceneDefect.self) { try PointCloud(VertexSet(count: 1)) }
        let flat = Attribute(.position, Column([Float(1), 2], components: 2))
        #expect(throws: SceneDefect.self) { try PointCloud(VertexSet(count: 1, attributes: [flat])) }
    }
}
