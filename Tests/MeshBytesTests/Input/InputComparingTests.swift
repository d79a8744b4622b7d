import MeshBytes
import Testing

@Suite struct InputComparingTests {
    private func areSame(_ a: [UInt8], _ b: [UInt8]) throws -> Bool {
        try Input.bytes(a, name: "a").hasSameBytes(as: .bytes(b, name: "b"))
    }

    @Test func sizesAndBytesDecide() throws {
        #expect(try areSame([], []))
        #expect(try areSame([1, 2, 3], [1, 2, 3]))
        #expect(try !areSame([1, 2, 3], [1, 2]))
        #expect(try !areSame([1, 2, 3], [1, 2, 4]))
    }

    @Test func theLastByteOfALaterBlockCounts() throws {
        let bytes = [UInt8](repeating: 7, count: (2 << 20) + 3)
        var other = bytes
        #expect(try areSame(bytes, other))
        other[other.count - 1] = 8
        #expect(try !areSame(bytes, other))
    }
}
