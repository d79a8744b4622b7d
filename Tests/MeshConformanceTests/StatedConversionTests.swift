import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

@testable import MeshConformance

@Suite struct StatedConversionTests {
    /// Two triangles in one object: colours, a group, a material and a line.
    private func document() throws -> Document {
        let text = """
            o seat
            v 0 0 0 1 0 0
            v 1 0 0 0 1 0
            v 0 2 0 0 0 1
            g left
            usemtl m
            f 1 2 3
            l 1 2

            """
        var options = ConvertOptions()
        options.from = "obj"
        options.reading.sideFiles = ["a.mtl": .bytes(Array("newmtl m\nKd 1 0 0\n".utf8))]
        return try Pipeline().read(.bytes(Array(("mtllib a.mtl\n" + text).utf8), name: "a.obj"), options: options)
    }

    private func mismatches(_ row: String) throws -> [String] {
        StatedConversion(try JSONValue.parse(Array(row.utf8))).check(try document()).mismatches
    }

    @Test func whatIsKeptIsFound() throws {
        let facts = """
            "corners": {"COLOR_0": [[1,0,0],[0,1,0],[0,0,1],[1,0,0],[0,1,0]]}, "arity": {"3": 1}, "lines": 1, "points": 0,
            "nodes": ["seat"], "materials": ["m"], "settings": {"baseColor": [1, 0, 0]}, "images": 0, "area": 1,
            "box": {"min": [0, 0, 0], "max": [1, 2, 0]}
            """
        let inText = try mismatches(
            #"{"to": "obj", "keeps": {\#(facts), "subsets": ["left", "left"], "text": ["g left"]}}"#)
        #expect(inText == [])
        let inBinary = try mismatches(#"{"to": ".glb", "keeps": {\#(facts)}}"#)
        #expect(inBinary == [])
    }

    @Test(arguments: [
        #""corners": {"COLOR_0": [[1,0,0],[0,1,0],[0,0,1],[1,0,0],[0,1,0.01]]}"#, #""corners": {"COLOR_0": [[1,0,0]]}"#,
        #""corners": {"COLOR_1": [[1,0,0],[0,1,0],[0,0,1],[1,0,0],[0,1,0]]}"#, #""types": {"COLOR_0": "uint8"}"#,
        #""types": {"NORMAL": "float32"}"#, #""arity": {"3": 2}"#, #""arity": {"4": 1}"#, #""lines": 2"#,
        #""points": 1"#,
        #""nodes": ["Seat"]"#, #""nodes": []"#, #""meshes": ["seat"]"#, #""materials": ["n"]"#,
        #""subsets": ["right"]"#,
        #""settings": {"baseColor": [0, 0, 1]}"#, #""settings": {"metallic": [1]}"#, #""images": 1"#,
        #""tables": {"a": 1}"#,
        #""box": {"min": [0, 0, 0], "max": [1, 2, 1]}"#, #""area": 2"#, #""meters_per_unit": 1"#, #""up_axis": "Y""#,
        #""text": ["g right"]"#, #""colours": 3"#,
    ])
    func whatIsNotKeptIsTold(fact: String) throws {
        let found = try mismatches(#"{"to": "obj", "keeps": {\#(fact)}}"#)
        #expect(found.count == 1, "\(fact): \(found)")
    }

    @Test func reportsAreAllThatIsLost() throws {
        #expect(
            try mismatches(#"{"to": "ply.binary"}"#).first?.hasPrefix(#"reports: expected [], found ["#) == true)
        #expect(
            try mismatches(#"{"to": "obj", "reports": ["name.dropped"]}"#) == [
                #"reports: expected ["name.dropped"], found []"#
            ])
    }

    @Test func whatNobodyCanTypeIsTold() throws {
        #expect(try mismatches(#"{"to": "gbl"}"#) == ["nobody can type '--to gbl '"])
        #expect(try mismatches(#"{"to": "glb", "options": "--set colours=4"}"#).count == 1)
        let points = try Pipeline().read(.bytes(Array("v 0 0 0\n".utf8), name: "a.obj"))
        let refused = StatedConversion(try JSONValue.parse(Array(#"{"to": "stl.binary"}"#.utf8))).check(points)
        #expect(refused.mismatches.first?.hasPrefix("write failed") == true)
    }
}
