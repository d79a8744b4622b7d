import Foundation
import MeshConvert
import MeshConvertFoundation
import Testing

/// What an app shows of an error.
@Suite struct LocalizedErrorTests {
    @Test func theDescriptionIsTheSentence() throws {
        let broken = Source.data(Data("ply\nformat ascii 2.0\n".utf8), named: "cow.ply")
        let error: any Error = try #require(throws: ConvertError.self) {
            try convert(broken, to: .data(named: "b.obj"))
        }
        #expect(error.localizedDescription == "\(error)")
        #expect(error.localizedDescription.hasPrefix("cow.ply:2:"))
    }

    @Test func everyErrorHasOne() {
        let errors: [any Error] = [
            ReadError(.truncated, .byte(84), "expected 50 bytes, found 3"),
            WriteError(.exists, path: "a.ply", "there is such a file"),
            SystemError(operation: "open", path: "a.ply", number: 2),
            SceneDefect("positions", "expected rows of 3 numbers, found 2"),
        ]
        #expect(errors.map(\.localizedDescription) == errors.map { "\($0)" })
        #expect(errors[0].localizedDescription == "byte 84: expected 50 bytes, found 3")
    }
}
