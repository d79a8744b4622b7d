import MeshModel
import Testing

@testable import FormatGLTF

struct GLTFModesTests {
    @Test func aStripTurnsEverySecondTriangleRound() {
        let strip = GLTFModes.primitive(.triangleStrip, vertexSet: 0, vertexCount: 5, indices: nil)
        #expect(strip.vertices?.integers() == [0, 1, 2, 1, 3, 2, 2, 3, 4])
        #expect(strip.elementCount == 3)
    }

    @Test func aFanGoesRoundItsFirstVertex() {
        let fan = GLTFModes.primitive(.triangleFan, vertexSet: 0, vertexCount: 4, indices: nil)
        #expect(fan.vertices?.integers() == [1, 2, 0, 2, 3, 0])
    }

    @Test func aLoopEndsWhereItBegan() {
        let loop = GLTFModes.primitive(.lineLoop, vertexSet: 0, vertexCount: 3, indices: nil)
        #expect(loop.elementCount == 1)
        #expect(loop.cornerCount == 4)
        #expect(loop.vertices?.integers() == [0, 1, 2, 0])
    }

    @Test func cornersThatMakeNoWholeTriangleAreLeftOut() {
        let triangles = GLTFModes.primitive(.triangles, vertexSet: 0, vertexCount: 5, indices: nil)
        #expect(triangles.elementCount == 1)
        #expect(triangles.vertices?.integers() == [0, 1, 2])
    }
}
