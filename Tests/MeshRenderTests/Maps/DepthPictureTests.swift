import MeshRender
import Testing

@Suite struct DepthPictureTests {
    private func colors(_ picture: RenderedPicture) -> [SIMD3<UInt8>] {
        stride(from: 0, to: picture.pixels.count, by: 3).map {
            SIMD3(picture.pixels[$0], picture.pixels[$0 + 1], picture.pixels[$0 + 2])
        }
    }

    @Test func nearAndFarHaveTheEndsOfTheMapAndUnmeasuredIsGrey() throws {
        let picture = try DepthPicture.depth([1, 2, 3, 0, .nan, -1], width: 3, height: 2, map: .viridis)
        let grey = DepthPicture.unmeasured
        let map = ColorMap.viridis
        #expect(colors(picture) == [map.color(0), map.color(0.5), map.color(1), grey, grey, grey])
    }

    @Test func aFewWildDepthsDoNotTakeTheColors() throws {
        var meters = (0..<1000).map { 1 + Float($0) / 1000 }
        meters[3] = 4000
        meters[4] = 0.001
        let range = try #require(DepthPicture.range(of: meters))
        #expect(abs(range.lowerBound - 1.02) < 0.01)
        #expect(abs(range.upperBound - 1.98) < 0.01)
        #expect(DepthPicture.range(of: [0, .nan]) == nil)
    }

    @Test func aGivenRangeIsKept() throws {
        let picture = try DepthPicture.depth([1, 5], width: 2, height: 1, range: 0...10)
        #expect(colors(picture) == [ColorMap.turbo.color(0.1), ColorMap.turbo.color(0.5)])
        let wall = try DepthPicture.depth([2, 2], width: 1, height: 2)
        #expect(colors(wall) == [ColorMap.turbo.color(0.5), ColorMap.turbo.color(0.5)])
    }

    @Test func confidenceIsRedYellowGreen() throws {
        let picture = try DepthPicture.confidence([0, 1, 2, 3], width: 4, height: 1)
        #expect(colors(picture) == DepthPicture.confidenceColors + [DepthPicture.unmeasured])
    }

    @Test func sizesMustMatch() {
        #expect(throws: RenderError.self) { try DepthPicture.depth([1], width: 2, height: 1) }
        #expect(throws: RenderError.self) { try DepthPicture.confidence([], width: 0, height: 1) }
        #expect(throws: RenderError.self) { try DepthPicture.confidence([], width: .max, height: .max) }
    }
}
