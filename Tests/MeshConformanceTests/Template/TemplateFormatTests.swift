import MeshBytes
import MeshConformance
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// What each new format must show: it reads, it says what is broken and where, it obeys the law with every other format.
@Suite struct TemplateFormatTests {
    private let pipeline = Pipeline(StandardFormats.all + [TemplateFormat()])

    private func read(_ text: String) throws(ReadError) -> Document {
        try TemplateFormat().read(.bytes(Array(text.utf8), name: "x.points"), options: ReadOptions())
    }

    @Test func readsAPointOfEachLine() throws {
        let document = try read("0 0 0\n\n1 2.5 -3e1\r\n")
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.doubles() == [0, 0, 0, 1, 2.5, -30])
        #expect(document.scene.meshes[0].primitives[0].topology == .points)
        #expect(document.census.filter { !$0.isBalanced }.isEmpty)
    }

    @Test(arguments: [("0 0\n", "1:4"), ("0 0 0\n1 x 1\n", "2:3"), ("0 0 0 0\n", "1:7"), ("1,5 0 0", "1:1")])
    func brokenLinesAreRefusedWithAPlace(_ text: String, _ place: String) {
        let error = #expect(throws: ReadError.self) { try read(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.location.text == place)
    }

    @Test func whatDiffersIsWhatIsReported() {
        let law = LawCheck(pipeline)
        for seed in 1..<300 as Range<UInt64> {
            let outcome = law.check(Document(of: SceneGenerator.scene(seed: seed)), to: "points")
            #expect(outcome.breaches.isEmpty, "seed \(seed): \(outcome.breaches.joined(separator: "\n"))")
            // On to another format, from what was read.
            guard let document = outcome.readBack else { continue }
            for variant in ["ply.ascii", "obj", "points"] {
                let next = law.check(document, to: variant, forceScene: seed % 2 == 0)
                #expect(next.breaches.isEmpty, "seed \(seed) → \(variant): \(next.breaches.joined(separator: "\n"))")
            }
        }
    }
}
