import FormatPLY
import MeshFormats
import MeshModel
import Testing

@Suite struct PLYSceneTests {
    private static let xyz = ["property float x", "property float y", "property float z"]

    /// A text file from header lines and rows.
    private func read(_ lines: [String], _ rows: [String], _ options: ReadOptions = ReadOptions()) throws -> Document {
        let document = try PLYSample(
            ["ply", "format ascii 1.0"] + lines, body: Array(rows.map { $0 + "\n" }.joined().utf8)
        ).read(options)
        #expect(document.isAccountedFor)
        return document
    }

    private func vertex(_ properties: [String], _ rows: [String]) throws -> Document {
        try read(["element vertex \(rows.count)"] + properties, rows)
    }

    @Test(arguments: [
        ["red", "green", "blue"], ["r", "g", "b"], ["diffuse_red", "diffuse_green", "diffuse_blue"],
        ["Red", "Green", "Blue"],
    ])
    func coloursHaveManySpellings(names: [String]) throws {
        let document = try vertex(Self.xyz + names.map { "property uchar \($0)" }, ["0 0 0 1 2 3"])
        let color = try #require(document.scene.vertexSets[0].attribute(.color(0)))
        #expect(color.values.integers() == [1, 2, 3])
        #expect(color.normalized)
        #expect(document.residue.isEmpty)
        #expect(document.diagnostics.map(\.code) == (names[0] == "red" ? [] : ["ply.spelling"]))
    }

    @Test func alphaJoinsTheColourOfItsType() throws {
        let names = ["red", "green", "blue", "alpha"].map { "property ushort \($0)" }
        let document = try vertex(Self.xyz + names, ["0 0 0 1 2 3 65535"])
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.values.components == 4)
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.values.type == .uint16)
    }

    @Test func aScalarNeverTakesThePlaceOfColours() throws {
        let names = ["property uchar red", "property uchar green", "property uchar blue", "property float intensity"]
        let document = try vertex(Self.xyz + names, ["0 0 0 1 2 3 0.5"])
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.values.integers() == [1, 2, 3])
        #expect(
            document.scene.vertexSets[0].attribute(AttributeSemantic(name: "intensity"))?.values.doubles() == [0.5])
    }

    @Test(arguments: [("0.2 0.4 1.2", 1.0), ("0.2 0.4 1.6", 255.0)])
    func theRangeOfFloatColoursIsDecidedOncePerFile(row: String, scale: Double) throws {
        let names = ["red", "green", "blue"].map { "property float \($0)" }
        let document = try vertex(Self.xyz + names, ["0 0 0 0 0 0", "0 0 0 " + row])
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.frame.scale == scale)
        #expect(document.diagnostics.map(\.code) == ["ply.color-range"])
    }

    @Test(arguments: ["int", "char", "short"])
    func coloursOfOtherTypesStaySingleValues(type: String) throws {
        let names = ["red", "green", "blue"].map { "property \(type) \($0)" }
        let document = try vertex(Self.xyz + names, ["0 0 0 1 2 3"])
        #expect(
            document.scene.vertexSets[0].attributes.map { $0.semantic.name } == ["POSITION", "red", "green", "blue"])
        #expect(document.diagnostics.map(\.code) == ["ply.color-type"])
    }

    @Test func coloursOfUnequalTypesStaySingleValues() throws {
        let names = ["property uchar red", "property ushort green", "property uchar blue"]
        let document = try vertex(Self.xyz + names, ["0 0 0 1 300 3"])
        let attributes = document.scene.vertexSets[0].attributes
        #expect(attributes.map { $0.semantic.name } == ["POSITION", "red", "green", "blue"])
        #expect(attributes.dropFirst().map { $0.values.integers() } == [[1], [300], [3]])
        #expect(document.diagnostics.map(\.code) == ["ply.color-type"])
        #expect(document.diagnostics[0].message.contains("red, green and blue have different types"))
    }

    @Test(arguments: [
        ["s", "t"], ["u", "v"], ["texture_u", "texture_v"], ["texture_s", "texture_t"], ["tx", "ty"],
    ])
    func textureCoordinatesHaveManySpellings(names: [String]) throws {
        let document = try vertex(Self.xyz + names.map { "property float \($0)" }, ["0 0 0 0.25 0.75"])
        let uv = try #require(document.scene.vertexSets[0].attribute(.texCoord(0)))
        #expect(uv.values.doubles() == [0.25, 0.75])
        #expect(uv.frame == .bottomLeftUV)
    }

    @Test func positionsOfMixedTypesTakeTheTypeThatHoldsAll() throws {
        let document = try vertex(
            ["property int x", "property uchar extra", "property float y", "property short z"], ["70000 9 0.5 -3"])
        let position = try #require(document.scene.vertexSets[0].attribute(.position))
        #expect(position.values.type == .float64)
        #expect(position.values.doubles() == [70000, 0.5, -3])
    }

    @Test func wholePositionsStayWhole() throws {
        let document = try vertex(["property short x", "property ushort y", "property short z"], ["-1 65535 3"])
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.type == .int32)
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.integers() == [-1, 65535, 3])
    }

    @Test func aRepeatedPropertyNameCountsOnce() throws {
        let document = try vertex(Self.xyz + ["property float x"], ["1 2 3 4"])
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.doubles() == [1, 2, 3])
        #expect(document.residue == [Residue(path: "element vertex/property x", kind: "duplicate", count: 1)])
        #expect(document.diagnostics.map(\.code) == ["ply.duplicate-property"])
    }

    @Test func splatsKeepEveryValueAndSayHowItIsStored() throws {
        var names = ["x", "y", "z", "nx", "ny", "nz"] + (0..<3).map { "f_dc_\($0)" } + (0..<45).map { "f_rest_\($0)" }
        names += ["opacity"] + (0..<3).map { "scale_\($0)" } + (0..<4).map { "rot_\($0)" }
        let row = (0..<names.count).map(String.init).joined(separator: " ")
        let document = try vertex(names.map { "property float \($0)" }, [row])
        let set = document.scene.vertexSets[0]
        #expect(set.attributes.reduce(0) { $0 + $1.values.components } == 62)
        #expect(set.attribute(AttributeSemantic(name: "scale_1"))?.frame.encoding == .log)
        #expect(set.attribute(AttributeSemantic(name: "opacity"))?.frame.encoding == .logit)
        #expect(set.attribute(AttributeSemantic(name: "rot_0"))?.frame.quaternionOrder == .wxyz)
        #expect(set.attribute(AttributeSemantic(name: "f_rest_44"))?.values.doubles() == [53])
    }

    @Test func facesMayStandBeforeVertices() throws {
        let document = try read(
            ["element face 1", "property list uchar uint vertex_index", "element vertex 3"] + Self.xyz,
            ["3 2 1 0", "0 0 0", "1 0 0", "0 1 0"])
        #expect(document.scene.meshes[0].primitives[0].vertices?.integers() == [2, 1, 0])
        // Another spelling of a name is no fact that other formats lose.
        #expect(document.residue.isEmpty)
        #expect(document.diagnostics.map(\.code) == ["ply.spelling"])
    }

    @Test func unknownElementsAreTables() throws {
        let document = try read(
            ["element vertex 1"] + Self.xyz + [
                "element range_grid 2", "property list uchar int vertex_indices", "element camera 1",
                "property double focal", "property uchar kind",
            ], ["0 0 0", "0", "1 0", "35.5 7"])
        #expect(document.scene.tables.map(\.name) == ["range_grid", "camera"])
        #expect(document.scene.tables[0].columns[0].offsets?.integers() == [0, 0, 1])
        #expect(document.scene.tables[1].columns.map { $0.values.type } == [.float64, .uint8])
        #expect(document.scene.meshes[0].primitives[0].topology == .points)
    }

    @Test func stripsTurnEveryOtherTriangleAndStartAgainAtMinusOne() throws {
        let document = try read(
            ["element vertex 5"] + Self.xyz + ["element tristrips 1", "property list int int vertex_indices"],
            ["0 0 0", "1 0 0", "0 1 0", "1 1 0", "2 2 0", "9 0 1 2 3 -1 4 3 2 1"])
        let strips = document.scene.meshes[0].primitives[0]
        #expect(strips.vertices?.integers() == [0, 1, 2, 2, 1, 3, 4, 3, 2, 2, 3, 1])
        #expect(strips.isTriangles)
    }

    @Test func edgesAreLinesWithTheirColours() throws {
        let document = try read(
            ["element vertex 3"] + Self.xyz + [
                "element edge 2", "property int vertex1", "property int vertex2", "property uchar red",
                "property uchar green", "property uchar blue",
            ], ["0 0 0", "1 0 0", "0 1 0", "0 1 9 8 7", "1 2 6 5 4"])
        let lines = document.scene.meshes[0].primitives[0]
        #expect(lines.topology == .lines)
        #expect(lines.vertices?.integers() == [0, 1, 1, 2])
        #expect(lines.elementAttributes[0].semantic == .color(0))
    }

    @Test func texcoordListsAreCornersAndEmptyOnesAreNone() throws {
        let document = try read(
            ["comment TextureFile a b.png", "comment TextureFile c.png", "element vertex 4"] + Self.xyz + [
                "element face 2", "property list uchar int vertex_indices", "property list uchar float texcoord",
                "property int texnumber",
            ], ["0 0 0", "1 0 0", "0 1 0", "1 1 0", "3 0 1 2 6 0 0 1 0 0 1 1", "3 1 2 3 0 -1"])
        let faces = document.scene.meshes[0].primitives[0]
        #expect(document.scene.vertexSets[0].pools[0].values.doubles() == [0, 0, 1, 0, 0, 1])
        #expect(faces.cornerAttributes[0].indices?.integers() == [0, 1, 2, -1, -1, -1])
        guard case .perElement(let numbers) = faces.material else {
            Issue.record("expected a material for each face")
            return
        }
        #expect(numbers.integers() == [1, -1])
        #expect(document.scene.images.map(\.uri) == ["a b.png", "c.png"])
        #expect(document.scene.metadata.isEmpty)
    }

    @Test func facesOfSeveralTexturesWithoutNumbersHaveTheFirst() throws {
        let document = try read(
            ["comment TextureFile a.png", "comment TextureFile b.png", "element vertex 3"] + Self.xyz + [
                "element face 1", "property list uchar int vertex_indices", "property list uchar float texcoord",
            ], ["0 0 0", "1 0 0", "0 1 0", "3 0 1 2 6 0 0 1 0 0 1"])
        guard case .one(0) = document.scene.meshes[0].primitives[0].material else {
            Issue.record("expected the first material")
            return
        }
        #expect(document.diagnostics.first?.code == "ply.texnumber-missing")
    }

    @Test func positionsMayHaveLargeNames() throws {
        let document = try read(
            ["element vertex 1", "property float X", "property float Y", "property float Z"], ["1 2 3"])
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.doubles() == [1, 2, 3])
    }

    @Test func texcoordListsOfOtherLengthsStayLists() throws {
        let document = try read(
            ["element vertex 3"] + Self.xyz + [
                "element face 1", "property list uchar int vertex_indices", "property list uchar float texcoord",
            ], ["0 0 0", "1 0 0", "0 1 0", "3 0 1 2 4 0 0 1 0"])
        #expect(document.scene.vertexSets[0].pools.isEmpty)
        #expect(document.scene.meshes[0].primitives[0].elementAttributes.map { $0.semantic.name } == ["texcoord"])
        #expect(document.diagnostics.map(\.code) == ["ply.texcoord-length"])
    }

    @Test func lenientReadingLeavesFacesWithBadIndicesOut() throws {
        var options = ReadOptions()
        options.lenient = true
        let document = try read(
            ["element vertex 3"] + Self.xyz + [
                "element face 3", "property list uchar int vertex_indices", "property uchar flags",
            ], ["0 0 0", "1 0 0", "0 1 0", "3 0 1 2 7", "3 0 1 9 8", "3 2 1 0 9"], options)
        let faces = document.scene.meshes[0].primitives[0]
        #expect(faces.elementCount == 2)
        #expect(faces.vertices?.integers() == [0, 1, 2, 2, 1, 0])
        #expect(faces.elementAttributes[0].values.integers() == [7, 9])
        #expect(document.diagnostics.map(\.count) == [1])
        #expect(document.diagnostics[0].location == .line(15, column: 7))
    }

    @Test func degenerateFacesAreKeptWithAWord() throws {
        let document = try read(
            ["element vertex 3"] + Self.xyz + ["element face 2", "property list uchar int vertex_indices"],
            ["0 0 0", "1 0 0", "0 1 0", "3 0 1 2", "2 0 1"])
        #expect(document.scene.meshes[0].primitives[0].elementCount == 2)
        #expect(document.diagnostics.map(\.code) == ["ply.degenerate-face"])
    }

    @Test func bigEndianBodiesAreViewedAsTheyAre() throws {
        let lines =
            ["ply", "format binary_big_endian 1.0", "element vertex 3"] + Self.xyz + [
                "element face 1", "property list ushort short vertex_indices",
            ]
        let body = bigEndian(floats: 1, 2, 3, 4, 5, 6, 7, 8, 9.5) + bigEndian(UInt16(3)) + bigEndian(Int16(2), 1, 0)
        let document = try PLYSample(lines, body: body).read()
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.doubles() == [1, 2, 3, 4, 5, 6, 7, 8, 9.5])
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.byteOrder == .big)
        #expect(document.scene.meshes[0].primitives[0].vertices?.integers() == [2, 1, 0])
    }

    @Test func aFileWithoutVerticesIsTablesOnly() throws {
        let document = try read(["element face 1", "property list uchar int vertex_indices"], ["3 0 1 2"])
        #expect(document.scene.meshes.isEmpty)
        #expect(document.scene.tables.map(\.name) == ["face"])
    }

    @Test func emptyElementsMakeAnEmptyScene() throws {
        let document = try read(
            ["element vertex 0"] + Self.xyz + ["element face 0", "property list uchar int vertex_indices"], [])
        #expect(document.scene.vertexSets.isEmpty)
        #expect(document.scene.meshes.isEmpty)
    }

    @Test func nonFiniteNumbersAreNumbers() throws {
        let document = try vertex(Self.xyz, ["nan inf -inf"])
        let values = try #require(document.scene.vertexSets[0].attribute(.position)?.values.doubles())
        #expect(values[0].isNaN)
        #expect(values[1] == .infinity)
        #expect(values[2] == -.infinity)
    }
}
