import FormatOFF
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct OFFTextTests {
    private static let triangle = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"

    @Test func readsVerticesAndPolygons() throws {
        let document = try read("OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n")
        #expect(document.vertices(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])
        #expect(document.vertices(.position)?.values.type == .float32)
        #expect(document.primitive?.lists == [[0, 1, 2], [0, 1, 2, 3]])
        #expect(document.diagnostics.isEmpty && document.isAccountedFor)
        #expect(document.variant == "off")
    }

    @Test(
        arguments: [
            "OFF\n3 1 0\n", "OFF 3 1 0\n", "OFF3 1 3\n", "3 1 0\n", "OFF\n3 1\n", "OFF\r\n3 1 0\r\n",
            "OFF\n\n\n3 1 0 # counts\n",
            "# first\nOFF # word\n# counts\n3 1 0\n\n", "\u{FEFF}OFF\n3 1 0\n", "nOFF\n3\n3 1 0\n", "nOFF 3 3 1 0\n",
            "OFF\n3\n1\n0\n", "OFF\n3 1 -7\n", "off\n3 1 0\n", "  OFF\n\t3  1\t0\n",
        ])
    func headersInAllForms(_ head: String) throws {
        for body in [Self.triangle, Self.triangle.replacing("\n", with: "\r\n"), "\n" + Self.triangle] {
            let document = try read(head + body)
            #expect(document.vertices(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0], "\(head)")
            #expect(document.primitive?.lists == [[0, 1, 2]], "\(head)")
        }
    }

    @Test func aFileWithoutTheWordIsNoted() throws {
        #expect(try read("3 1 0\n" + Self.triangle).codes == ["off.no-header-word"])
    }

    @Test func rowsMayBeOnAnyLines() throws {
        let document = try read("OFF 4 2 0 0 0 0 1 0 0 1 1\n0 0 1 0 3 0\n1 2 # the first\n3 0 2 3")
        #expect(document.vertices(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])
        #expect(document.primitive?.lists == [[0, 1, 2], [0, 2, 3]])
    }

    @Test func digitsChooseTheType() throws {
        let document = try read("NOFF\n1 0 0\n0.1 0.2 0.30000000000000004 0 0 1\n")
        #expect(document.vertices(.position)?.values.type == .float64)
        #expect(document.vertices(.position)?.values.doubles() == [0.1, 0.2, 0.30000000000000004])
        #expect(document.vertices(.normal)?.values.type == .float32)
    }

    @Test func verticesWithoutFacesArePoints() throws {
        let document = try read("OFF\n2 0 0\n0 0 0\n1 2 3\n")
        #expect(document.primitive?.topology == .points)
        #expect(document.primitive?.elementCount == 2)
    }

    @Test func allFieldsInTheOrderOfTheFormat() throws {
        let document = try read("STCNOFF\n1 0 0\n1 2 3 0 0 1 255 128 0 64 0.25 0.75\n")
        #expect(document.vertices(.position)?.values.doubles() == [1, 2, 3])
        #expect(document.vertices(.normal)?.values.doubles() == [0, 0, 1])
        #expect(document.vertices(.color(0))?.values.integers() == [255, 128, 0, 64])
        #expect(document.vertices(.color(0))?.values.type == .uint8)
        #expect(document.vertices(.texCoord(0))?.values.doubles() == [0.25, 0.75])
        #expect(document.vertices(.texCoord(0))?.frame == .bottomLeftUV)
    }

    @Test func coloursOfVerticesAreCodesOrFractions() throws {
        let codes = try read("COFF\n2 0 0\n0 0 0 255 0 0\n1 0 0 0 255 0\n")
        #expect(codes.vertices(.color(0))?.values.integers() == [255, 0, 0, 0, 255, 0])
        let fractions = try read("COFF\n2 0 0\n0 0 0 0.5 0 0 1\n1 0 0 0 1 0 1\n")
        #expect(fractions.vertices(.color(0))?.values.doubles() == [0.5, 0, 0, 1, 0, 1, 0, 1])
        #expect(fractions.vertices(.color(0))?.normalized == false)
        let outside = try read("COFF\n1 0 0\n0 0 0 300 -1 0 255\n")
        #expect(outside.vertices(.color(0))?.values.integers() == [255, 0, 0, 255])
        #expect(outside.codes == ["off.color-range"])
    }

    @Test func coloursOfFaces() throws {
        let head = "OFF\n3 3 0\n0 0 0\n1 0 0\n0 1 0\n"
        let codes = try read(head + "3 0 1 2 255 0 0\n3 0 1 2 # none\n3 0 1 2 0 0 255 128\n")
        #expect(codes.faceColors?.values.integers() == [255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 128])
        #expect(codes.codes == ["off.color-missing"])
        let mixed = try read(head + "3 0 1 2 255 0 0\n3 0 1 2 0.5 0.25 1\n3 0 1 2 0 0 51\n")
        #expect(mixed.faceColors?.values.doubles() == [1, 0, 0, 0.5, 0.25, 1, 0, 0, Double(Float(0.2))])
        let indices = try read(head + "3 0 1 2 7\n3 0 1 2 8\n3 0 1 2 1 2\n")
        #expect(indices.faceColors == nil)
        #expect(indices.codes == ["off.colormap-index", "off.face-color"])
        #expect(indices.diagnostics.map(\.count) == [2, 1])
        #expect(codes.isAccountedFor && mixed.isAccountedFor && indices.isAccountedFor)
    }

    @Test func homogeneousPositionsAreDivided() throws {
        let document = try read("4OFF\n2 0 0\n2 4 6 2\n1 2 3 1\n")
        #expect(document.vertices(.position)?.values.doubles() == [1, 2, 3, 1, 2, 3])
        #expect(document.codes == ["off.homogeneous"])
        #expect(document.residue.map(\.count) == [1])
        let ones = try read("4OFF\n1 0 0\n2 4 6 1\n")
        #expect(ones.vertices(.position)?.values.type == .float32)
        #expect(ones.codes.isEmpty && ones.residue.isEmpty)
    }

    @Test func numbersThatNothingAnnouncesAreLeftOut() throws {
        let document = try read("OFF\n3 1 0\n0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n3 0 1 2\n")
        #expect(document.vertices(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(document.codes == ["off.extra-numbers"])
        #expect(document.diagnostics[0].location == .line(3, column: 7))
    }

    @Test func facesOfFewCornersAreReported() throws {
        let document = try read("OFF\n3 4 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n3 0 1 2\n1 2\n0\n")
        #expect(document.primitive?.lists == [[0, 1], [0, 1, 2], [2], []])
        #expect(document.codes == ["off.degenerate-face"])
        #expect(document.diagnostics[0].count == 3)
    }

    @Test func commentsBeforeTheFirstVertexAreMetadata() throws {
        let document = try read("# one\nOFF #two\n#\n3 1 0\n# four\n0 0 0 # five\n1 0 0\n0 1 0\n3 0 1 2\n")
        #expect(document.scene.metadata.map(\.value) == ["one", "two", "", "four"])
        #expect(document.residue == [Residue(path: "comment", kind: "comment behind the first vertex", count: 1)])
    }

    @Test(
        arguments: [
            ("", ReadError.Code.truncated, "1:1"), ("OFX\n", .invalidHeader, "1:1"), ("OFF\n", .truncated, "2:1"),
            ("OFF\nx 1 0\n", .invalidHeader, "2:1"), ("OFF\n-3 1 0\n", .invalidHeader, "2:1"),
            ("OFF\n3 1 0\n0 0 0\n", .truncated, "3:1"), ("OFF\n4000000000 1 0\n0 0 0\n", .truncated, "3:1"),
            ("OFF\n99999999999999999999 1 0\n", .invalidHeader, "2:1"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", .invalidIndex, "6:7"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", .invalidIndex, "6:7"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n", .truncated, "7:1"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", .invalidValue, "6:1"),
            ("OFF\n3 1 0\n0 0 0\n1 0 zero\n0 1 0\n3 0 1 2\n", .invalidValue, "4:5"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0.5x\n0 1 0\n3 0 1 2\n", .invalidValue, "4:5"),
            ("OFF\n3 1 0\n0 0 0\n1,5 0 0\n0 1 0\n3 0 1 2\n", .invalidValue, "4:1"),
            ("OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", .truncated, "7:1"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 red\n", .invalidValue, "6:9"),
            ("nOFF\n4\n3 1 0\n", .unsupported, "2:1"), ("4nOFF\n3\n3 1 0\n", .unsupported, "2:1"),
        ])
    func brokenFilesAreRefusedWithAPlace(_ text: String, _ code: ReadError.Code, _ place: String) {
        do {
            _ = try read(text)
            Issue.record("was read: \(text)")
        } catch {
            #expect(error.code == code, "\(text): \(error.message)")
            #expect(error.location.text == place, "\(text): \(error.message)")
        }
    }

    @Test func lenientReadingLeavesFacesOut() throws {
        var options = ReadOptions()
        options.lenient = true
        let document = try read("OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7 255 0 0\n3 2 1 0\n", options)
        #expect(document.primitive?.lists == [[2, 1, 0]])
        #expect(document.codes == ["off.index-out-of-range"])
        #expect(document.residue == [.broken("face", count: 1)])
        #expect(document.isAccountedFor)
    }

    @Test func whatFollowsTheLastFaceIsReported() throws {
        let document = try read("OFF\n3 1 0\n" + Self.triangle + "9 9 9\n")
        #expect(document.codes == ["off.trailing-bytes"])
        #expect(document.diagnostics[0].location == .line(7, column: 1))
        #expect(document.diagnostics[0].count == 6)
    }

    @Test func theNumberOfThreadsChangesNothing() throws {
        var text = "OFF\n90000 60000 0\n"
        for row in 0..<90_000 { text += "\(row).25 \(row % 7) 0.125\(row == 80_000 ? " # here" : "")\n" }
        for row in 0..<60_000 {
            let (a, b, c) = (row, row + 1, row + 2)
            text += row % 50_000 == 0 ? "4 \(a) \(b) \(c) 7 255 0 0\n" : "3 \(a) \(b) \(c)\n"
        }
        var many = ReadOptions()
        many.threads = 4
        let (one, other) = (try read(text), try read(text, many))
        #expect(Digest(one.scene) == Digest(other.scene))
        #expect(one.census == other.census && one.diagnostics == other.diagnostics)
        #expect(one.vertices(.position)?.values.rows(89_999..<90_000).doubles() == [89_999.25, 0, 0.125])
        #expect(one.primitive?.lists[50_000] == [50_000, 50_001, 50_002, 7])
        #expect(one.faceColors?.values.rows(50_000..<50_001).integers() == [255, 0, 0])
    }
}
