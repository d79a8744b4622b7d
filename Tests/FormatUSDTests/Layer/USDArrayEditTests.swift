import Testing

@testable import FormatUSD

@Suite("Edits of arrays")
struct USDArrayEditTests {
    /// Edits, as usd-core writes them.
    static let edits = [
        ("int", "append 3", "append 3"), ("int", "", ""), ("int", "insert 5 at [0]", "prepend 5"),
        (
            "int",
            "write 4 to [0]; append 3\n insert 7 at [1]; insert [2] at [ -1 ]; prepend [0]; erase [2]; minsize 5; minsize 6 "
                + "fill 8; maxsize 9; resize 3; resize 4 fill 1; write [1] to [2]; append [0];",
            "write 4 to [0]; append 3; insert 7 at [1]; insert [2] at [-1]; prepend [0]; erase [2]; minsize 5; minsize 6 "
                + "fill 8; maxsize 9; resize 3; resize 4 fill 1; write [1] to [2]; append [0]"
        ),
        ("string", "prepend \"a\"; erase [0]", "prepend \"a\"; erase [0]"),
        ("double", "append 1; append 1; append 2", "append 1; append 1; append 2"),
        ("point3f", "append (1,2,3)", "append (1, 2, 3)"), ("quatf", "append (1,2,3,4)", "append (1, 2, 3, 4)"),
        ("matrix2d", "append ((1,2),(3,4))", "append ( (1, 2), (3, 4) )"), ("int2", "append (1, -2)", "append (1, -2)"),
        ("asset", "append @a.png@", "append @a.png@"), ("timecode", "append 3", "append 3"),
        ("uint64", "append 18446744073709551615", "append 18446744073709551615"), ("duration", "append 3", "append 3"),
        ("uchar", "append 200", "append 200"), ("half", "append 0.5", "append 0.5"),
        ("pathExpression", "append \"//a\"", "append \"//a\""), ("token", "append \"b\"", "append \"b\""),
    ]

    private func layer(_ type: String, _ edit: String) throws -> USDLayer {
        try USDTexts.body("\(type)[] x = edit [\(edit)]")
    }

    @Test("are the same in text and crate", arguments: edits)
    func both(type: String, edit: String, written: String) throws {
        let layer = try layer(type, edit)
        let crate = try CrateReaderTests.crate(try CrateWriterTests.crate(layer))
        #expect(USDLayerDifference.differences(layer, crate) == [])
        #expect(try USDTexts.text(crate).contains("x = edit [\(written)]\n"))
    }

    @Test("differ where one step does")
    func differences() throws {
        let layer = try layer("int", "write 4 to [0]; append [3]")
        for other in [
            "write 5 to [0]; append [3]", "write 4 to [1]; append [3]", "write 4 to [0]; append [2]", "erase [0]",
        ] {
            #expect(USDLayerDifference.differences(layer, try self.layer("int", other)).count == 1)
        }
        #expect(USDLayerDifference.differences(layer, try self.layer("uint", "write 4 to [0]; append [3]")).count == 2)
    }

    @Test(
        "are refused where usd-core refuses them",
        arguments: [
            "append 3;; append 4", "minsize -4", "append [1", "erase 3", "erase [1], erase [2]", "insert 5 at []",
            "prepend []", "resize 4 7", "write 3 to [end]", "append None", "append [1, 2]", "write 3 at [1]",
        ])
    func refusals(edit: String) {
        #expect(throws: (any Error).self) { try layer("int", edit) }
    }

    @Test("are of arrays only")
    func scalars() {
        #expect(throws: (any Error).self) { try USDTexts.body("int x = edit [append 3]") }
        #expect(throws: (any Error).self) { try USDTexts.body("odd[] x = edit [append 3]") }
    }
}
