import MeshModel
import Testing

@testable import FormatOBJ

/// Numbers of a text get the type that they were printed from, unless they can't have been.
@Suite struct OBJRestoredColumnTests {
    private func restored(_ text: Column, _ type: ScalarType, factor: Double = 1, scale: Double = 1) -> Column? {
        OBJRestoredColumn(text, type: type, factor: factor, scale: scale).column
    }

    @Test func wholeNumbersGetAnotherTypeThatHoldsThem() throws {
        let bytes = try #require(restored(Column([0, 255, 7] as [Int32]), .uint8))
        #expect(bytes.type == .uint8 && bytes.integers() == [0, 255, 7])
        #expect(restored(Column([-1] as [Int32]), .uint8) == nil)
        let same = try #require(restored(Column([-1, 5] as [Int32]), .int32))
        #expect(same.type == .int32 && same.integers() == [-1, 5])
    }

    @Test func theTypeOfTheTextStays() throws {
        let same = try #require(restored(Column([0.1, 2] as [Float], components: 2), .float32))
        #expect(same.type == .float32 && same.components == 2 && same.doubles() == [Double(Float(0.1)), 2])
    }

    /// 0.5 on a scale to 255 is no whole number, as a float may be and a code may not.
    @Test func onAWiderScaleFloatsNeedNotBeWhole() throws {
        let floats = try #require(restored(Column([0.5, 1] as [Float]), .float32, scale: 255))
        #expect(floats.type == .float32 && floats.doubles() == [127.5, 255])
        #expect(restored(Column([0.5, 1] as [Float]), .uint8, factor: 255) == nil)
        #expect(restored(Column([.nan] as [Float]), .float32, scale: 255) == nil)
    }

    /// Below float32, all is 0 if one looks at it as float32.
    @Test func whatIsNearlyZeroIsNotZero() throws {
        let least = Double(Float.leastNonzeroMagnitude)
        let floats = try #require(restored(Column([least / 255, 3.0 / 255] as [Double]), .float32, scale: 255))
        #expect(floats.doubles() == [least, 3])
    }

    @Test func digitsThatNoFloat32PrintsAreOfAnotherType() throws {
        let floats = try #require(restored(Column([0.5, -.infinity, .nan] as [Double]), .float32))
        #expect(floats.type == .float32 && floats.doubles()[..<2] == [0.5, -.infinity] && floats.doubles()[2].isNaN)
        #expect(restored(Column([0.5, 0.1234567890123] as [Double]), .float32) == nil)
    }
}
