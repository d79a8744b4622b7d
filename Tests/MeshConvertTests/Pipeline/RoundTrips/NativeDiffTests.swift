import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

@Suite("Two files of one format are compared natively")
struct NativeDiffTests {
    private struct Native: NativeDocument {
        var words: [String]

        func differences(from other: any NativeDocument) -> [NativeDifference]? {
            guard let other = other as? Native else { return nil }
            return words.filter { !other.words.contains($0) }.map { NativeDifference(.presence, $0, "only here") }
        }
    }

    private struct Plain: NativeDocument {}

    private func document(_ native: any NativeDocument, _ residue: [Residue] = []) -> Document {
        Document(format: "x", variant: "x", native: native, scene: MeshScene(), residue: residue, byteCount: 0)
    }

    private func diff(_ a: Document, _ b: Document, exact: Bool) -> Diff {
        var options = Diff.Options()
        options.exact = exact
        return Diff(from: a, "a", to: b, "b", options: options)
    }

    @Test("when every difference counts")
    func exact() {
        let residue = [Residue(path: "odd", kind: "odd", count: 3)]
        let (a, b) = (document(Native(words: ["one", "two"]), residue), document(Native(words: ["two"])))
        let found = diff(a, b, exact: true)
        #expect(found.findings.map(\.name) == ["one"] && found.findings.map(\.detail) == ["only here"])
        #expect(!found.isEqual && found.findings[0].difference.subject == "native:one")
        #expect(found.json.text(.pretty).contains("\"detail\": \"only here\""))
        // Otherwise by the kinds of facts that the scene doesn't hold.
        #expect(diff(a, b, exact: false).findings.map(\.name) == ["odd"])
        #expect(diff(b, a, exact: true).isEqual)
    }

    @Test("where the format can; else by the kinds of what scenes do not hold")
    func others() {
        let residue = [Residue(path: "odd", kind: "odd", count: 3)]
        let found = diff(document(Plain(), residue), document(Plain()), exact: true)
        #expect(found.findings.map(\.name) == ["odd"] && found.findings[0].detail == nil)
    }
}
