import FormatPLY
import MeshFormats
import MeshModel
import Testing

@Suite struct PLYTextTests {
    private static let mesh = """
        ply
        format ascii 1.0
        element vertex 3
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        element face 1
        property list uchar int vertex_indices
        end_header

        """

    private func read(_ body: String, _ options: ReadOptions = ReadOptions()) throws -> Document {
        try PLYSample(text: Self.mesh + body).read(options)
    }

    private func expectMesh(_ document: Document) {
        let set = document.scene.vertexSets[0]
        #expect(set.attribute(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0.5])
        #expect(set.attribute(.color(0))?.values.integers() == [10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(document.scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2])
        #expect(document.isAccountedFor)
    }

    @Test(arguments: [
        "0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70 80 90\n3 0 1 2\n",
        "0 0 0 10 20 30\r\n1 0 0 40 50 60\r\n0 1 .5 70 80 90\r\n3 0 1 2\r\n",
        "0 0 0 10 20 30\r1 0 0 40 50 60\r0 1 .5 70 80 90\r3 0 1 2\r",
        "  0\t0  0 10 20 30  \n1 0 0 40 50 60\t\n\n\n0 1 .5 70 80 90\n3 0 1 2",
        "0 0 0 10 20 30 1 0 0 40 50 60 0 1 .5 70 80 90 3 0 1 2",
        "0 0\n0 10 20\n30 1\n0 0 40 50 60 0\n1 .5 70 80 90 3\n0 1\n2\n",
        "0 0 0 10.0 20.0 3e1\n1 0 0 40 50 60\n0 1 5e-1 70 80 90\n3 0 1 2\n\n  \n",
    ])
    func tokensDecideAndLinesDoNot(body: String) throws {
        let document = try read(body)
        expectMesh(document)
        #expect(document.diagnostics.isEmpty)
    }

    @Test(arguments: [
        ("0 0 0 10 20 256\n1 0 0 40 50 60\n0 1 .5 70 80 90\n3 0 1 2\n", 13, 13),
        ("0 0 0 10 20 30\n1 0 0 40 50 60.5\n0 1 .5 70 80 90\n3 0 1 2\n", 14, 13),
        ("0 0 0 10 20 30\n1 zero 0 40 50 60\n0 1 .5 70 80 90\n3 0 1 2\n", 14, 3),
        ("0 0 0 10 20 30\n1 0 0x 40 50 60\n0 1 .5 70 80 90\n3 0 1 2\n", 14, 5),
        ("0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70 80 90\n-3 0 1 2\n", 16, 1),
        ("0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70 80 90\n3 0 nan 2\n", 16, 5),
    ])
    func aNumberThatDoesNotFitIsRefusedWhereItStands(body: String, line: Int, column: Int) {
        let error = #expect(throws: ReadError.self) { try read(body) }
        #expect(error?.code == .invalidValue)
        #expect(error?.location == .line(line, column: column))
    }

    @Test func anIndexThatPointsAtNothingIsRefusedWhereItStands() {
        let error = #expect(throws: ReadError.self) {
            try read("0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70 80 90\n3 0 1 3\n")
        }
        #expect(error?.code == .invalidIndex)
        #expect(error?.location == .line(16, column: 7))
    }

    @Test func aBodyThatEndsEarlyIsTruncatedWhereItEnds() {
        let error = #expect(throws: ReadError.self) { try read("0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70") }
        #expect(error?.code == .truncated)
        #expect(error?.location == .line(15, column: 10))
    }

    @Test func whatFollowsTheLastRowIsLeftOutWithAWord() throws {
        let document = try read("0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70 80 90\n3 0 1 2\n\nmore\n")
        expectMesh(document)
        #expect(document.diagnostics.map(\.code) == ["ply.trailing-bytes"])
        #expect(document.diagnostics[0].location == .line(18, column: 1))
    }

    @Test func strictInputRefusesWhatFollowsTheLastRow() {
        var options = ReadOptions()
        options.strictInput = true
        #expect(throws: ReadError.self) {
            try read("0 0 0 10 20 30\n1 0 0 40 50 60\n0 1 .5 70 80 90\n3 0 1 2\nmore\n", options)
        }
    }

    @Test func aHugeCountIsRefusedWithoutHugeMemory() {
        for count in ["2000000000", "9223372036854775807", "4294967296"] {
            let text = "ply\nformat ascii 1.0\nelement vertex \(count)\nproperty double x\nend_header\n1\n2\n"
            let error = #expect(throws: ReadError.self) { try PLYSample(text: text).read() }
            #expect(error?.code == .truncated)
            #expect(error?.location == .line(8, column: 1))
        }
    }

    @Test func listsOfManyLengthsKeepTheirOrder() throws {
        let text = """
            ply
            format ascii 1.0
            element vertex 5
            property list uchar float weights
            property int id
            element face 3
            property int before
            property list uchar int vertex_indices
            property uchar after
            end_header
            2 0.5 0.25 1
            0 2
            1 1 3
            0 4
            3 1 2 3 5
            7 3 0 1 2 70
            8 4 0 1 2 3 80
            9 5 4 3 2 1 0 90

            """
        let document = try PLYSample(text: text).read()
        let weights = try #require(document.scene.vertexSets[0].attribute(AttributeSemantic(name: "weights")))
        #expect(weights.values.doubles() == [0.5, 0.25, 1, 1, 2, 3])
        #expect(weights.offsets?.integers() == [0, 2, 2, 3, 3, 6])
        let faces = document.scene.meshes[0].primitives[0]
        #expect(faces.cornerCount == 12)
        #expect(faces.vertices?.integers() == [0, 1, 2, 0, 1, 2, 3, 4, 3, 2, 1, 0])
        #expect(faces.elementAttributes.map { $0.semantic.name } == ["before", "after"])
        #expect(faces.elementAttributes[0].values.integers() == [7, 8, 9])
        #expect(faces.elementAttributes[1].values.integers() == [70, 80, 90])
        #expect(document.isAccountedFor)
    }

    @Test func theResultDoesNotDependOnTheNumberOfThreads() throws {
        var text = "ply\nformat ascii 1.0\nelement vertex 3000\nproperty float x\nproperty float y\nproperty float z\n"
        text += "element face 2000\nproperty list uchar int vertex_indices\nend_header\n"
        for row in 0..<3000 { text += "\(row) \(Double(row) / 7) -\(row)e-3\n" }
        for row in 0..<2000 { text += row % 2 == 0 ? "3 0 1 \(row)\n" : "4 0 1 2 \(row)\n" }
        var documents: [Document] = []
        for threads in [1, 2, 7] {
            var options = ReadOptions()
            options.threads = threads
            documents.append(try PLYSample(text: text).read(options))
        }
        for document in documents {
            #expect(
                document.scene.vertexSets[0].attribute(.position)?.values.doubles()
                    == documents[0].scene.vertexSets[0].attribute(.position)?.values.doubles())
            #expect(
                document.scene.meshes[0].primitives[0].vertices?.integers()
                    == documents[0].scene.meshes[0].primitives[0].vertices?.integers())
        }
        #expect(documents[0].scene.meshes[0].primitives[0].cornerCount == 7000)
    }
}
