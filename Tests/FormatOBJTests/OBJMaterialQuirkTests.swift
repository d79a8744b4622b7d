import FormatOBJ
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct OBJMaterialQuirkTests {
    private func read(_ mtl: String, use: String = "red", others: [String: String] = [:]) throws -> Document {
        var files = others
        files["a.mtl"] = mtl
        return try OBJSample.read("mtllib a.mtl\n\(OBJSample.triangle)usemtl \(use)\nf 1 2 3\n", sideFiles: files)
    }

    private func red(_ mtl: String, others: [String: String] = [:]) throws -> SceneMaterial? {
        try read("newmtl red\n" + mtl, others: others).scene.materials.first
    }

    @Test func readsTheClassicModel() throws {
        let material = try red(
            "Ka 0 0 0\nKd 0.8 0.25 1\nKs 1 1 1\nKe 0 0.5 0\nNs 96.078431\nNi 1.45\nd 0.5\nTf 1 1 1\nillum 2\n")
        #expect(material?.name == "red")
        #expect(material?["Ka"] == [0, 0, 0])
        #expect(material?["baseColor"] == [0.8, 0.25, 1])
        #expect(material?["Ks"] == [1, 1, 1])
        #expect(material?["emissive"] == [0, 0.5, 0])
        #expect(material?["Ns"] == [96.078431])
        #expect(material?["Ni"] == [1.45])
        #expect(material?["alpha"] == [0.5])
        #expect(material?["Tf"] == [1, 1, 1])
        #expect(material?["illum"] == [2])
    }

    @Test func readsTheExtensionForPhysicallyBasedLooks() throws {
        let material = try red("Pr 0.25\nPm 1\nPs 0.5\nPc 0.75\nPcr 0.1\naniso 0.2\nanisor 0.3\n")
        let names = [
            "roughness", "metallic", "sheen", "clearcoat", "clearcoatRoughness", "anisotropy", "anisotropyRotation",
        ]
        #expect(names.map { material?[$0] } == [[0.25], [1], [0.5], [0.75], [0.1], [0.2], [0.3]])
    }

    @Test func acceptsTabsAndCarriageReturns() throws {
        let document = try read("newmtl red\r\n\tKd .9 .1 .2\r\n\td 1\r\n")
        #expect(document.scene.materials.first?.name == "red")
        #expect(document.scene.materials.first?["baseColor"] == [0.9, 0.1, 0.2])
    }

    @Test func takesOneNumberAsGrey() throws {
        #expect(try red("Kd 0.5\n")?["baseColor"] == [0.5, 0.5, 0.5])
    }

    @Test func takesTransparencyAsOneMinusOpacity() throws {
        #expect(try red("Tr 0.75\n")?["alpha"] == [0.25])
        #expect(try red("Tr 0.1\n")?["alpha"] == [0.9])
        let both = try read("newmtl red\nTr 0.75\nd 0.5\n")
        #expect(both.scene.materials.first?["alpha"] == [0.5])
        #expect(!both.diagnostics.isEmpty)
    }

    @Test func takesTransparencyOfOldMeshLabAsOpacity() throws {
        let document = try read("# Converted by Meshlab Group\nnewmtl red\nTr 1\n")
        #expect(document.scene.materials.first?["alpha"] == [1])
    }

    @Test func readsHaloApartFromAlpha() throws {
        let material = try red("d -halo 0.5\n")
        #expect(material?["haloAlpha"] == [0.5])
        #expect(material?["alpha"] == nil)
    }

    @Test func ignoresWhatStandsBeforeTheFirstMaterial() throws {
        let document = try read("Kd 1 1 1\nnewmtl red\n")
        #expect(document.scene.materials.first?.parameters.isEmpty == true)
    }

    @Test(arguments: [
        ("map_Kd my tex.png", "baseColor", "my tex.png", []), ("MAP_KD t.png", "baseColor", "t.png", []),
        ("map_Kd -s 2 2 1 -o .5 0 0 -clamp on t.png", "baseColor", "t.png", ["-s 2 2 1", "-o .5 0 0", "-clamp on"]),
        ("map_Kd -s 2 t.png", "baseColor", "t.png", ["-s 2"]),
        ("map_d -imfchan l t.png", "alpha", "t.png", ["-imfchan l"]),
        ("map_Bump -bm 0.5 t.png", "bump", "t.png", ["-bm 0.5"]), ("bump t.png", "bump", "t.png", []),
        ("norm t.png", "normal", "t.png", []), ("Norm t.png", "normal", "t.png", []),
        ("map_Pr t.png", "roughness", "t.png", []), ("map_Pm t.png", "metallic", "t.png", []),
        ("map_Ke -mm 0 1 t.png", "emissive", "t.png", ["-mm 0 1"]), ("disp t.png", "displacement", "t.png", []),
        ("map_opacity t.png", "alpha", "t.png", []), ("map_Kd a#b.png", "baseColor", "a#b.png", []),
    ])
    func readsMaps(line: String, slot: String, name: String, options: [String]) throws {
        let document = try read("newmtl red\n\(line)\n", others: [name: "x"])
        let found = document.scene.materials.first?.textures.first
        #expect(found?.slot == slot)
        #expect(found?.options.map { ([$0.name] + $0.words).joined(separator: " ") } == options)
        #expect(document.scene.images.map(\.uri) == [name])
        #expect(document.scene.images.first?.bytes == [0x78])
    }

    @Test func sharesImagesByName() throws {
        let material = try read("newmtl red\nmap_Kd t.png\nmap_Ks t.png\nmap_d u.png\n")
        #expect(material.scene.images.map(\.uri) == ["t.png", "u.png"])
        #expect(material.scene.textures.map(\.image) == [0, 1])
    }

    @Test func saysThatATextureIsMissing() throws {
        let document = try read("newmtl red\nmap_Kd nowhere-to-be-found.png\n")
        #expect(document.scene.images.first?.path == nil)
        #expect(document.diagnostics.contains { $0.severity != .note && $0.code == "texture.missing" })
    }

    @Test(arguments: ["../secret.png", "/etc/hostname", "a/../../b.png", "..\\secret.png"])
    func looksAtNothingOutsideOfTheFolder(name: String) throws {
        let document = try read("newmtl red\nmap_Kd \(name)\n")
        #expect(document.scene.images.first?.path == nil)
        #expect(document.scene.images.first?.uri == name)
        #expect(document.diagnostics.contains { $0.severity != .note })
    }

    @Test func keepsStatementsThatItDoesNotKnowApart() throws {
        let document = try read("newmtl red\nKd 1 1 1\nmap_aat on\nKd xyz 1 1 1\nfoo 1\n")
        #expect(document.residue.map(\.path).contains("mtl foo"))
        #expect(document.residue.map(\.path).contains("mtl map_aat"))
    }

    @Test func aBrokenNumberIsToldAndDoesNotKeepTheShapeFromBeingRead() throws {
        let document = try read("newmtl red\nKd 1 x 1\nNs 5\n")
        #expect(document.elements(.polygons) == [[0, 1, 2]])
        #expect(document.scene.materials.first?["Ns"] == [5])
        #expect(document.diagnostics.contains { $0.severity != .note && $0.location.text.hasPrefix("a.mtl:2") })
    }

    // MARK: Libraries

    @Test func readsSeveralLibrariesOfOneStatementAndOfSeveral() throws {
        let text = "mtllib a.mtl b.mtl\nmtllib c.mtl\n\(OBJSample.triangle)usemtl y\nf 1 2 3\n"
        let document = try OBJSample.read(
            text, sideFiles: ["a.mtl": "newmtl x\nNs 1\n", "b.mtl": "newmtl y\nNs 2\n", "c.mtl": "newmtl y\nNs 3\n"])
        guard case .one(let index) = document.scene.meshes[0].primitives[0].material else {
            Issue.record("no material")
            return
        }
        #expect(document.scene.materials[index].name == "y")
        #expect(document.scene.materials[index]["Ns"] == [2])
    }

    @Test func readsALibraryWhoseNameHasBlanks() throws {
        let document = try OBJSample.read(
            "mtllib my file.mtl\n\(OBJSample.triangle)usemtl my red paint\nf 1 2 3\n",
            sideFiles: ["my file.mtl": "newmtl my red paint\nKd 1 0 0\n"])
        #expect(document.scene.materials.map(\.name) == ["my red paint"])
        #expect(document.scene.materials.first?["baseColor"] == [1, 0, 0])
    }

    @Test func aMissingLibraryIsAWordAndNoError() throws {
        let document = try OBJSample.read("mtllib nowhere.mtl\n\(OBJSample.triangle)usemtl red\nf 1 2 3\n")
        #expect(document.diagnostics.filter { $0.severity != .note }.count >= 1)
        #expect(document.scene.materials.map(\.name) == ["red"])
        #expect(document.scene.materials.first?.parameters.isEmpty == true)
    }

    @Test func takesNoNameForTheCommentBehindIt() throws {
        let document = try read("newmtl red # a comment\nKd 1 0 0\nnewmtl Color_#FF\nKd 0 0 1\n", use: "red")
        #expect(document.scene.materials.map(\.name) == ["red", "Color_#FF"])
        #expect(document.scene.materials.first?["baseColor"] == [1, 0, 0])
    }

    @Test func alteredLibrariesNeverKeepAShapeFromBeingReadOrEndTheProcess() throws {
        let mtl = Array(
            "# x\nnewmtl red\n\tKd 1 0.5 .25\r\nd -halo 0.5\nTr 0.5\nmap_Kd -s 1 2 3 -o 0 a b.png\nPr 0.1\n".utf8)
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for length in 0...mtl.count {
            _ = try read(String(decoding: mtl[..<length], as: UTF8.self))
        }
        for _ in 0..<800 {
            var altered = mtl
            for _ in 0..<1 + Int(next() % 3) {
                let place = Int(next() % UInt64(altered.count))
                switch next() % 3 {
                case 0: altered[place] = UInt8(truncatingIfNeeded: next())
                case 1: altered.remove(at: place)
                default:
                    altered.insert(
                        contentsOf: Array(["-", "\\\n", "\0", "-s", "1e999"][Int(next() % 5)].utf8), at: place)
                }
            }
            var reading = ReadOptions()
            reading.sideFiles["a.mtl"] = .bytes(altered)
            let text = "mtllib a.mtl\n\(OBJSample.triangle)usemtl red\nf 1 2 3\n"
            let document = try OBJFormat().read(Input.bytes(Array(text.utf8), name: "sample.obj"), options: reading)
            #expect(document.elements(.polygons) == [[0, 1, 2]])
        }
    }
}
