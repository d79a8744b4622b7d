import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

@Suite struct OBJElementReadingTests {
    let numbers = corners + "vt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\nvn 0 1 0\n"

    // MARK: Corners

    @Test func cornersMayHaveAnyForm() throws {
        let document = try readOBJ(numbers + "f 1/1 2 3//2\nf 1/2/1 2/3/ 3/\nf 1// 2 3\n")
        let primitive = document.primitive()
        #expect(primitive.indices == [0, 1, 2, 0, 1, 2, 0, 1, 2])
        #expect(primitive.rows(0) == [0, -1, -1, 1, 2, -1, -1, -1, -1])
        #expect(primitive.rows(1) == [-1, -1, 1, 0, -1, -1, -1, -1, -1])
        #expect(document.set.pools.map(\.semantic) == [.texCoord(0), .normal])
    }

    @Test func relativeIndicesCountFromTheirOwnLine() throws {
        let text =
            corners + "vn 0 0 1\nf -3//-1 -2//-1 -1//-1\n" + corners + "vn 0 1 0\nf -3//-1 -2//-2 -1//-1\nf 1 -1 2\n"
        for size in [1, 9, 30, 1000] {
            let primitive = try readOBJ(text, pieceByteCount: size).primitive()
            #expect(primitive.indices == [0, 1, 2, 3, 4, 5, 0, 5, 1])
            #expect(primitive.rows(0) == [0, 0, 0, 1, 0, 1, -1, -1, -1])
        }
    }

    @Test func facesMayStandBeforeTheirVertices() throws {
        #expect(try readOBJ("f 1 2 3\n" + corners).primitive().indices == [0, 1, 2])
    }

    @Test func aRowThatDoesNotExistIsNone() throws {
        let document = try readOBJ(corners + "vn 0 0 1\nf 1/1/1 2/2/1 3/3/5\nf 1//0 2//-9 3//1\n")
        #expect(document.primitive().cornerAttributes.count == 1)
        #expect(document.primitive().rows(0) == [0, 0, -1, -1, -1, 0])
        let missing = document.diagnostics.filter { $0.code == "obj.index-missing" }
        #expect(missing.map(\.count) == [3, 3])
        #expect(missing[0].location == .line(5, column: 6))
    }

    @Test func aNormalPerVertexNeedsNoIndices() throws {
        let text = corners + "vn 0 0 1\nvn 0 1 0\nvn 1 0 0\nf 1//1 2//2 3//3\nl 1 2\np 3\n"
        let document = try readOBJ(text)
        #expect(document.set.pools.isEmpty)
        #expect(document.vertexValues(.normal) == [0, 0, 1, 0, 1, 0, 1, 0, 0])
        #expect(document.primitive().cornerAttributes.isEmpty)
    }

    @Test func oneCornerWithoutItsNormalKeepsThePool() throws {
        let text = corners + "vn 0 0 1\nvn 0 1 0\nvn 1 0 0\nf 1//1 2//2 3//3\nf 1 2//2 3//3\n"
        let document = try readOBJ(text)
        #expect(document.set.attribute(.normal) == nil)
        #expect(document.primitive().rows(0) == [0, 1, 2, -1, 1, 2])
    }

    @Test func aListOfAnotherLengthStaysAPoolThatSharesTheIndices() throws {
        let document = try readOBJ(corners + "vt 0 0\nvt 1 0\nvt 0 1\nvt 5 5\nf 1/1 2/2 3/3\n")
        let primitive = document.primitive()
        #expect(primitive.rows(0) == [0, 1, 2])
        #expect(try #require(primitive.vertices).isSameView(as: try #require(primitive.cornerAttributes[0].indices)))
    }

    @Test func aCloudMayHaveNormals() throws {
        let document = try readOBJ("v 0 0 0\nvn 0 0 1\nv 1 0 0\nvn 0 1 0\n")
        #expect(document.vertexValues(.normal) == [0, 0, 1, 0, 1, 0])
        #expect(document.primitive().topology == .points)
        #expect(document.primitive().vertices == nil)
        #expect(document.primitive().elementCount == 2)
    }

    // MARK: Elements

    @Test func facesOfOneSizeAreUniformAndOthersHaveStarts() throws {
        #expect(try readOBJ(corners + "v 1 1 0\nf 1 2 4 3\nfo 3 4 2 1\n").primitive().isUniform == 4)
        let mixed = try readOBJ(corners + "v 1 1 0\nf 1 2 3\nf 1 2 4 3\nf 2 3 4\n").primitive()
        #expect(mixed.starts == [0, 3, 7, 10])
        #expect(mixed.elementCount == 3)
    }

    @Test func eachObjectHasItsOwnSizes() throws {
        let text = corners + "v 1 1 0\no a\nf 1 2 3\nf 3 2 1\no b\nf 1 2 4 3\nf 1 2 3\no c\nf 1 2 3\n"
        let document = try readOBJ(text)
        #expect(document.primitive(mesh: 0).isUniform == 3)
        #expect(document.primitive(mesh: 1).starts == [0, 4, 7])
        #expect(document.primitive(mesh: 1).indices == [0, 1, 3, 2, 0, 1, 2])
        #expect(document.primitive(mesh: 2).isUniform == 3)
        #expect(document.primitive(mesh: 2).indices == [0, 1, 2])
    }

    @Test func linesAndPointsArePrimitivesInOrderOfAppearance() throws {
        let document = try readOBJ(numbers + "l 1 2 3\np 1 3\nf 1 2 3\nl 2/1 3/2\np 2\n")
        let primitives = document.scene.meshes[0].primitives
        #expect(primitives.map(\.topology) == [.lines, .points, .polygons])
        #expect(primitives[0].indices == [0, 1, 2, 1, 2])
        #expect(primitives[0].starts == [0, 3, 5])
        #expect(primitives[0].rows(0) == [-1, -1, -1, 0, 1])
        #expect(primitives[1].indices == [0, 2, 1])
        #expect(primitives[1].isUniform == 1)
    }

    @Test func facesOfFewerThanThreeCornersAreKeptAndReported() throws {
        let document = try readOBJ(corners + "f 1 2\nf 3\nf 1 2 3\nf 1 1 2\nf\n")
        #expect(document.primitive().starts == [0, 2, 3, 6, 9])
        #expect(document.codes == ["obj.degenerate-face", "obj.repeated-vertex", "obj.element-left-out"])
        #expect(document.diagnostics.map(\.count) == [2, 1, 1])
    }

    // MARK: State

    @Test func objectsAreNodesWithTheirMeshes() throws {
        let document = try readOBJ(corners + "f 1 2 3\no two words\nf 3 2 1\no\no last\n")
        #expect(document.scene.nodes.map(\.name) == [nil, "two words", nil, "last"])
        #expect(document.scene.nodes.map(\.mesh) == [0, 1, 2, 3])
        #expect(document.scene.scenes == [SceneRoot(roots: [0, 1, 2, 3])])
        #expect(document.scene.meshes.map { $0.primitives.count } == [1, 1, 0, 0])
        #expect(document.scene.defaultScene == 0)
    }

    @Test func aCloudKeepsTheNameOfItsObject() throws {
        let document = try readOBJ("o scan\n" + corners)
        #expect(document.scene.nodes.map(\.name) == ["scan"])
        #expect(document.primitive().elementCount == 3)
    }

    @Test func namesMayHaveBlanksHashesAndAnyLetters() throws {
        let document = try readOBJ(corners + "o größe 2#3 # metres\nf 1 2 3\nusemtl  my red paint\t\nf 1 2 3\n")
        #expect(document.scene.nodes[0].name == "größe 2#3")
        #expect(document.scene.materials[0].name == "my red paint")
    }

    @Test func aNameThatIsNotUTF8IsReadAsLatin1() throws {
        let bytes = Array("o gr".utf8) + [0xF6, 0xDF] + Array("e\nv 0 0 0\n".utf8)
        let document = try OBJReader.read(.bytes(bytes, name: "a.obj"), options: ReadOptions())
        #expect(document.scene.nodes[0].name == "größe")
    }

    @Test func aFaceIsInAllGroupsOfItsLine() throws {
        let document = try readOBJ(
            corners + "f 1 2 3\ng a b a\nf 1 2 3\nf 1 2 3\ng\nf 1 2 3\ng b\nf 1 2 3\no x\nf 1 2 3\n")
        #expect(document.primitive().groups == ["a": [1..<3], "b": [1..<3, 4..<5], "default": [3..<4]])
        #expect(document.primitive().subsetFamilies[0].subsets.map(\.name) == ["a", "b", "default"])
        #expect(document.primitive(mesh: 1).groups == ["b": [0..<1]])
    }

    @Test func smoothingGroupsBelongToFaces() throws {
        let document = try readOBJ(
            corners + "f 1 2 3\ns 1\nf 1 2 3\ns off\nf 1 2 3\ns on\nf 1 2 3\ns 4294967295\nf 1 2 3\nl 1 2\n")
        let smoothing = try #require(document.primitive().elementAttributes.first)
        #expect(smoothing.semantic == .smoothingGroup)
        #expect(smoothing.values.type == .uint32)
        #expect(smoothing.values.integers() == [0, 1, 0, 1, 4_294_967_295])
        #expect(document.primitive(1).elementAttributes.isEmpty)
        #expect(try readOBJ(corners + "f 1 2 3\n").primitive().elementAttributes.isEmpty)
    }

    @Test(arguments: ["s", "s x", "s -1", "s 4294967296", "s 1.5"])
    func aSmoothingGroupThatIsNoneIsReported(statement: String) throws {
        let document = try readOBJ(corners + statement + "\nf 1 2 3\n")
        #expect(document.codes == ["obj.invalid-smoothing"])
        #expect(document.primitive().elementAttributes.isEmpty)
        #expect(document.census.allSatisfy { $0.isBalanced })
    }

    @Test func aMaterialHoldsAcrossObjectsAndGroups() throws {
        let text =
            corners
            + "usemtl red\no a\nf 1 2 3\ng b\nf 1 2 3\nusemtl blue\nf 1 2 3\nusemtl red\nf 1 2 3\no c\nf 1 2 3\n"
        let document = try readOBJ(text)
        #expect(document.scene.materials.map(\.name) == ["red", "blue"])
        #expect(document.primitive().materials == [0, 0, 1, 0])
        #expect(document.primitive(mesh: 1).materials == [0])
        #expect(document.codes == ["obj.material-missing", "obj.material-missing"])
    }

    @Test func elementsBeforeTheFirstMaterialHaveNone() throws {
        #expect(try readOBJ(corners + "f 1 2 3\nusemtl a\nf 1 2 3\n").primitive().materials == [-1, 0])
        #expect(try readOBJ(corners + "f 1 2 3\n").primitive().materials.isEmpty)
    }

    // MARK: The rest

    @Test func commentsAreMetadataInOrder() throws {
        let document = try readOBJ(
            "# one\n#two  \n#\n#   three\n# obj_info num_cols 512\n# meshconv-origin {\"v\":1}\nv 0 0 0\n")
        #expect(
            document.scene.metadata == [
                MetadataEntry(key: "comment", value: "one"), MetadataEntry(key: "comment", value: "two"),
                MetadataEntry(key: "comment", value: "  three"),
                MetadataEntry(key: "obj_info", value: "num_cols 512"),
            ])
        let native = try #require(document.native as? OBJDocument)
        #expect(native.originRecord == "meshconv-origin {\"v\":1}")
    }

    @Test func whatTheSceneHasNoWordForIsResidue() throws {
        let text =
            corners
            + "vp 0.5\ncstype bezier\ncurv 0 1 1 2 \\\n3\nend\nlod 3\ncall other.obj 1\nV 9 9 9\nlod 4\nf 1 2 3\n"
        let document = try readOBJ(text)
        #expect(
            document.residue == [
                Residue(path: "statement vp", kind: "free-form", count: 1),
                Residue(path: "statement cstype", kind: "free-form", count: 1),
                Residue(path: "statement curv", kind: "free-form", count: 1),
                Residue(path: "statement end", kind: "free-form", count: 1),
                Residue(path: "statement lod", kind: "unknown statement", count: 2),
                Residue(path: "statement call", kind: "unknown statement", count: 1),
                Residue(path: "statement V", kind: "unknown statement", count: 1),
            ])
        #expect(
            document.codes == [
                "obj.free-form", "obj.unknown-statement", "obj.unknown-statement", "obj.unknown-statement",
            ])
        #expect(document.diagnostics[0].count == 4)
        #expect(document.diagnostics[1].location == .line(9, column: 1))
        #expect(document.set.count == 3)
    }

    @Test func theCensusCountsEachStatementOnce() throws {
        let text =
            "# c\nmtllib a.mtl\n" + numbers
            + "o a\ng x\ns 1\nusemtl m\nf 1 2 3\nfo 1 2 3\nl 1 2 # d\np 1 2\nvp 0\nzzz\n#MRGB ff000000ff000000ff000000\n"
        let document = try readOBJ(text)
        let counts = Dictionary(uniqueKeysWithValues: document.census.map { ($0.kind, $0.count) })
        #expect(
            counts == [
                "comment": 2, "mtllib": 1, "v": 3, "vt": 3, "vn": 2, "o": 1, "g": 1, "s": 1, "usemtl": 1, "f": 1,
                "fo": 1, "l": 1, "p": 1, "vp": 1, "zzz": 1, "#MRGB": 1,
            ])
        #expect(document.census.allSatisfy { $0.isBalanced })
    }
}
