import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Arrays of fractions that usd-core 26.11 wrote with a table of their values (`h`, `d`), or as whole numbers (`w`).
@Suite("Compressed fractions of a crate")
struct CrateFractionTests {
    private static let crate = """
        UFhSLVVTREMACAAAAAAAAI4CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAEAAAAAAAAAAgAAAAMAAAAAAAAABQAAAAYAAAAHAAAAQAAAAAAAAAB0AwAAAJqZmZmZmbk/AAAAAAAA+D8AAAAAAAAAgBYAAAAAAAAA\
        AHkBAAAAQRAEAwArAP4BAFD+/v7+/kAAAAAAAAAAdAMAAAAAOAA+gEAWAAAAAAAAAAB5AQAAAEEQBAMAKwD+AQBQ/v7+/v5AAAAAAAAAAGkYAA\
        AAAAAAAACnAQAAAAFAABAABAcAkPr6+vr6+vr6+g0AAAAAAAAAUAAAAAAAAABTAAAAAAAAAADwQTstKQAAQQBwcmltQ2hpbGRyZW4Ac3BlY2lm\
        aWVyAGgAdwBkAHByb3BlcnRpZXMAZG91YmxlW10AdHlwZU5hbWUAZGVmYXVsdABoYWxmW10AAAAAAAAAAAAIAAAAAAAAAA0AAAAAAAAAALABAA\
        AAUUQDBAL/ADYAAAAAAAAAACBYAAEAECkFAGEAAAAqQGQIADEpAAkIADELQHgIADEJoAwIADELQLsIAKAHoOwAAAAAAAegDgAAAAAAAAAWAAAA\
        AAAAAADwBAEAAAAVRVEFAP8C/QT7BvkGAvgFAAAAAAAAAAUAAAAAAAAACQAAAAAAAAAAcAEAAAABAAALAAAAAAAAAACQAQAAAFAB9wL/CwAAAA\
        AAAAAAkAAAAAARAf8B/gUAAAAAAAAACQAAAAAAAAAAcAEAAAABAAAKAAAAAAAAAACAAwAAAAUAAAILAAAAAAAAAACQAAAAABUAB//7BgAAAAAA\
        AABUT0tFTlMAAAAAAAAAAAAAFQEAAAAAAABrAAAAAAAAAFNUUklOR1MAAAAAAAAAAACAAQAAAAAAAAgAAAAAAAAARklFTERTAAAAAAAAAAAAAI\
        gBAAAAAAAAWwAAAAAAAABGSUVMRFNFVFMAAAAAAAAA4wEAAAAAAAAmAAAAAAAAAFBBVEhTAAAAAAAAAAAAAAAJAgAAAAAAAEcAAAAAAAAAU1BF\
        Q1MAAAAAAAAAAAAAAFACAAAAAAAAPgAAAAAAAAA=
        """

    private func numbers(_ layer: USDLayer, _ name: String) -> [Double]? {
        guard let spec = layer.specs.first(where: { $0.name == name }), case .array(let array)? = spec["default"] else {
            return nil
        }
        return array.values.doubles()
    }

    @Test("have the values of the table, and are written so again")
    func tables() throws {
        let layer = try CrateReaderTests.crate(CrateFixture.bytes(Self.crate))
        let written = try CrateReaderTests.crate(CrateWriterTests.crate(layer))
        for layer in [layer, written] {
            func repeated(_ values: [Double]) -> [Double] { (0..<64).map { values[$0 % values.count] } }
            #expect(numbers(layer, "h") == repeated([0.5, 1.5, 2.25]))
            #expect(numbers(layer, "w") == repeated([0, 1, 2, 3, 4, 5, 6]))
            let doubles = try #require(numbers(layer, "d"))
            #expect(doubles == repeated([0.1, 1.5, 0]))
            #expect(doubles[2].sign == .minus)
        }
        // The table makes the arrays short, as in the file that was read.
        #expect(try CrateWriterTests.crate(layer).count < 1000)
    }
}
