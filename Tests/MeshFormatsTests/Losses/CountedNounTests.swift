import Testing

@testable import MeshFormats

@Suite struct CountedNounTests {
    @Test(arguments: [
        ("faces", "face"), ("vertices", "vertex"), ("entries", "entry"), ("meshes", "mesh"),
        ("faces of fewer than three corners", "face of fewer than three corners"), ("open edges", "open edge"),
    ])
    func oneThingIsSingular(plural: String, singular: String) {
        #expect(CountedNoun.text(1, plural) == singular)
        for count in [0, 2, 1000] { #expect(CountedNoun.text(count, plural) == plural) }
    }

    @Test func messagesOfLossesCountByIt() {
        let loss = Loss(
            .vertexReordered, .generated, subject: "/vertexSets", name: "vertices", count: 1, unit: "orders",
            cause: "STL has vertices in the order of their faces")
        #expect(loss.message == "vertices (1 order): STL has vertices in the order of their faces")
    }
}
