import MeshFormats
import MeshModel
import Testing

/// Columns that are looked up are the same as those that are converted row by row.
struct FewNumbersTests {
    static let count = 70_000

    /// Rows of three of the 256 fractions of a byte, which lie `stride` bytes apart.
    static func codes(stride: Int = 12, others: [Int: Float] = [:]) throws -> Column {
        let storage = unsafe ByteStorage(byteCount: count * stride) { bytes in
            _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xAB)
            for row in 0..<count {
                for component in 0..<3 {
                    let value = others[row * 3 + component] ?? Float(row * (component + 3) % 256) / 255
                    unsafe bytes.storeBytes(of: value, toByteOffset: row * stride + component * 4, as: Float.self)
                }
            }
        }
        return try #require(
            Column(viewing: storage, offset: 0, stride: stride, count: count, components: 3, type: .float32))
    }

    static func colors(_ values: Column) -> Attribute {
        Attribute(.color(0), values, frame: Frame(colorSpace: .linear))
    }

    @Test(arguments: [12, 19]) func conversionsAreThoseOfAllRows(stride: Int) throws {
        let plain = try Self.codes(stride: stride)
        let few = plain.lookingUpFew
        #expect(try #require(few.lookedUp).keys.count == 256)
        for type in [ScalarType.uint8, .uint16, .float32, .float64] {
            let asked = ColorTransfer.converted(
                Self.colors(few), to: .srgb, type: type, normalized: type.isInteger)
            let expected = ColorTransfer.converted(
                Self.colors(plain), to: .srgb, type: type, normalized: type.isInteger)
            #expect(asked.lookedUp != nil && expected.lookedUp == nil && asked.type == type)
            #expect(asked.doubles() == expected.doubles())
            // Some rows, some components, and some picked ones.
            #expect(asked.rows(40_001..<69_999).doubles() == expected.rows(40_001..<69_999).doubles())
            #expect(asked.component(1)?.doubles() == expected.component(1)?.doubles())
            let picks: ContiguousArray<Int32> = [69_999, 0, -1, 5, 70_000, 5]
            #expect(asked.picked(picks).doubles() == expected.picked(picks).doubles())
            #expect(asked.rows(3..<90).picked(picks).doubles() == expected.rows(3..<90).picked(picks).doubles())
            #expect(asked.clampedToUnit().doubles() == expected.clampedToUnit().doubles())
        }
    }

    @Test func allBytesAreMadeOnce() throws {
        let few = try Self.codes().lookingUpFew
        let source = try #require(few.storage.source)
        #expect(source.whole() === source.whole() && source.whole().byteCount == Self.count * 12)
    }

    @Test func numbersAreToldApartByTheirBits() throws {
        let odd: [Int: Float] = [0: -0.0, 7: .nan, 100: .infinity, 209_999: -2]
        let plain = try Self.codes(others: odd)
        let few = plain.lookingUpFew
        #expect(try #require(few.lookedUp).keys.count == 260)
        let asked = few.doubles()
        #expect(asked[0].sign == .minus && asked[7].isNaN && asked[209_999] == -2)
        #expect(few.hasSameNumbers(as: plain) && few.clampedToUnit().doubles() == plain.clampedToUnit().doubles())
    }

    @Test func manyNumbersAndOtherColumnsStay() throws {
        let many = Column(ContiguousArray((0..<Self.count * 3).map { Float($0 % 513) }), components: 3)
        let bytes = Column(ContiguousArray((0..<Self.count).map { UInt8(truncatingIfNeeded: $0) }))
        // The NaN that marks empty places is no key.
        let marked = try Self.codes(others: [9: Float(bitPattern: .max)])
        for column in [many, bytes, marked, try Self.codes().rows(0..<60_000)] {
            #expect(column.lookingUpFew.isSameView(as: column))
        }
        let most = Column(ContiguousArray((0..<Self.count * 3).map { Float($0 % 512) }), components: 3)
        #expect(most.lookingUpFew.lookedUp?.keys.count == 512)
    }

    @Test func numbersOfOneSlotAreFewOnly() throws {
        let first: UInt32 = 0x3F80_0000
        func slot(_ bits: UInt32) -> UInt32 { (bits &* 0x9E37_79B1) >> 21 }
        let same = (0..<200_000).map { first + UInt32($0) }.filter { slot($0) == slot(first) }.map(
            Float.init(bitPattern:))
        for (count, isFew) in [(32, true), (33, false)] {
            let numbers = Dictionary(uniqueKeysWithValues: same.prefix(count).enumerated().map { ($0, $1) })
            // Few others, so that they don't get in the way.
            let column = Column(ContiguousArray((0..<Self.count).map { numbers[$0] ?? numbers[0] ?? 0 }))
            #expect(same.count > 33 && (column.lookingUpFew.lookedUp?.keys.count == count) == isFew)
            #expect(column.lookingUpFew.doubles() == column.doubles())
        }
    }

    @Test func pairsSayWhatComesBack() throws {
        let plain = try Self.codes()
        let original = Self.colors(plain)
        for type in [ScalarType.uint8, .float64] {
            var stored = Self.colors(plain.lookingUpFew)
            stored.values = ColorTransfer.converted(stored, to: .srgb, type: type, normalized: type.isInteger)
            (stored.normalized, stored.frame) = (type.isInteger, .srgb)
            #expect(Column.pairs(original.values, stored.values)?.one.count == 256)
            var eager = stored
            eager.values = ColorTransfer.converted(original, to: .srgb, type: type, normalized: type.isInteger)
            let errors = FrameAdaptation.Errors(original, stored, width: 3)
            let expected = FrameAdaptation.Errors(original, eager, width: 3)
            #expect(errors.summary() == expected.summary() && errors.isEmpty == (type == .float64))
            let rows = Array(0..<300) + [Self.count - 1, Self.count, -1]
            #expect(errors.rows == expected.rows && errors.summary(rows) == expected.summary(rows))
            let back = try #require(OriginForm(of: original).values(of: stored))
            #expect(back.hasSameNumbers(as: plain) == (type == .float64))
        }
    }

    @Test(arguments: [Frame(colorSpace: .linear), .srgb]) func changesAreThoseOfAllRows(frame: Frame) throws {
        var original = Self.colors(try Self.codes(others: [1: 0.3, 70: 1e-9]))
        original.frame = .srgb
        var few = original
        few.values = few.values.lookingUpFew
        var (asked, expected) = (original, original)
        asked.values = ColorTransfer.converted(few, to: Frame(colorSpace: .linear), type: .float32)
        expected.values = ColorTransfer.converted(original, to: Frame(colorSpace: .linear), type: .float32)
        (asked.frame, expected.frame) = (frame, frame)
        // Taken for linear colours, some differ by roundings; taken for sRGB, all but black and white are others.
        let codec = frame == .srgb ? Correspondence.Codec.identity : .transferred
        var walk = ValueChange.Walk(from: original, to: expected, codec: codec)
        walk.add(original.values, expected.values)
        #expect(ValueChange(from: original, to: asked, codec, largest: nil) == walk.change)
        #expect(ValueChange(from: original, to: expected, codec, largest: nil) == walk.change)
        #expect((walk.change.count > Self.count / 2) == (frame == .srgb))
        #expect(ValueChange.ofFew(from: original, to: expected, codec, usesAll: true) == nil)
        #expect((ValueChange.ofFew(from: original, to: asked, codec, usesAll: false) == nil) == (walk.change.count > 0))
    }
}
