import MeshComparison
import MeshModel
import Testing

/// An image is its bytes and its name; its path is layout.
@Suite struct ComparisonImageTests {
    private func differences(
        _ source: SceneImage, _ target: SceneImage?,
        _ areEqual: @escaping Comparison.ImageEquality = Comparison.imagesInMemoryAreEqual
    ) -> [String] {
        var (from, to) = (MeshScene(), MeshScene())
        from.images = [source]
        to.images = target.map { [$0] } ?? []
        var links = Correspondence.identity(of: from)
        links.images = to.images.indices.map { $0 }
        return Comparison.differences(from: from, to: to, by: links, imagesAreEqual: areEqual).map {
            "\($0.facet.rawValue) \($0.subject) \($0.count)"
        }
    }

    @Test func theNameOfAFileIsLayout() {
        #expect(differences(SceneImage(uri: "a.png", bytes: [1]), SceneImage(uri: "room.png", bytes: [1])).isEmpty)
        #expect(differences(SceneImage(uri: "a.png", path: "a.png"), SceneImage(uri: "", bytes: [1])).isEmpty)
    }

    @Test func aReferenceThatLeadsNowhereIsItsWords() {
        #expect(differences(SceneImage(uri: "a.png"), SceneImage(uri: "b.png")) == ["names /images/0 1"])
        #expect(differences(SceneImage(uri: "a.png"), SceneImage(uri: "a.png")).isEmpty)
    }

    @Test func aNameBesideIsContent() {
        #expect(
            differences(SceneImage(uri: "a.png", bytes: [1], name: "A"), SceneImage(uri: "a.png", bytes: [1]))
                == ["names /images/0 1"])
        #expect(differences(SceneImage(uri: "a.png", name: "A"), SceneImage(uri: "b.png")) == ["names /images/0 1"])
    }

    @Test func anImageThatIsNotFoundAnyMoreIsMissing() {
        #expect(differences(SceneImage(uri: "a.png", bytes: [1]), SceneImage(uri: "a.png")) == ["presence /images/0 1"])
        #expect(differences(SceneImage(uri: "a.png", bytes: [1]), nil) == ["presence /images/0 1"])
    }

    @Test func otherBytesAreAnotherValue() {
        #expect(
            differences(SceneImage(uri: "a.png", bytes: [1, 2]), SceneImage(uri: "b.png", bytes: [1, 3]))
                == ["value /images/0 1"])
    }

    @Test func theCallerComparesFiles() {
        let image = SceneImage(uri: "a.png", path: "x/a.png")
        #expect(differences(image, image) { _, _ in false } == ["value /images/0 1"])
        #expect(differences(image, image) { $0.path == $1.path }.isEmpty)
    }

    @Test func filesThatHaveEachOthersNamesCorrespondByTheirBytes() {
        var (from, to) = (MeshScene(), MeshScene())
        from.images = [SceneImage(uri: "t1.png", bytes: [1]), SceneImage(uri: "t0.png", bytes: [2])]
        to.images = [SceneImage(uri: "t0.png", bytes: [1]), SceneImage(uri: "t1.png", bytes: [2])]
        #expect(Correspondence.derived(from: from, to: to).images == [0, 1])
        to.images = [SceneImage(uri: "t0.png", bytes: [2]), SceneImage(uri: "t1.png", bytes: [1])]
        #expect(Correspondence.derived(from: from, to: to).images == [1, 0])
    }
}
