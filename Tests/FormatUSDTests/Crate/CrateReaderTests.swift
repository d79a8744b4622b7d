import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A crate file")
struct CrateReaderTests {
    static func crate(_ bytes: [UInt8]) throws(ReadError) -> USDLayer {
        try USDCrateReader.read(.bytes(bytes, name: "a.usdc"))
    }

    static func text(_ text: String) throws -> USDLayer { try USDTextReader.read(Array(text.utf8)).layer }

    @Test("says what the text says that usd-core made it of", arguments: [4, 8, 16])
    func sameAsText(minor: Int) throws {
        let bytes = CrateFixture.bytes(
            minor == 4 ? CrateFixture.small4 : minor == 8 ? CrateFixture.small8 : CrateFixture.new16)
        #expect(bytes[8...10] == [0, UInt8(minor), 0])
        let layer = try Self.crate(bytes)
        let text = try Self.text(minor == 16 ? CrateFixture.newText : CrateFixture.smallText)
        let differences = USDLayerDifference.differences(text, layer)
        #expect(differences.isEmpty, "\(differences)")
        #expect(layer.specs.count == text.specs.count)
    }

    @Test("keeps arrays as columns of its own bytes where they are not compressed")
    func views() throws {
        let bytes = CrateFixture.bytes(CrateFixture.small8)
        let storage = unsafe ByteStorage(byteCount: bytes.count) { unsafe $0.copyBytes(from: bytes) }
        let layer = try USDCrateReader.read(storage)
        func column(_ name: String) throws -> Column {
            let spec = try #require(layer.specs.first { $0.name == name && $0.kind == .attribute })
            guard case .array(let array) = try #require(spec["default"]) else { throw Missing() }
            return array.values
        }
        let points = try column("p")
        #expect(points.storage === storage && points.doubles() == [0, 1, 2, 3, 4, 5.5])
        #expect(try column("k").storage !== storage)
        #expect(try column("k").integers().prefix(7) == [0, 1, 2, 3, 2, 1, 100_000])
        #expect(try column("l").integers()[2] == 20_000_000_000)
        #expect(try column("m").type == .float32 && column("m").doubles()[12] == -5)
        #expect(try column("n").doubles().prefix(3) == [0.5, 0.25, 0.5])
    }

    @Test("is read from the middle of other bytes")
    func part() throws {
        let bytes = CrateFixture.bytes(CrateFixture.small8)
        let all = [UInt8](repeating: 7, count: 64) + bytes + [1, 2, 3]
        let storage = unsafe ByteStorage(byteCount: all.count) { unsafe $0.copyBytes(from: all) }
        let part = try USDCrateReader.read(storage, in: 64..<64 + bytes.count)
        #expect(USDLayerDifference.differences(try Self.crate(bytes), part).isEmpty)
    }

    @Test("has no lists of children as fields, and orders children by them")
    func children() throws {
        let layer = try Self.crate(CrateFixture.bytes(CrateFixture.small8))
        let root = layer.specs[0]
        #expect(root.children.map { layer.specs[$0].name } == ["A", "_c", "A2"])
        let prim = layer.specs[root.children[0]]
        #expect(prim.properties.prefix(3).map { layer.specs[$0].name } == ["a", "b", "c"])
        #expect(
            layer.specs.allSatisfy { spec in !spec.fields.contains { USDCrateWriter.childLists.contains($0.name) } })
        let set = layer.specs[prim.variantSets[0]]
        #expect(set.children.map { layer.path(of: $0) } == ["/A{lod=hi}", "/A{lod=lo}"])
    }

    @Test("is refused with a word when its version is not known")
    func versions() {
        for (version, code) in [
            ([0, 3, 0], "input.unsupported"), ([0, 0, 1], "input.unsupported"), ([0, 17, 0], "input.unsupported"),
            ([1, 0, 0], "input.unsupported"),
        ] as [([UInt8], String)] {
            var bytes = CrateFixture.bytes(CrateFixture.small8)
            bytes.replaceSubrange(8..<11, with: version)
            let error = #expect(throws: ReadError.self) { try Self.crate(bytes) }
            #expect(error?.code.rawValue == code && error?.location == .byte(8))
        }
        #expect(throws: ReadError.self) { try Self.crate(Array("#usda 1.0\n".utf8)) }
        #expect(throws: ReadError.self) { try Self.crate([]) }
    }

    @Test("keeps texts that are no UTF-8 by their bytes")
    func oddTexts() throws {
        var layer = USDLayer()
        layer.specs[0]["documentation"] = .opaque(USDOpaque(kind: "string", bytes: [0x61, 0xFF]))
        layer.specs[0]["upAxis"] = .opaque(USDOpaque(kind: "token", bytes: [0xC3]))
        let read = try Self.crate(try CrateWriterTests.crate(layer))
        #expect(USDLayerDifference.differences(layer, read).isEmpty)
        guard case .opaque(let text) = read.specs[0]["documentation"] else { throw Missing() }
        #expect(text.bytes == [0x61, 0xFF])
    }

    private struct Missing: Error {}
}
