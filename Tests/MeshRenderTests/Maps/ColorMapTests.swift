import MeshRender
import Testing

@Suite struct ColorMapTests {
    @Test func turboHasThePublishedColors() {
        // As in d3-scale-chromatic 3, which has the same polynomial: #23171b, #95fb51 and #900c00.
        let known: [(Float, SIMD3<Int>)] = [
            (0, SIMD3(0x23, 0x17, 0x1B)), (0.5, SIMD3(0x95, 0xFB, 0x51)), (1, SIMD3(0x90, 0x0C, 0)),
        ]
        for (value, color) in known {
            let found = SIMD3<Int>(truncatingIfNeeded: ColorMap.turbo.color(value))
            for component in 0..<3 { #expect(abs(found[component] - color[component]) <= 1) }
        }
    }

    @Test func viridisHasThePublishedColors() {
        #expect(ColorMap.viridis.color(0) == SIMD3(68, 1, 84))
        #expect(ColorMap.viridis.color(0.5) == SIMD3(33, 145, 140))
        #expect(ColorMap.viridis.color(1) == SIMD3(253, 231, 37))
    }

    @Test(arguments: ColorMap.allCases) func valuesBeyondTheEndsHaveTheirColors(map: ColorMap) {
        #expect(map.color(-.infinity) == map.color(0))
        #expect(map.color(.nan) == map.color(0))
        #expect(map.color(1e30) == map.color(1))
    }
}
