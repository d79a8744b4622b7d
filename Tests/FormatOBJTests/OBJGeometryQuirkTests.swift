import FormatOBJ
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct OBJGeometryQuirkTests {
    private let triangle = OBJSample.triangle

    @Test(arguments: ["\n", "\r\n", "\r"])
    func readsEveryLineEnd(end: String) throws {
        let text = (triangle + "f 1 2 3\nf 3 2 1").replacing("\n", with: end)
        let document = try OBJSample.read(text)
        #expect(document.vertexValues(.position) == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(document.elements(.polygons) == [[0, 1, 2], [2, 1, 0]])
    }

    @Test func readsByteOrderMarkTabsAndLeadingBlanks() throws {
        let document = try OBJSample.read("\u{FEFF}v\t0  0 \t0\n\t v 1 0 0  \n   v 0 1 0\n \n\n f\t1  2\t3 ")
        #expect(document.elements(.polygons) == [[0, 1, 2]])
    }

    @Test(arguments: ["\n", "\r\n"])
    func joinsLinesBehindABackslash(end: String) throws {
        let document = try OBJSample.read(triangle + "f 1 \\\(end) 3 \\\(end)2\nv 5 \\\(end)6 7\nf\\\(end) 1 2 4")
        #expect(document.elements(.polygons) == [[0, 2, 1], [0, 1, 3]])
        #expect(document.vertexValues(.position)?.suffix(3) == [5, 6, 7])
    }

    @Test func endsAStatementAtAComment() throws {
        let document = try OBJSample.read("v 0 0 0 # first\nv 1 0 0#second\nv 0 1 0\nf 1 2 3 # face\n#last")
        #expect(document.elements(.polygons) == [[0, 1, 2]])
        #expect(document.scene.metadata.map(\.value) == ["first", "second", "face", "last"])
    }

    @Test func countsNegativeIndicesFromTheirLine() throws {
        let document = try OBJSample.read(
            triangle + "f -3 -2 -1\nv 0 0 1\nf -4 -2 -1\nvt 0 0\nvt 1 0\nf 1/-1 2/-2 -1/1")
        #expect(document.elements(.polygons) == [[0, 1, 2], [0, 2, 3], [0, 1, 3]])
        #expect(document.rows(.texCoord(0)) == [-1, -1, -1, -1, -1, -1, 1, 0, 0])
    }

    @Test func resolvesFacesBeforeTheirVertices() throws {
        #expect(try OBJSample.read("f 1 2 3\n" + triangle).elements(.polygons) == [[0, 1, 2]])
    }

    @Test(arguments: [
        ("f 0 1 2", 4, 3, ReadError.Code.invalidIndex), ("f 1 2 99", 4, 7, .invalidIndex),
        ("f 1 2 -4", 4, 7, .invalidIndex), ("f 1 2 x", 4, 7, .invalidValue), ("f 1 2 3x", 4, 7, .invalidValue),
        ("v 1 2", 4, 1, .invalidValue), ("v 1 2 three", 4, 7, .invalidValue), ("v 1,5 2 3", 4, 3, .invalidValue),
        ("vn 1 2", 4, 1, .invalidValue), ("f 1 2 99999999999999999999", 4, 7, .invalidIndex),
    ])
    func refusesWithLineAndColumn(line: String, row: Int, column: Int, code: ReadError.Code) {
        let error = #expect(throws: ReadError.self) { try OBJSample.read(triangle + line + "\n") }
        #expect(error?.code == code)
        guard case .line(let foundRow, let foundColumn)? = error?.location else {
            Issue.record("no line: \(String(describing: error))")
            return
        }
        #expect(foundRow == row)
        // The error points at the statement or at the word.
        #expect(foundColumn == column || foundColumn == 1)
    }

    @Test func leavesOutElementsWithoutVerticesWhenLenient() throws {
        let document = try OBJSample.read(
            triangle + "f 0 1 2\nf 1 2 3\nf 1 2 99\nl 1 7\nl 1 2\np 9 1\n", lenient: true)
        #expect(document.elements(.polygons) == [[0, 1, 2]])
        #expect(document.elements(.lines) == [[0, 1]])
        #expect(document.elements(.points) == [[0]])
        #expect(document.diagnostics.contains { $0.severity != .note && $0.count == 4 })
    }

    @Test func readsEachFormOfCorner() throws {
        let lists = triangle + "vt 0 0\nvt 1 0\nvn 0 0 1\nvn 0 1 0\n"
        for (face, uv, normal) in [
            ("f 1/2 2/1 3/1", [1, 0, 0], nil), ("f 1//2 2//1 3//1", nil, [1, 0, 0]),
            ("f 1/1/2 2/2/1 3/1/1", [0, 1, 0], [1, 0, 0]), ("f 1/1/ 2/2/ 3/1/", [0, 1, 0], nil),
            ("f 1// 2// 3//", nil, nil), ("f 1/ 2/ 3/", nil, nil), ("f 1/1 2 3//2", [0, -1, -1], [-1, -1, 1]),
        ] as [(String, [Int]?, [Int]?)] {
            let document = try OBJSample.read(lists + face)
            #expect(document.rows(.texCoord(0)) == uv, "\(face)")
            #expect(document.rows(.normal) == normal, "\(face)")
        }
    }

    @Test func givesNormalsToVerticesWhenEachCornerHasThatOfItsVertex() throws {
        let normals = "vn 0 0 1\nvn 0 1 0\nvn 1 0 0\n"
        let same = try OBJSample.read(triangle + normals + "f 1//1 2//2 3//3\nl 1 2\n")
        #expect(same.vertexValues(.normal) == [0, 0, 1, 0, 1, 0, 1, 0, 0])
        #expect(same.scene.vertexSets[0].pools.isEmpty)
        let other = try OBJSample.read(triangle + normals + "f 1//1 2//2 3//3\nf 1//2 2//2 3//3\n")
        #expect(other.pool(.normal)?.count == 3)
        #expect(other.rows(.normal) == [0, 1, 2, 1, 1, 2])
        let bare = try OBJSample.read(triangle + normals + "f 1//1 2//2 3//3\nf 1 2 3\n")
        #expect(bare.rows(.normal) == [0, 1, 2, -1, -1, -1])
        #expect(try OBJSample.read(triangle + normals).vertexValues(.normal)?.count == 9)
    }

    @Test func dropsIndicesOfListsThatAreMissing() throws {
        let document = try OBJSample.read(triangle + "f 1/1 2/2 3/3")
        #expect(document.rows(.texCoord(0)) == nil)
        #expect(
            document.diagnostics.contains {
                $0.severity != .note && $0.count == 3 && $0.location.text == "4:5"
                    || $0.location.text.hasPrefix("4:")
            })
    }

    @Test func keepsLinesPointsAndOldFaces() throws {
        let document = try OBJSample.read(triangle + "l 1 2 3\np 1 2\np 3\nfo 1 2 3\n")
        #expect(document.elements(.lines) == [[0, 1, 2]])
        #expect(document.elements(.points) == [[0], [1], [2]])
        #expect(document.elements(.polygons) == [[0, 1, 2]])
        #expect(document.scene.meshes[0].primitives.map(\.topology) == [.lines, .points, .polygons])
    }

    @Test func keepsFacesOfTwoCornersWithAWord() throws {
        let document = try OBJSample.read(triangle + "f 1 2\nf 1 2 3\n")
        #expect(document.elements(.polygons) == [[0, 1], [0, 1, 2]])
        #expect(document.warnings("obj.degenerate-face") == 1)
        let repeated = try OBJSample.read(triangle + "f 1 1 1\n")
        #expect(!repeated.diagnostics.isEmpty)
    }

    @Test func takesVerticesWithoutElementsAsACloud() throws {
        let document = try OBJSample.read(triangle)
        #expect(document.elements(.points) == [[0], [1], [2]])
        #expect(document.scene.hasImplicitHierarchy)
    }

    @Test func takesNoBytesAndCommentsAloneAsAnEmptyScene() throws {
        #expect(try OBJSample.read("").scene.meshes.isEmpty)
        #expect(try OBJSample.read("# nothing\n\n").scene.meshes.isEmpty)
    }

    // MARK: Numbers

    @Test func readsEveryFormOfNumber() throws {
        let document = try OBJSample.read("v +1.0 .5 5.\nv -0 1e3 1E-2\nv 3e+2 00012 -.25\n")
        #expect(document.vertexValues(.position) == [1, 0.5, 5, -0.0, 1000, Double(Float(0.01)), 300, 12, -0.25])
        #expect(document.vertexValues(.position)?[3].sign == .minus)
        let ugly = try OBJSample.read("v nan inf -inf\n")
        #expect(ugly.vertexValues(.position)?[0].isNaN == true)
        #expect(ugly.vertexValues(.position)?.suffix(2) == [.infinity, -.infinity])
    }

    @Test(arguments: [
        ("0.1", ScalarType.float32), ("0.10000000149011612", .float64), ("1e-300", .float64), ("16777216", .float32),
        ("448262.12345678", .float64), ("0.30000001", .float64), ("0.12345679", .float32), ("1234567.8", .float32),
    ])
    func takesAListAsFloat32OnlyIfEachNumberHasItsShortestDigits(number: String, type: ScalarType) throws {
        let document = try OBJSample.read("v 0 0 0\nv 0 \(number) 0\nv 0.1 0 0\n")
        let positions = document.scene.vertexSets[0].attribute(.position)
        #expect(positions?.values.type == type)
        // The value of the digits, in the type of the list.
        let spelled = Double(number) ?? .nan
        #expect(document.vertexValues(.position)?[4] == (type == .float32 ? Double(Float(spelled)) : spelled))
        #expect(document.vertexValues(.position)?[6] == (type == .float32 ? Double(Float(0.1)) : 0.1))
    }

    @Test func decidesTheTypeOfEachListByItself() throws {
        let document = try OBJSample.read(
            "v 0.123456789012 0 0 0.1 0.2 0.3\nv 1 0 0 1 1 1\nvn 0.1 0.2 0.3\nvt 0.123456789012 0\nf 1/1/1 2/1/1 1/1/1\n"
        )
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.type == .float64)
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.values.type == .float32)
        #expect(document.pool(.normal)?.values.type == .float32)
        #expect(document.pool(.texCoord(0))?.values.type == .float64)
    }

    // MARK: Colours and weights

    @Test func keepsColoursFromZeroToOne() throws {
        let document = try OBJSample.read("v 0 0 0 0.1 0.5 1\nv 1 0 0 0 0 0\n")
        let colors = document.scene.vertexSets[0].attribute(.color(0))
        #expect(colors?.values.components == 3)
        #expect(colors?.normalized == false)
        #expect(colors?.frame == .srgb)
        #expect(colors?.values.doubles() == [Double(Float(0.1)), 0.5, 1, 0, 0, 0])
    }

    @Test func takesWholeNumbersUpTo255AsBytes() throws {
        let document = try OBJSample.read("v 0 0 0 200 100 50\nv 1 0 0 0 1 255\n")
        let colors = document.scene.vertexSets[0].attribute(.color(0))
        #expect(colors?.values.type == .uint8)
        #expect(colors?.normalized == true)
        #expect(colors?.values.integers() == [200, 100, 50, 0, 1, 255])
        #expect(!document.diagnostics.isEmpty)
    }

    @Test func readsSevenNumbersAsColourWithAlpha() throws {
        let document = try OBJSample.read("v 0 0 0 0.1 0.2 0.3 0.5\nv 0 0 0 0.1 0.2 0.3 1\n")
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.values.components == 4)
        #expect(document.vertexValues(.color(0))?[3] == 0.5)
    }

    @Test func givesWhiteToVerticesWithoutColourAndSaysHowMany() throws {
        let document = try OBJSample.read("v 0 0 0\nv 1 0 0 0.5 0.5 0.5\nv 2 0 0\n")
        #expect(document.vertexValues(.color(0)) == [1, 1, 1, 0.5, 0.5, 0.5, 1, 1, 1])
        #expect(document.diagnostics.contains { $0.severity != .note && $0.count == 2 })
        let bytes = try OBJSample.read("v 0 0 0\nv 1 0 0 200 100 50\n")
        #expect(bytes.scene.vertexSets[0].attribute(.color(0))?.values.integers() == [255, 255, 255, 200, 100, 50])
    }

    @Test func readsPaintedColours() throws {
        let document = try OBJSample.read(triangle + "#MRGB ffc86432ff000000\n#MRGB ff0102ff\nf 1 2 3\n")
        let colors = document.scene.vertexSets[0].attribute(.color(0))
        #expect(colors?.values.integers() == [200, 100, 50, 0, 0, 0, 1, 2, 255])
        #expect(document.scene.metadata.isEmpty)
    }

    @Test func keepsWeightsThatSaySomething() throws {
        #expect(try OBJSample.read("v 0 0 0 1.0\nv 1 0 0 1\n").vertexValues(.weight) == nil)
        #expect(try OBJSample.read("v 0 0 0\nv 1 0 0 0.5\nv 1 0 0 1\n").vertexValues(.weight) == [1, 0.5, 1])
    }

    @Test func keepsAsManyTextureComponentsAsThereAre() throws {
        let one = try OBJSample.read(triangle + "vt 0.5\nf 1/1 2/1 3/1\n")
        #expect(one.pool(.texCoord(0))?.values.components == 1)
        let three = try OBJSample.read(triangle + "vt 0.5\nvt 0.5 0.25 0\nf 1/1 2/2 3/1\n")
        #expect(three.pool(.texCoord(0))?.values.components == 3)
        #expect(three.pool(.texCoord(0))?.values.doubles() == [0.5, 0, 0, 0.5, 0.25, 0])
        #expect(three.pool(.texCoord(0))?.frame == .bottomLeftUV)
    }

    // MARK: State

    @Test func putsFacesIntoAllGroupsOfTheirStatement() throws {
        let document = try OBJSample.read(
            triangle + "f 1 2 3\ng a b\nf 1 2 3\nf 1 2 3\ng b\nf 1 2 3\ng\nf 1 2 3\ng a\n")
        let family = document.scene.meshes[0].primitives[0].subsetFamilies.first
        #expect(family?.name == "groups")
        #expect(
            family?.subsets == [
                Subset(name: "a", ranges: [1..<3]), Subset(name: "b", ranges: [1..<4]),
                Subset(name: "default", ranges: [4..<5]),
            ])
    }

    @Test func startsANodeAtEachObject() throws {
        let document = try OBJSample.read(triangle + "f 1 2 3\no sofa\nf 1 2 3\nl 1 2\no größe 2\nf 3 2 1\n")
        #expect(document.scene.nodes.map(\.name) == [nil, "sofa", "größe 2"])
        #expect(
            document.scene.meshes.map { $0.primitives.map(\.topology) } == [
                [.polygons], [.polygons, .lines], [.polygons],
            ])
        #expect(document.scene.vertexSets.count == 1)
    }

    @Test func readsLatin1Names() throws {
        let document = try OBJSample.read(
            bytes: Array((triangle + "o gr").utf8) + [0xFC, 0x6E] + Array("\nf 1 2 3".utf8))
        #expect(document.scene.nodes.map(\.name) == ["grün"])
    }

    @Test func keepsSmoothingGroups() throws {
        let document = try OBJSample.read(
            triangle + "s 3\nf 1 2 3\ns off\nf 1 2 3\ns on\nf 1 2 3\ns 4294967295\nf 1 2 3\ns 0\nf 1 2 3\n")
        let smoothing = document.scene.meshes[0].primitives[0].elementAttributes.first
        #expect(smoothing?.semantic == .smoothingGroup)
        #expect(smoothing?.values.integers() == [3, 0, 1, 4_294_967_295, 0])
        #expect(try OBJSample.read(triangle + "f 1 2 3").scene.meshes[0].primitives[0].elementAttributes.isEmpty)
    }

    @Test func materialsHoldAcrossObjectsAndGroups() throws {
        let document = try OBJSample.read(
            triangle + "f 1 2 3\nusemtl my red paint \nf 1 2 3\no b\ng c\nf 1 2 3\n")
        #expect(document.scene.materials.map(\.name) == ["my red paint"])
        guard case .perElement(let column) = document.scene.meshes[0].primitives[0].material,
            case .one(0) = document.scene.meshes[1].primitives[0].material
        else {
            Issue.record("other bindings")
            return
        }
        #expect(column.integers() == [-1, 0])
    }

    @Test func takesNoNameForTheCommentBehindIt() throws {
        let document = try OBJSample.read(triangle + "usemtl red # the red one\no sofa # mine\ng a # b\nf 1 2 3\n")
        #expect(document.scene.materials.map(\.name) == ["red"])
        #expect(document.scene.nodes.map(\.name) == ["sofa"])
        #expect(document.scene.meshes[0].primitives[0].subsetFamilies.first?.subsets.map(\.name) == ["a"])
    }

    @Test func keepsWhatItDoesNotKnowApart() throws {
        let document = try OBJSample.read(
            triangle + "lod 3\ncstype bezier\ndeg 3\ncurv 0 1 1 2 3\nend\ncall x.obj\nmg 1 0.5\nV 1 2 3\nf 1 2 3\n")
        #expect(document.elements(.lines).isEmpty)
        #expect(document.recordCount("v") == 3)
        let kept = Dictionary(uniqueKeysWithValues: document.residue.map { ($0.path, $0.kind) })
        #expect(kept["statement curv"] == "free-form")
        #expect(kept["statement lod"] == "unknown statement")
        #expect(kept["statement call"] == "unknown statement")
        #expect(kept["statement V"] == "unknown statement")
        #expect(!document.diagnostics.isEmpty)
        #expect(document.census.filter { !$0.isBalanced }.isEmpty)
    }

    @Test func keepsCommentsInOrder() throws {
        let document = try OBJSample.read("# one\n#\n#two  \n# obj_info num_cols 512\n" + triangle)
        #expect(
            document.scene.metadata == [
                MetadataEntry(key: "comment", value: "one"), MetadataEntry(key: "comment", value: "two"),
                MetadataEntry(key: "obj_info", value: "num_cols 512"),
            ])
    }

    @Test func aBackslashAtTheEndOfACommentJoinsNothing() throws {
        let document = try OBJSample.read("# c:\\scan\\\n" + triangle + "f 1 2 3\n")
        #expect(document.recordCount("v") == 3)
    }
}
