import MeshFormats
import MeshModel
import Testing

@Suite struct TextTypeTests {
    @Test func floatsAndSmallIntegersAreFloat32() {
        #expect(TextType.textType(of: Column([0.1, 1e-30, 16_777_216, .nan] as [Float])) == .float32)
        #expect(TextType.textType(of: Column([-32_768, 32_767] as [Int16])) == .float32)
        #expect(TextType.textType(of: Column([0, -16_777_215] as [Int32])) == .float32)
    }

    @Test func doublesAreFloat32WhenTheirDigitsAre() {
        #expect(TextType.textType(of: Column([0.1, 0.25, -3, .infinity, .nan, -0.0])) == .float32)
        #expect(TextType.textType(of: Column([0.1, 0.123456789012])) == .float64)
        #expect(TextType.textType(of: Column([4_500_000.3])) == .float64)
        #expect(TextType.textType(of: Column([16_777_217.0])) == .float64)
        #expect(TextType.textType(of: Column([1e200])) == .float64)
    }

    @Test func wideIntegersAreFloat32WhenTheirDigitsAre() {
        // 16777217 reads as 16777216, whose shortest digits differ.
        #expect(TextType.textType(of: Column([16_777_217] as [Int32])) == .float64)
        #expect(TextType.textType(of: Column([1_000_000_000] as [Int32])) == .float32)
    }
}
