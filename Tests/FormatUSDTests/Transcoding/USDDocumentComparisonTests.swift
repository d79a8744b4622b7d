import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("Two documents of USD differ")
struct USDDocumentComparisonTests {
    private func document(_ text: String, _ files: [String: String] = [:]) throws -> Document {
        var options = ReadOptions()
        for (name, text) in files { options.sideFiles[name] = .bytes(Array(text.utf8)) }
        return try USDFormat().read(.bytes(Array("#usda 1.0\n\(text)".utf8), name: "a.usda"), options: options)
    }

    private func differences(_ first: Document, _ second: Document) -> [String] {
        (first.native.differences(from: second.native) ?? []).map { "\($0.facet) \($0.path): \($0.detail)" }
    }

    @Test("in what no scene holds")
    func residue() throws {
        let first = try document("(\n  whoKnows = 3\n)\ndef \"A\" {\n  int x = 1\n  int y\n}\n")
        let second = try document("(\n  whoElse = 3\n)\ndef \"A\" {\n  int x = 2\n  int z\n}\n")
        #expect(
            differences(first, second) == [
                "presence / whoKnows: only here", "generated / whoElse: only there", "presence /A.y: only here",
                "generated /A.z: only there", "value /A.x default: 1 here, 2 there",
            ])
        #expect(differences(first, first) == [])
    }

    @Test("in the layers that they name")
    func layers() throws {
        let text = "def \"A\" (references = @./one.usda@</B>) {\n  asset f = @./one.usda@\n}\n"
        let layer = "#usda 1.0\ndef \"B\" {\n  int x = 1\n}\n"
        let first = try document(text, ["one.usda": layer])
        // Another name for the same file.
        let renamed = text.replacing("one.usda", with: "deep/other.usda")
        let second = try document(renamed, ["deep/other.usda": layer])
        #expect(differences(first, second) == [])
        let third = try document(renamed, ["deep/other.usda": layer.replacing("x = 1", with: "x = 2")])
        #expect(differences(first, third) == ["value one.usda: /B.x default: 1 here, 2 there"])
        // A file that isn't found is a difference.
        #expect(differences(first, try document(renamed)).count == 2)
        #expect(differences(try document(text), try document(text)) == [])
    }

    @Test("in the bytes of files, not in their names")
    func files() throws {
        let text = "def \"A\" {\n  asset f = @./one.png@\n  asset[] g = [@./one.png@]\n}\n"
        let first = try document(text, ["one.png": "PNG"])
        let renamed = text.replacing("one.png", with: "other.png")
        #expect(differences(first, try document(renamed, ["other.png": "PNG"])) == [])
        #expect(differences(first, try document(renamed, ["other.png": "PNH"])).count == 2)
        #expect(differences(first, try document(renamed)).count == 2)
        #expect(differences(try document(text), try document(renamed)).count == 2)
    }

    @Test("not from documents of other formats")
    func others() throws {
        struct Other: NativeDocument {}
        #expect(try document("").native.differences(from: Other()) == nil)
        #expect(Other().differences(from: Other()) == nil)
    }
}
