import MeshBytes
import MeshCompression
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A damaged crate file")
struct CrateHostileTests {
    @Test("is refused wherever it is cut off", arguments: [4, 8, 16])
    func cutOff(minor: Int) {
        let whole = CrateFixture.bytes(
            minor == 4 ? CrateFixture.small4 : minor == 8 ? CrateFixture.small8 : CrateFixture.new16)
        // The table of contents is at the end.
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(throws: ReadError.self) { try CrateReaderTests.crate(Array(whole[..<count])) }
        }
    }

    @Test("gives an error or a layer that can be written, whatever its bytes are", arguments: [4, 8, 16])
    func damage(minor: Int) throws {
        let whole = CrateFixture.bytes(
            minor == 4 ? CrateFixture.small4 : minor == 8 ? CrateFixture.small8 : CrateFixture.new16)
        var random = Generator(state: UInt64(minor))
        var read = 0
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 88..<bytes.count, using: &random)
                bytes[place] =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : bytes[place] ^ (1 << UInt8.random(in: 0..<8, using: &random))
            }
            guard let layer = try? CrateReaderTests.crate(bytes) else { continue }
            read += 1
            _ = try? CrateWriterTests.crate(layer)
        }
        // Most damage is to values, not to the tables that hold them together.
        #expect(read > 100)
    }

    /// Changes the unpacked sections, which random bytes hardly reach, and writes everything again.
    @Test("gives an error with a place or a layer when the numbers of its tables are changed")
    func tables() throws {
        var random = Generator(state: 5)
        for _ in 0..<1500 {
            var tables = Tables()
            let edits = Int.random(in: 1...2, using: &random)
            for _ in 0..<edits { tables.damage(&random) }
            let layer: USDLayer
            do { layer = try CrateReaderTests.crate(try tables.bytes()) } catch let error as ReadError {
                #expect(error.location != .whole, "\(error)")
                continue
            }
            _ = try? CrateWriterTests.crate(layer)
            for index in layer.specs.indices { _ = layer.path(of: index) }
        }
        #expect(try CrateReaderTests.crate(try Tables().bytes()).specs.count == 4)
    }

    @Test("does not make a value of itself")
    func loops() throws {
        // A dictionary whose only entry is itself.
        var tables = Tables()
        tables.values = Tables.number(1) + Tables.word(0) + Tables.number(8) + Tables.rep(31, 88)
        tables.reps[0] = 31 << 48 | 88
        let error = #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        #expect(error?.code == .limitExceeded)
        // Two entries each, nested: 2⁵⁰ of them.
        tables.values = []
        for level in 0..<50 {
            let next = 88 + 48 * (level + 1)
            tables.values += Tables.number(2)
            for _ in 0..<2 {
                tables.values += Tables.word(0) + Tables.number(8)
                tables.values += level < 49 ? Tables.rep(31, UInt64(next)) : Tables.rep(3, 1)
            }
        }
        let growth = #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        #expect(growth?.code == .limitExceeded)
    }

    @Test("names no spec, field or path twice, and none that is missing")
    func twice() throws {
        for edit in [
            { $0.specPaths[2] = 1 }, { $0.paths[2] = 1 }, { $0.specKinds[0] = 6 }, { $0.specKinds[1] = 9 },
            { $0.specPaths[1] = 77 }, { $0.sets[0] = 77 }, { $0.specSets[1] = 1 }, { $0.fieldNames[0] = 77 },
            { $0.jumps[1] = 50 }, { $0.jumps[3] = -1 }, { $0.jumps[1] = -9 }, { $0.elements[2] = 77 },
            { $0.elements[3] = $0.elements[2] }, { $0.strings = [77] },
        ] as [(inout Tables) -> Void] {
            var tables = Tables()
            edit(&tables)
            #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        }
    }

    @Test("does not allocate for counts that it only claims")
    func claims() throws {
        for (place, value) in [(0, UInt64.max), (1, 1 << 40), (2, 1 << 31), (3, 1 << 33)] {
            var tables = Tables()
            tables.claims[place] = value
            #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        }
        // An array of 2⁴⁰ integers in ten bytes.
        var tables = Tables()
        tables.values = Tables.number(1 << 40) + Tables.number(10) + [UInt8](repeating: 0xFF, count: 10)
        tables.reps[0] = 1 << 63 | 1 << 61 | 3 << 48 | 88
        #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        // A token array of the same length.
        tables.reps[0] = 1 << 63 | 11 << 48 | 88
        #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
    }

    @Test("may have its blocks in parts, which have to end where they say")
    func parts() throws {
        var tables = Tables()
        let text = tables.text
        let whole = try CrateReaderTests.crate(try tables.bytes())
        func block(_ sizes: [Int]) throws -> [UInt8] {
            var (block, first) = ([UInt8(sizes.count)], 0)
            for size in sizes {
                let part = try #require(LZ4Block.encode(Array(text[first..<first + size])))
                block += Tables.word(UInt32(part.count)) + part
                first += size
            }
            return block
        }
        for sizes in [[text.count], [1, text.count - 1], [5, 0, 3, text.count - 8]] {
            tables.tokenBlock = try block(sizes)
            #expect(USDLayerDifference.differences(try CrateReaderTests.crate(try tables.bytes()), whole) == [])
        }
        tables.tokenBlock = try block([5, text.count - 6])
        let short = #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        #expect(short?.code == .invalidValue)
        #expect(short?.description.contains("expected \(text.count) bytes") == true)
        var long = try block([5, text.count - 5])
        long[1] = 0x7F
        tables.tokenBlock = long
        let error = #expect(throws: ReadError.self) { try CrateReaderTests.crate(try tables.bytes()) }
        // Behind the values are three numbers and the count of parts.
        #expect(error?.location == .byte(88 + 3 * 8 + 1))
        #expect(error?.description.contains("expected a block of at most \(long.count - 5) bytes") == true)
    }

    /// A small crate by its numbers: `/`, `/A`, `/A/B` and `/A.c`.
    private struct Tables {
        var values: [UInt8] = []
        var tokens = ["", "A", "B", "c", "typeName", "default", "primChildren"]
        var strings: [UInt32] = [3]
        var fieldNames: [Int32] = [5, 4]
        var reps: [UInt64] = [1 << 62 | 3 << 48 | 5, 1 << 62 | 11 << 48 | 1]
        var sets: [Int32] = [0, 1, -1, 1, -1]
        var paths: [Int32] = [0, 1, 2, 3]
        var elements: [Int32] = [0, 1, 2, -3]
        var jumps: [Int32] = [-1, -1, 0, -2]
        var specPaths: [Int32] = [0, 1, 2, 3]
        var specSets: [Int32] = [3, 3, 3, 0]
        var specKinds: [Int32] = [7, 6, 6, 1]
        /// The claimed counts of tokens, fields, paths and specs; nil: the real ones.
        var claims: [UInt64?] = [nil, nil, nil, nil]
        /// The block of tokens; nil: that of the tokens in one part.
        var tokenBlock: [UInt8]?
        var text: [UInt8] { tokens.flatMap { Array($0.utf8) + [0] } }

        mutating func damage(_ random: inout Generator) {
            let choices: [Int32] = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 100, .max, .min]
            let number = choices.randomElement(using: &random) ?? 0
            func change(_ numbers: inout [Int32]) {
                if let place = numbers.indices.randomElement(using: &random) { numbers[place] = number }
            }
            switch Int.random(in: 0..<12, using: &random) {
            case 0: change(&fieldNames)
            case 1: change(&sets)
            case 2: change(&paths)
            case 3: change(&elements)
            case 4: change(&jumps)
            case 5: change(&specPaths)
            case 6: change(&specSets)
            case 7: change(&specKinds)
            case 8: specPaths.append(number)
            case 9: sets.append(number)
            default:
                // Any type, flags and offset, over random bytes.
                values = (0..<64).map { _ in UInt8.random(in: 0...9, using: &random) }
                reps[0] =
                    UInt64.random(in: 0...15, using: &random) << 60 | UInt64.random(in: 0...63, using: &random) << 48
                reps[0] |= UInt64.random(in: 80...160, using: &random)
                fieldNames[0] = Int32.random(in: 3...6, using: &random)
            }
        }

        static func number(_ value: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        }
        static func word(_ value: UInt32) -> [UInt8] { Array(number(UInt64(value)).prefix(4)) }
        static func rep(_ type: UInt64, _ payload: UInt64) -> [UInt8] { number(type << 48 | payload) }

        func bytes() throws -> [UInt8] {
            let sink = ByteSink()
            var output = CrateOutput(sink)
            try output.write([UInt8](repeating: 0, count: 88))
            try output.write(values)
            var places: [(String, Int)] = []
            places.append(("TOKENS", output.offset))
            try output.write(claims[0] ?? UInt64(tokens.count))
            try output.write(UInt64(text.count))
            if let tokenBlock {
                try output.write(UInt64(tokenBlock.count))
                try output.write(tokenBlock)
            } else {
                try output.writeBlock(text)
            }
            places.append(("STRINGS", output.offset))
            try output.write(UInt64(strings.count))
            for string in strings { try output.write(string) }
            places.append(("FIELDS", output.offset))
            try output.write(claims[1] ?? UInt64(fieldNames.count))
            try output.writeIntegers(ContiguousArray(fieldNames))
            try output.writeBlock(reps.flatMap(Self.number))
            places.append(("FIELDSETS", output.offset))
            try output.write(UInt64(sets.count))
            try output.writeIntegers(ContiguousArray(sets))
            places.append(("PATHS", output.offset))
            try output.write(UInt64(4))
            try output.write(claims[2] ?? UInt64(paths.count))
            for numbers in [paths, elements, jumps] { try output.writeIntegers(ContiguousArray(numbers)) }
            places.append(("SPECS", output.offset))
            try output.write(claims[3] ?? UInt64(specPaths.count))
            for numbers in [specPaths, specSets, specKinds] { try output.writeIntegers(ContiguousArray(numbers)) }
            let end = output.offset
            try output.write(UInt64(places.count))
            for (index, (name, place)) in places.enumerated() {
                try output.write(Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count))
                try output.write(UInt64(place))
                try output.write(UInt64((index + 1 < places.count ? places[index + 1].1 : end) - place))
            }
            try output.replace(
                at: 0, with: Array("PXR-USDC".utf8) + [0, 8, 0, 0, 0, 0, 0, 0] + Self.number(UInt64(end)))
            return sink.bytes
        }
    }

    /// The same numbers on every machine.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }
}
