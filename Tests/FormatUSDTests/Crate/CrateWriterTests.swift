import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A crate file that is written")
struct CrateWriterTests {
    static func crate(_ layer: USDLayer) throws(WriteError) -> [UInt8] {
        let sink = ByteSink()
        try USDCrateWriter.write(layer, to: sink)
        return sink.bytes
    }

    /// A layer with one attribute for each value.
    static func layer(_ values: [USDValue]) -> USDLayer {
        var layer = USDLayer()
        let prim = layer.add(.prim, "A", below: 0)
        for (index, value) in values.enumerated() {
            let attribute = layer.add(.attribute, "a\(index)", below: prim)
            layer.specs[attribute]["default"] = value
        }
        return layer
    }

    @Test("says what it was made of, in as few bytes as usd-core's", arguments: [4, 8, 16])
    func roundTrip(minor: Int) throws {
        let source = CrateFixture.bytes(
            minor == 4 ? CrateFixture.small4 : minor == 8 ? CrateFixture.small8 : CrateFixture.new16)
        let layer = try CrateReaderTests.crate(source)
        let bytes = try Self.crate(layer)
        #expect(bytes[8...10] == [0, minor == 16 ? 16 : 8, 0])
        #expect(USDLayerDifference.differences(layer, try CrateReaderTests.crate(bytes)).isEmpty)
        #expect(bytes.count <= source.count + 40)
        #expect(try Self.crate(layer) == bytes)
    }

    @Test("begins where its sink ends")
    func behind() throws {
        let layer = try CrateReaderTests.crate(CrateFixture.bytes(CrateFixture.small8))
        let sink = ByteSink()
        try sink.write([UInt8](repeating: 9, count: 64))
        try USDCrateWriter.write(layer, to: sink)
        #expect(Array(sink.bytes.dropFirst(64)) == (try Self.crate(layer)))
    }

    @Test("keeps every bit of numbers, the sign of zero and NaN too")
    func bits() throws {
        let floats: [Float] = [0, -0.0, 1, -128, 127, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude]
        let doubles = floats.map(Double.init) + [0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
        var values: [USDValue] = doubles.map { .real(.double, $0) } + floats.map { .real(.float, Double($0)) }
        values += [.real(.double, .nan), .real(.half, -0.0), .real(.half, 65504), .real(.half, 0x1p-24)]
        values += [.tuple(.float3, [-0.0, 1, 2]), .tuple(.half2, [0.5, -0.0]), .tuple(.int3, [-129, 5, 127])]
        values += [.tuple(.double4, [-128, 127, 0, 1]), .tuple(.quath, [1, 2, 3, 4])]
        values += [.tuple(.matrix2d, [3, 0, 0, -4]), .tuple(.matrix2d, [3, -0.0, 0, 4])]
        values += [Int64.min, -1 << 31, -1, 0, 1 << 31, .max].map { .integer(.int64, $0) }
        values += [-1, 0, 1 << 32].map { .integer(.uint64, $0) }
        // Whole numbers, the same with a −0, few different values, and others.
        let whole = (0..<40).map { Float($0 % 7) }
        for array in [whole, whole + [-0.0], (0..<40).map { Float($0 % 2) + 0.5 }, (0..<40).map { Float($0) * 0.3 }] {
            values.append(.array(USDArray(type: .float, values: Column(array))))
            values.append(.array(USDArray(type: .double, values: Column(array.map(Double.init)))))
        }
        values.append(.array(USDArray(type: .float, values: Column([Float](repeating: .nan, count: 20)))))
        let layer = Self.layer(values)
        let differences = USDLayerDifference.differences(layer, try CrateReaderTests.crate(try Self.crate(layer)))
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test("compresses whole numbers and gives back each of them", arguments: [0, 1, 15, 16, 17, 513, 5000])
    func integers(count: Int) throws {
        var values: [USDValue] = []
        for kind in 0..<6 {
            let numbers = (0..<count).map { index -> Int64 in
                switch kind {
                case 0: 3
                case 1: Int64(index)
                case 2: Int64(index * 7919 % 251) - 100
                case 3: Int64(truncatingIfNeeded: UInt64(index) &* 0x9E37_79B9_7F4A_7C15) >> Int64(index % 60)
                case 4: index % 2 == 0 ? .min : .max
                default: Int64(index) * 1_000_000
                }
            }
            values.append(.array(USDArray(type: .int64, values: Column(numbers))))
            values.append(.array(USDArray(type: .uint64, values: Column(numbers.map { UInt64(bitPattern: $0) }))))
            let narrow = numbers.map { Int32(truncatingIfNeeded: $0) }
            values.append(.array(USDArray(type: .int, values: Column(narrow))))
            values.append(.array(USDArray(type: .uint, values: Column(narrow.map { UInt32(bitPattern: $0) }))))
        }
        let layer = Self.layer(values)
        let differences = USDLayerDifference.differences(layer, try CrateReaderTests.crate(try Self.crate(layer)))
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test("codes a number that comes back as it does a list of it", arguments: [15, 16, 17, 512, 513, 5000])
    func constants(count: Int) throws {
        let narrow = [
            0, 1, 3, -1, 127, 128, -128, -129, 32767, 32768, -32768, -32769, Int64(Int32.max), Int64(Int32.min),
        ]
        let wide = narrow + [1 << 31, -1 << 31 - 1, .max, .min]
        func layer(_ isConstant: Bool) throws -> USDLayer {
            func column<T: ColumnScalar>(_ number: T) throws -> Column {
                guard isConstant else { return Column([T](repeating: number, count: count)) }
                return try #require(
                    Column(
                        viewing: Column([number]).storage, offset: 0, stride: 0, count: count, components: 1,
                        type: T.scalarType))
            }
            return Self.layer(
                try narrow.map { .array(USDArray(type: .int, values: try column(Int32($0)))) }
                    + wide.map { .array(USDArray(type: .int64, values: try column($0))) })
        }
        let bytes = try Self.crate(try layer(true))
        #expect(bytes == (try Self.crate(try layer(false))))
        #expect(USDLayerDifference.differences(try layer(false), try CrateReaderTests.crate(bytes)).isEmpty)
    }

    @Test("codes differences at the edges of each width")
    func edges() throws {
        var numbers: [Int64] = []
        var sum: Int64 = 0
        for power in [7, 8, 15, 16, 31, 32, 63] as [Int64] {
            for off in [-2, -1, 0, 1, 2] as [Int64] {
                for delta in [1 << power &+ off, 0 &- (1 << power) &+ off] {
                    sum &+= delta
                    numbers.append(sum)
                }
            }
        }
        let narrow = numbers.map { Int32(truncatingIfNeeded: $0) }
        let layer = Self.layer([
            .array(USDArray(type: .int64, values: Column(numbers))),
            .array(USDArray(type: .int, values: Column(narrow))),
        ])
        let differences = USDLayerDifference.differences(layer, try CrateReaderTests.crate(try Self.crate(layer)))
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test("writes equal arrays once, and columns with gaps as others")
    func sharing() throws {
        let numbers = (0..<30000).map { Float($0) * 0.37 }
        let wide = Column(numbers, components: 3)
        let one = try Self.crate(Self.layer([.array(USDArray(type: .float3, values: wide))]))
        let copy = Column(numbers, components: 3)
        let two = try Self.crate(
            Self.layer([
                .array(USDArray(type: .float3, values: wide)), .array(USDArray(type: .float3, values: copy)),
            ]))
        #expect(two.count < one.count + 100)
        var spread: [Float] = []
        for row in 0..<10000 { spread += numbers[3 * row..<3 * row + 3] + [-1] }
        let rows = Column(spread, components: 4)
        #expect(
            try Self.crate(Self.layer([.array(USDArray(type: .float3, values: rows.prefix(3)))])) == one)
        var other = numbers
        other[15000] += 1
        let different = Self.layer([
            .array(USDArray(type: .float3, values: wide)),
            .array(USDArray(type: .float3, values: Column(other, components: 3))),
        ])
        #expect(
            USDLayerDifference.differences(different, try CrateReaderTests.crate(try Self.crate(different))).isEmpty)
    }

    @Test("has paths of every form that lists can name")
    func paths() throws {
        var layer = USDLayer()
        let prim = layer.add(.prim, "A", below: 0)
        let relation = layer.add(.relationship, "r", below: prim)
        let names = ["/", "/A", "/A.r", "/B/C.a:b", "/A{v=x}C.p", "/A{v=x}{w=}", "/A.r[/B].c", "/A.r[/B.c[/D]]", ""]
        layer.specs[relation]["targetPaths"] = .list(
            USDListEdit(item: .path, prepended: names.map { .text($0) }))
        let read = try CrateReaderTests.crate(try Self.crate(layer))
        guard case .list(let list) = read.specs[relation]["targetPaths"] else {
            Issue.record("no list")
            return
        }
        #expect(list.prepended.map { if case .text(let text) = $0 { text } else { "?" } } == names)
        for wrong in ["A", "../A", "//A", "/A.", "/A{v=x", "/A/"] {
            layer.specs[relation]["targetPaths"] = .paths([wrong])
            #expect(throws: WriteError.self, "\(wrong)") { try Self.crate(layer) }
        }
    }

    @Test("raises its version only for what needs it")
    func versions() throws {
        let eased = USDSpline.Tangent(width: 1, slope: 2, algorithm: .autoEase)
        for (value, minor) in [
            (.real(.double, 1), 8), (.real(.timecode, 1), 9), (.text(.pathExpression, "/A"), 10),
            (.relocates([USDPair(first: "/A", second: "/B")]), 11),
            (.spline(USDSpline(type: .double)), 12),
            (.spline(USDSpline(type: .float, knots: [USDSpline.Knot(after: eased)])), 13),
            (.arrayEdit(USDArrayEdit(type: .plain(.int))), 14), (.spline(USDSpline(type: .timecode)), 15),
            (.spline(USDSpline(type: .duration)), 16),
            (.opaque(USDOpaque(kind: "duration", bytes: Array("[1, 2.5]".utf8))), 16),
        ] as [(USDValue, UInt8)] {
            let layer = Self.layer([value])
            let bytes = try Self.crate(layer)
            #expect(bytes[9] == minor)
            #expect(USDLayerDifference.differences(layer, try CrateReaderTests.crate(bytes)).isEmpty)
        }
    }

    @Test("refuses what a crate can't hold")
    func refusals() {
        for value in [
            .text(.string, "a\0b"), .opaque(USDOpaque(kind: "path", bytes: [0x3C, 0x3E])), .integer(.uchar, 300),
            .array(USDArray(type: .float3, values: Column([Float(1)]))), .tuple(.float3, [1]),
        ] as [USDValue] {
            let error = #expect(throws: WriteError.self) { try Self.crate(Self.layer([value])) }
            #expect(error?.code == .unrepresentable)
        }
        var deep = USDValue.dictionary([])
        for _ in 0..<100 { deep = .dictionary([USDEntry(name: "a", value: deep)]) }
        #expect(throws: WriteError.self) { try Self.crate(Self.layer([deep])) }
    }

    @Test("keeps what its first writer did not know")
    func unregistered() throws {
        var layer = USDLayer()
        layer.specs[0].fields = [
            USDField(
                name: "odd", value: .dictionary([USDEntry(name: "a", value: .integer(.int, 3))]), isUnregistered: true),
            USDField(name: "even", value: .dictionary([USDEntry(name: "a", value: .integer(.int, 3))])),
            USDField(
                name: "text", value: .opaque(USDOpaque(kind: "unregistered", bytes: Array("(1, 2)".utf8))),
                isUnregistered: true),
            USDField(
                name: "list", value: .list(USDListEdit(item: .unregistered, deleted: [.text("1"), .text("\"b\"")])),
                isUnregistered: true),
        ]
        let read = try CrateReaderTests.crate(try Self.crate(layer))
        #expect(USDLayerDifference.differences(layer, read).isEmpty)
        #expect(read.specs[0].fields.map(\.isUnregistered) == [true, false, true, true])
    }
}
