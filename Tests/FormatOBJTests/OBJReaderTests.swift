import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

@Suite struct OBJReaderTests {
    // MARK: Lines

    @Test(arguments: ["\n", "\r\n", "\r"])
    func anyLineEndEndsALine(end: String) throws {
        let text = (corners + "f 1 2 3\n").split(separator: "\n").joined(separator: end)
        let document = try readOBJ(text)
        #expect(document.set.count == 3)
        #expect(document.primitive().indices == [0, 1, 2])
    }

    @Test func aByteOrderMarkBlanksAndTabsSayNothing() throws {
        let document = try readOBJ("\u{FEFF}v 0 0 0\n  v\t1 0   0  \n\tv 0 1 0\n\n   \n f  1\t2 3 ")
        #expect(document.vertexValues(.position) == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(document.primitive().indices == [0, 1, 2])
        #expect(document.diagnostics.isEmpty)
    }

    @Test(arguments: ["f 1 \\\n 2 \\\n 3\n", "f 1 \\\r\n 2 \\\r\n 3\r\n", "f \\\n1 2 3", "f\\\n 1 2 3", "f 1 2 3 \\"])
    func aBackslashAtTheEndJoinsLines(face: String) throws {
        #expect(try readOBJ(corners + face).primitive().indices == [0, 1, 2])
    }

    @Test func aPositionMayGoOnInTheNextLine() throws {
        #expect(try readOBJ("v 1 \\\n2 \\\n3\n").vertexValues(.position) == [1, 2, 3])
    }

    @Test func aCommentThatEndsInABackslashJoinsNothing() throws {
        #expect(try readOBJ("# C:\\room\\\n" + corners).set.count == 3)
    }

    @Test func commentsMayFollowData() throws {
        let document = try readOBJ("v 0 0 0# a\nv 1 0 0 # b\nv 0 1 0 #c\nf 1 2 3 # d\ns 1 # e\n")
        #expect(document.primitive().indices == [0, 1, 2])
        #expect(document.scene.metadata.map(\.value) == ["a", "b", "c", "d", "e"])
    }

    // MARK: Numbers

    @Test func numbersOfFewDigitsAreFloat32() throws {
        #expect(try readOBJ("v 0.1 -2.996844 1e-3\n").set.attributes[0].values.type == .float32)
    }

    @Test func oneNumberOfMoreDigitsMakesTheListFloat64() throws {
        let document = try readOBJ("v 0.1 0.2 3\nv 500000.123 4500000.25 1\nv 0.3 0 0\nvn 0.1 0 0\n")
        #expect(document.set.attributes[0].values.type == .float64)
        #expect(document.vertexValues(.position) == [0.1, 0.2, 3, 500000.123, 4500000.25, 1, 0.3, 0, 0])
        #expect(document.set.pools[0].values.type == .float32)
    }

    @Test func numbersMayBeSpelledInAnyUsualWay() throws {
        let document = try readOBJ("v +1.0 .5 5.\nv -0 1E+2 1e-300\n")
        #expect(document.vertexValues(.position) == [1, 0.5, 5, 0, 100, 1e-300])
        #expect(document.vertexValues(.position)?[3].sign == .minus)
    }

    @Test func aFourthNumberIsAWeight() throws {
        let document = try readOBJ("v 0 0 0\nv 1 0 0 0.5\nv 0 1 0 1\nv 0 0 1\n")
        #expect(document.vertexValues(.weight) == [1, 0.5, 1, 1])
        #expect(document.set.attribute(.color(0)) == nil)
    }

    @Test func weightsOfOneSayNothing() throws {
        #expect(try readOBJ("v 0 0 0 1\nv 1 0 0 1.0\n").set.attributes.count == 1)
    }

    @Test func threeMoreNumbersAreAColour() throws {
        let document = try readOBJ("v 0 0 0 1 0.5 0.25\nv 1 0 0 0 1 0\n")
        let colors = try #require(document.set.attribute(.color(0)))
        #expect(colors.values.doubles() == [1, 0.5, 0.25, 0, 1, 0])
        #expect(colors.values.type == .float32)
        #expect(colors.frame == .srgb)
        #expect(!colors.normalized)
        #expect(document.diagnostics.isEmpty)
    }

    @Test func sevenNumbersEndInAlpha() throws {
        let document = try readOBJ("v 0 0 0 1 0.5 0.25\nv 1 0 0 0 1 0 0.5\n")
        #expect(document.vertexValues(.color(0)) == [1, 0.5, 0.25, 1, 0, 1, 0, 0.5])
        #expect(document.codes == ["obj.seven-numbers"])
        #expect(document.diagnostics[0].location == .line(2, column: 1))
    }

    @Test func verticesWithoutAColourAreWhite() throws {
        let document = try readOBJ("v 9 9 9\nv 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0 0 0 1\nv 5 5 5\n")
        #expect(document.vertexValues(.color(0)) == [1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1])
        #expect(document.codes == ["obj.color-missing"])
        #expect(document.diagnostics[0].count == 3)
    }

    @Test func wholeColoursTo255AreCodes() throws {
        let document = try readOBJ("v 0 0 0 200 100 50\nv 1 0 0\n")
        let colors = try #require(document.set.attribute(.color(0)))
        #expect(colors.values.type == .uint8)
        #expect(colors.normalized)
        #expect(colors.values.doubles() == [200, 100, 50, 255, 255, 255])
        #expect(document.codes.sorted() == ["obj.color-missing", "obj.color-range"])
    }

    @Test func otherColoursTo255AreDividedOnce() throws {
        let document = try readOBJ("v 0 0 0 127.5 255 51\n")
        let colors = try #require(document.set.attribute(.color(0)))
        #expect(colors.values.type == .float64)
        #expect(colors.values.doubles() == [0.5, 1, 0.2])
    }

    @Test func coloursThatOvershootALittleStayAsTheyAre() throws {
        let document = try readOBJ("v 0 0 0 1.02 0.5 -0.01\n")
        #expect(document.vertexValues(.color(0)) == [1.02, 0.5, -0.01].map { Double(Float($0)) })
        #expect(document.codes == ["obj.color-range"])
    }

    @Test func paintedCommentsAreColours() throws {
        let document = try readOBJ(corners + "#MRGB ffc86432ff00ff00\n#MRGB 800000FF\n")
        let colors = try #require(document.set.attribute(.color(0)))
        #expect(colors.values.doubles() == [200, 100, 50, 0, 255, 0, 0, 0, 255])
        #expect(colors.normalized)
        #expect(document.residue == [Residue(path: "comment MRGB", kind: "mask", count: 1)])
        #expect(document.scene.metadata.isEmpty)
    }

    @Test func textureCoordinatesHaveAsManyNumbersAsTheWidest() throws {
        let document = try readOBJ("vt 0.5\nvt 0.25 0.75\nvt 1 2 3\n")
        #expect(document.set.pools[0].values.components == 3)
        #expect(document.set.pools[0].values.doubles() == [0.5, 0, 0, 0.25, 0.75, 0, 1, 2, 3])
        #expect(document.set.pools[0].frame == .bottomLeftUV)
        #expect(try readOBJ("vt 0.5\nvt 1\n").set.pools[0].values.components == 1)
    }

    @Test func numbersThatAreNotFiniteAreKeptAndReported() throws {
        let document = try readOBJ("v nan 0 0\nv 0 0 0\nv 0 -inf 0\n")
        #expect(document.codes == ["obj.non-finite"])
        #expect(document.diagnostics[0].count == 2)
        #expect(document.vertexValues(.position)?[0].isNaN == true)
        #expect(document.vertexValues(.position)?[7] == -.infinity)
    }

    // MARK: What can't be read

    @Test(arguments: [
        ("v 0 0\n", "1:1"), ("v\n", "1:1"), ("v 0 0 0 1 1\n", "1:1"), ("v 0 0 0 1 0 0 1 5\n", "1:1"),
        ("v 0 0 0 1 2 3 4 5 6 7 8 9 10\n", "1:1"), ("\n v 0 0 zero\n", "2:8"), ("v 0,5 0 0\n", "1:3"),
        ("v 0 0 0x\n", "1:7"), ("vn 0 0\n", "1:1"), ("vn 0 0 1 1\n", "1:1"), ("vt\n", "1:1"), ("vt 1 2 3 4\n", "1:1"),
        (corners + "f 1 2 x\n", "4:7"), (corners + "f 1 2.5 3\n", "4:5"), (corners + "f 1 2 3/x\n", "4:7"),
        (corners + "l 1 y\n", "4:5"), ("v 1 \\\n 2 x\n", "2:4"),
    ])
    func aWordInPlaceOfANumberIsAnErrorAtItsPlace(text: String, place: String) {
        let error = errorOfOBJ(text)
        #expect(error?.code == .invalidValue)
        #expect(error?.location.text == place)
    }

    @Test(arguments: [
        ("f 0 1 2\n", "4:3"), ("f 1 2 99\n", "4:7"), ("f -4 -2 -3\n", "4:3"), ("f 1 2 99999999999999999999\n", "4:7"),
        ("f 1 2 3000000000\n", "4:7"), ("l 1 4\n", "4:5"), ("p 1 2 4\n", "4:7"),
        ("f 1 2 3\nf -1 -2 -9223372036854775808\n", "5:9"),
    ])
    func anIndexOfNoVertexIsAnErrorAtItsPlace(element: String, place: String) {
        let error = errorOfOBJ(corners + element)
        #expect(error?.code == .invalidIndex)
        #expect(error?.location.text == place)
    }

    @Test func theFirstWrongIndexIsNamedWhateverThePiecesAre() {
        let text = corners + "f 1 2 3\nf 1 2 4\nf 0 0 0\n"
        for size in [1, 5, 12, 1000] {
            do throws(ReadError) {
                _ = try readOBJ(text, pieceByteCount: size)
                Issue.record("read")
            } catch {
                #expect(error.location.text == "5:7")
                #expect(error.message == "expected a vertex from 1 to 3, found 4")
            }
        }
    }

    @Test func aLenientReaderLeavesBrokenElementsOut() throws {
        let text = corners + "f 1 2 3\nf 1 2 4\nf 1 x 2\nl 0 1\nl 1 2\np 1 7 2\nf 3/9 2 1\nf 3 2 1\n"
        let document = try readOBJ(text) { $0.lenient = true }
        #expect(document.primitive(0).indices == [0, 1, 2, 2, 1, 0, 2, 1, 0])
        #expect(document.primitive(1).indices == [0, 1])
        #expect(document.primitive(2).indices == [0, 1])
        let left = document.diagnostics.first { $0.code == "obj.element-left-out" }
        #expect(left?.count == 4)
        #expect(left?.location == .line(5, column: 2))
        #expect(document.census.allSatisfy { $0.isBalanced })
        #expect(document.census.first { $0.kind == "f" }?.inDiagnostics == 2)
    }

    @Test func aLineLongerThanTheLimitIsRefused() {
        let text = corners + "f" + String(repeating: " 1", count: 1 << 20)
        let error = #expect(throws: ReadError.self) {
            _ = try readOBJ(text) { $0.limits.lineByteCount = 1 << 10 }
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func anEmptyFileIsReadAndReported() throws {
        let document = try readOBJ("")
        #expect(document.scene.meshes.isEmpty)
        #expect(document.codes == ["obj.empty"])
    }
}
