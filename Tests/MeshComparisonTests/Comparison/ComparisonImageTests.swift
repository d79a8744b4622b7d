import MeshComparison
import MeshModel
import Testing

/// An image is its bytes and its name; its path is layout.
@Suite struct ComparisonImageTests {
    private func differences(
        _ source: Image, _ target: Image?,
        _ areEqual: @escaping Comparison.ImageEquality = Comparison.imagesInMemoryAreEqual
    ) -> [String] {
        var (from, to) = (Scene(), Scene())
        from.images = [source]
        to.images = target.map { [$0] } ?? []
        var links = Correspondence.identity(of: from)
        links.images = to.images.indices.map { $0 }
        return Comparison.differences(from: from, to: to, by: links, imagesAreEqual: areEqual).map {
            "\($0.facet.rawValue) \($0.subject) \($0.count)"
        }
    }

    @Test func theNameOfAFileIsLayout() {
        #expect(differences(Image(uri: "a.png", bytes: [1]), Image(uri: "room.png", bytes: [1])).isEmpty)
        #expect(differences(Image(uri: "a.png", path: "a.png"), Image(uri: "", bytes: [1])).isEmpty)
    }

    @Test func aReferenceThatLeadsNowhereIsItsWords() {
        #expect(differences(Image(uri: "a.png"), Image(uri: "b.png")) == ["names /images/0 1"])
        #expect(differences(Image(uri: "a.png"), Image(uri: "a.png")).isEmpty)
    }

    @Test func aNameBesideIsContent() {
        #expect(
            differences(Image(uri: "a.png", bytes: [1], name: "A"), Image(uri: "a.png", bytes: [1]))
                == ["names /images/0 1"])
        #expect(differences(Image(uri: "a.png", name: "A"), Image(uri: "b.png")) == ["names /images/0 1"])
    }

    @Test func anImageThatIsNotFoundAnyMoreIsMissing() {
        #expect(differences(Image(uri: "a.png", bytes: [1]), Image(uri: "a.png")) == ["presence /images/0 1"])
        #expect(differences(Image(uri: "a.png", bytes: [1]), nil) == ["presence /images/0 1"])
    }

    @Test func otherBytesAreAnotherValue() {
        #expect(
            differences(Image(uri: "a.png", bytes: [1, 2]), Image(uri: "b.png", bytes: [1, 3]))
                == ["value /images/0 1"])
    }

    @Test func theCallerComparesFiles() {
        let image = Image(uri: "a.png", path: "x/a.png")
        #expect(differences(image, image) { _, _ in false } == ["value /images/0 1"])
        #expect(differences(image, image) { $0.path == $1.path }.isEmpty)
    }

    @Test func filesThatHaveEachOthersNamesCorrespondByTheirBytes() {
        var (from, to) = (Scene(), Scene())
        from.images = [Image(uri: "t1.png", bytes: [1]), Image(uri: "t0.png", bytes: [2])]
        to.images = [Image(uri: "t0.png", bytes: [1]), Image(uri: "t1.png", bytes: [2])]
        #expect(Correspondence.derived(from: from, to: to).images == [0, 1])
        to.images = [Image(uri: "t0.png", bytes: [2]), Image(uri: "t1.png", bytes: [1])]
        #expect(Correspondence.derived(from: from, to: to).images == [1, 0])
    }
}
