import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

func readMTL(_ text: String) throws(ReadError) -> MTLStatements { try MTLReader.read(Array(text.utf8)) }

@Suite struct MTLReaderTests {
    // MARK: Numbers

    @Test func theClassicStatementsAreParametersInTheirOrder() throws {
        let text =
            "newmtl m\nKa .1 .2 .3\nKd .4 .5 .6\nKs .7 .8 .9\nNs 96.5\nNi 1.45\nTf 1 1 1\nillum 2\nsharpness 60\nd 0.5\n"
        let entry = try readMTL(text).entries[0]
        #expect(entry.name == "m")
        #expect(
            entry.parameters == [
                MaterialParameter("Ka", [0.1, 0.2, 0.3]), MaterialParameter("baseColor", [0.4, 0.5, 0.6]),
                MaterialParameter("Ks", [0.7, 0.8, 0.9]), MaterialParameter("Ns", [96.5]),
                MaterialParameter("Ni", [1.45]), MaterialParameter("Tf", [1, 1, 1]), MaterialParameter("illum", [2]),
                MaterialParameter("sharpness", [60]), MaterialParameter("alpha", [0.5]),
            ])
    }

    @Test func thePhysicallyBasedStatementsHaveTheNamesOfGLTF() throws {
        let text = "newmtl m\nPr 0.5\nPm 1\nPs 0.1\nPc 0.2\nPcr 0.3\nKe 1 2 3\naniso 0.4\nanisor 0.6\n"
        #expect(
            try readMTL(text).entries[0].parameters.map(\.name) == [
                "roughness", "metallic", "sheen", "clearcoat", "clearcoatRoughness", "emissive", "anisotropy",
                "anisotropyRotation",
            ])
    }

    @Test func layoutSaysNothing() throws {
        let statements = try readMTL("\u{FEFF}\tnewmtl my red paint \r\n\tKd 1 \\\r\n 0 0 # red\r\r\n  NS 10")
        #expect(statements.entries[0].name == "my red paint")
        #expect(
            statements.entries[0].parameters == [
                MaterialParameter("baseColor", [1, 0, 0]), MaterialParameter("Ns", [10]),
            ])
        #expect(statements.diagnostics.isEmpty)
    }

    @Test func oneNumberIsGrey() throws {
        #expect(
            try readMTL("newmtl m\nKd 0.5\n").entries[0].parameters == [
                MaterialParameter("baseColor", [0.5, 0.5, 0.5])
            ])
    }

    @Test(arguments: [
        ("Tr 0.75", 0.25), ("Tr 0.9", 0.1), ("Tr 0", 1), ("d 0.25\nTr 0.75", 0.25), ("d -halo 0.5\nd 0.3", 0.3),
    ])
    func transparencyIsTheRestToOne(text: String, alpha: Double) throws {
        let statements = try readMTL("newmtl m\n\(text)\n")
        #expect(statements.entries[0].parameters.last == MaterialParameter("alpha", [alpha]))
        #expect(statements.diagnostics.isEmpty)
    }

    @Test func whereDAndTrDisagreeDCounts() throws {
        let statements = try readMTL("newmtl m\nTr 0.5\nd 0.25\nnewmtl n\nKd 1\n")
        #expect(statements.entries[0].parameters == [MaterialParameter("alpha", [0.25])])
        #expect(statements.entries[1].parameters.map(\.name) == ["baseColor"])
        #expect(statements.diagnostics.map(\.code) == ["mtl.transparency"])
    }

    @Test func oldMeshLabMeansDByTr() throws {
        let statements = try readMTL("#\n# Converted by Meshlab Group\nnewmtl m\nTr 1\n")
        #expect(statements.entries[0].parameters == [MaterialParameter("alpha", [1])])
        #expect(statements.diagnostics.map(\.severity) == [.note])
    }

    @Test func meshLabMeansTransparencySince2023() throws {
        let header = "#\n# Converted by Meshlab Group\n"
        let opaque = try readMTL("\(header)newmtl a\nTr 0.000000\nnewmtl b\nTr 1.000000\n")
        #expect(opaque.entries.map { $0.parameters.last?.values } == [[1], [0]])
        let glass = try readMTL("\(header)newmtl a\nTr 0.25\n")
        #expect(glass.entries[0].parameters.last?.values == [0.75])
        let old = try readMTL("\(header)newmtl a\nTr 1.0\nnewmtl b\nTr 0.25\n")
        #expect(old.entries.map { $0.parameters.last?.values } == [[1], [0.25]])
    }

    @Test func librariesOfWhichNothingWouldBeSeenMeanDByTr() throws {
        let scan = try readMTL("newmtl a\nTr 1.000000\nmap_Kd a.png\nnewmtl b\nTr 1\n")
        #expect(scan.entries.map { $0.parameters.last?.values } == [[1], [1]])
        #expect(scan.diagnostics.map(\.code) == ["mtl.transparency"])
        #expect(try readMTL("newmtl a\nTr 1\nnewmtl b\nKd 1 1 1\n").entries[0].parameters.last?.values == [0])
        #expect(try readMTL("newmtl a\nTr 1\nd 0\n").entries[0].parameters.last?.values == [0])
    }

    @Test func aFourthNumberOfAColorIsLeftOut() throws {
        let statements = try readMTL("newmtl m\nKd 1 0.5 0 1\n")
        #expect(statements.entries[0].parameters == [MaterialParameter("baseColor", [1, 0.5, 0])])
        #expect(statements.diagnostics.map(\.code) == ["mtl.invalid-value"])
    }

    @Test func halosHaveTheirOwnName() throws {
        #expect(try readMTL("newmtl m\nd -halo 0.5\n").entries[0].parameters == [MaterialParameter("haloAlpha", [0.5])])
    }

    @Test(arguments: ["Kd 1 zero 0", "Kd 1 0", "Kd", "Ns", "Ns 1 2", "d x", "Kd 1 2 3 4 5 6 7 8 9", "d -halo"])
    func aStatementThatSaysNothingIsReportedAndLeftOut(statement: String) throws {
        let statements = try readMTL("newmtl m\n\(statement)\nPr 0.5\n")
        #expect(statements.entries[0].parameters == [MaterialParameter("roughness", [0.5])])
        #expect(statements.diagnostics.map(\.code) == ["mtl.invalid-value"])
        #expect(statements.diagnostics[0].location == .byte(9))
        #expect(statements.unknown.entries.isEmpty == ["Kd", "Ns", "d -halo"].contains(statement))
    }

    @Test func statementsBeforeTheFirstMaterialAreReported() throws {
        let statements = try readMTL("Kd 0 0 1\nNs 2\nnewmtl m\n")
        #expect(statements.entries[0].parameters.isEmpty)
        #expect(statements.diagnostics.map(\.code) == ["mtl.before-newmtl"])
        #expect(statements.diagnostics[0].count == 2)
    }

    @Test func whatNobodyKnowsIsKeptAside() throws {
        let statements = try readMTL(
            "newmtl m\nvendor_glow 3 4\nKd xyz 0.3 0.4 0.5\nKs spectral file.rfl 1\nvendor_glow 1\n")
        #expect(statements.unknown.entries.map(\.keyword) == ["mtl vendor_glow", "mtl Kd", "mtl Ks"])
        #expect(statements.unknown.entries.map(\.count) == [2, 1, 1])
        #expect(statements.entries[0].parameters.isEmpty)
    }

    // MARK: Maps

    @Test(arguments: [
        ("map_Kd", "baseColor"), ("map_kd", "baseColor"), ("map_KD", "baseColor"), ("map_Bump", "bump"),
        ("bump", "bump"),
        ("Norm", "normal"), ("norm", "normal"), ("map_d", "alpha"), ("map_opacity", "alpha"), ("map_Pr", "roughness"),
        ("map_Pm", "metallic"), ("map_Ke", "emissive"), ("disp", "displacement"), ("refl", "reflection"),
    ])
    func aMapHasItsSlot(keyword: String, slot: String) throws {
        let map = try readMTL("newmtl m\n\(keyword) my tex.png \n").entries[0].maps[0]
        #expect(map.slot == slot)
        #expect(map.options.isEmpty)
        let start = 9 + keyword.utf8.count + 1
        #expect(map.names == [MTLStatements.Name(text: "my tex.png", range: start..<start + 10)])
    }

    @Test func optionsStandBeforeTheName() throws {
        let text = "newmtl m\nmap_Kd -s 2 -o .25 .5 -t 0 -texres 256 -blendu off -mm 0.1 2 -cc on -imfchan m 2.png\n"
        let map = try readMTL(text).entries[0].maps[0]
        #expect(
            map.options == [
                TextureOption("-s", ["2"]), TextureOption("-o", [".25", ".5"]), TextureOption("-t", ["0"]),
                TextureOption("-texres", ["256"]), TextureOption("-blendu", ["off"]),
                TextureOption("-mm", ["0.1", "2"]),
                TextureOption("-cc", ["on"]), TextureOption("-imfchan", ["m"]),
            ])
        #expect(map.names.map(\.text) == ["2.png"])
    }

    @Test func theLastWordIsTheNameEvenIfItIsANumber() throws {
        let map = try readMTL("newmtl m\nmap_Kd -s 1 2 3\n").entries[0].maps[0]
        #expect(map.options == [TextureOption("-s", ["1", "2"])])
        #expect(map.names.map(\.text) == ["3"])
    }

    @Test func whatMayFollowANameIsOffered() throws {
        let map = try readMTL("newmtl m\nbump a b.png -bm 1.5 # worn\n").entries[0].maps[0]
        #expect(map.names.map(\.text) == ["a b.png -bm 1.5 # worn", "a b.png", "a b.png -bm 1.5"])
    }

    @Test func aMapWithoutANameIsReported() throws {
        #expect(try readMTL("newmtl m\nmap_Kd\n").diagnostics.map(\.code) == ["mtl.invalid-value"])
    }

    @Test func ofTwoMapsInASlotTheLastCounts() throws {
        let statements = try readMTL("newmtl m\nbump a.png\nmap_Bump b.png\n")
        #expect(statements.entries[0].maps.map { $0.names[0].text } == ["b.png"])
        #expect(statements.diagnostics.map(\.code) == ["mtl.repeated-statement"])
    }

    // MARK: Libraries in a file

    @Test func theFirstOfTwoMaterialsOfANameCounts() throws {
        let document = try readOBJ(
            "mtllib a.mtl b.mtl\n" + corners + "usemtl m\nf 1 2 3\nusemtl n\nf 1 2 3\n",
            sides: ["a.mtl": "newmtl m\nKd 1 0 0\n", "b.mtl": "newmtl m\nKd 0 1 0\nnewmtl n\n"])
        #expect(document.scene.materials.map(\.name) == ["m", "n"])
        #expect(document.scene.materials[0]["baseColor"] == [1, 0, 0])
        #expect(document.primitive().materials == [0, 1])
        #expect(document.codes == ["mtl.repeated-material"])
        #expect(document.diagnostics[0].location == .sideFile("b.mtl", .line(1, column: 1)))
    }

    @Test func aLibraryMayHaveBlanksInItsName() throws {
        let document = try readOBJ("mtllib my colours.mtl\n" + corners, sides: ["my colours.mtl": "newmtl m\n"])
        let native = try #require(document.native as? OBJDocument)
        #expect(native.libraries.map(\.name) == ["my colours.mtl"])
        #expect(
            native.mtllibStatements == [
                OBJLibraryStatement(arguments: 7..<21, names: [OBJLibraryName(name: "my colours.mtl", library: 0)])
            ])
    }

    @Test func aMissingLibraryIsReportedAndNoError() throws {
        let document = try readOBJ("mtllib a.mtl ../b.mtl\nmtllib a.mtl\n" + corners)
        #expect(document.codes == ["obj.library-missing", "obj.reference-outside"])
        #expect(document.diagnostics[0].location == .line(1, column: 8))
        let native = try #require(document.native as? OBJDocument)
        #expect(native.mtllibStatements.map { $0.names.map(\.library) } == [[nil, nil], [nil]])
    }

    @Test func imagesAreSharedByTheirNames() throws {
        let document = try readOBJ(
            "mtllib a.mtl\n" + corners,
            sides: [
                "a.mtl":
                    "newmtl m\nmap_Kd t.png\nmap_d -imfchan m t.png\nnewmtl n\nmap_Kd sub\\u.png\nmap_Ks gone.png\n",
                "t.png": "x", "sub\\u.png": "y",
            ])
        #expect(document.scene.images.map(\.uri) == ["t.png", "sub\\u.png", "gone.png"])
        #expect(document.scene.images[0].bytes == [0x78])
        #expect(document.scene.textures.map(\.image) == [0, 1, 2])
        #expect(document.scene.materials[0].textures.map(\.texture) == [0, 0])
        #expect(document.scene.materials[0].textures[1].options == [TextureOption("-imfchan", ["m"])])
        #expect(document.codes == ["texture.missing"])
        let native = try #require(document.native as? OBJDocument)
        #expect(native.libraries[0].imageReferences.map(\.range) == [16..<21, 39..<44, 61..<70, 78..<86])
        #expect(native.libraries[0].imageReferences.map(\.image) == [0, 0, 1, 2])
    }

    @Test func anImageOutsideOfTheFolderIsNotOpened() throws {
        for name in ["../../outside.png", "/etc/passwd", "sub/../../x.png", "C:\\Users\\me\\t.png"] {
            let document = try readOBJ("mtllib a.mtl\nv 0 0 0\n", sides: ["a.mtl": "newmtl m\nmap_Kd \(name)\n"])
            #expect(document.codes == ["obj.reference-outside"], "\(name)")
            #expect(document.scene.images[0].path == nil)
            #expect(document.scene.images[0].uri == name)
        }
    }

    @Test func tooManyFilesBesideTheInputAreRefused() {
        let error = #expect(throws: ReadError.self) {
            _ = try readOBJ("mtllib a.mtl\n", sides: ["a.mtl": "newmtl m\n"]) { $0.limits.sideFileCount = 0 }
        }
        #expect(error?.code == .limitExceeded)
        let size = #expect(throws: ReadError.self) {
            _ = try readOBJ("mtllib a.mtl\n", sides: ["a.mtl": "newmtl m\n"]) { $0.limits.sideFileByteCount = 8 }
        }
        #expect(size?.location == .sideFile("a.mtl", .whole))
    }

    @Test func anyBytesAreRead() throws {
        let original = Array(
            "newmtl a\nKd 1 \\\n0 0\nd -halo 0.5\nTr 0.5\nmap_Kd -s 1 2 3 -clamp on my tex.png # c\nbump -bm 1\n".utf8)
        var state: UInt64 = 42
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        for length in original.indices { _ = try MTLReader.read(Array(original[..<length])) }
        for _ in 0..<2_000 {
            var bytes = original
            for _ in 0...random(5) { bytes[random(bytes.count)] = UInt8(random(256)) }
            let statements = try MTLReader.read(bytes)
            for map in statements.entries.flatMap(\.maps) {
                for name in map.names { #expect(name.range.upperBound <= bytes.count) }
            }
        }
    }
}
