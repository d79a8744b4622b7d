import MeshComparison
import MeshModel
import Testing

/// Scenes of several sets and meshes that are joined, or one scene that is split.
@Suite struct ComparisonOfManyTests {
    /// Triangles with vertices, texture coordinates at corners and a value each, in separate sets or in one.
    private func scene(_ count: Int, isJoined: Bool) -> MeshScene {
        func positions(_ number: Int) -> [Float] { [0, 0, 0, 1, 0, Float(number), 1, 1, 0] }
        func coordinates(_ number: Int) -> [Float] { [0, 0, Float(number), 0, 1, 1] }
        var scene = MeshScene()
        for group in isJoined ? [0..<count] : (0..<count).map({ $0..<$0 + 1 }) {
            var set = VertexSet(count: 3 * group.count)
            set.attributes = [Attribute(.position, Column(group.flatMap(positions), components: 3))]
            set.pools = [
                Attribute(.texCoord(0), Column(group.flatMap(coordinates), components: 2), frame: .bottomLeftUV)
            ]
            scene.vertexSets.append(set)
            var triangles = Primitive(
                topology: .polygons, vertexSet: scene.vertexSets.count - 1, elementCount: group.count,
                arity: .uniform(3), vertices: nil, cornerAttributes: [CornerAttribute(pool: 0, indices: nil)])
            triangles.elementAttributes = [
                Attribute(AttributeSemantic(name: "quality"), Column(group.map { Float($0) }))
            ]
            scene.meshes.append(Mesh(primitives: [triangles]))
        }
        return scene
    }

    private func told(_ differences: [Difference]) -> [String] {
        differences.filter { $0.facet == .value }.map { "\($0.subject) \($0.count)" }
    }

    @Test func whatBecameOneIsFoundInItsPart() {
        let source = scene(40, isJoined: false)
        var target = scene(40, isJoined: true)
        let links = Correspondence.derived(from: source, to: target)
        #expect(told(Comparison.differences(from: source, to: target, by: links)).isEmpty)
        var numbers = target.vertexSets[0].attributes[0].values.doubles()
        numbers[17 * 9 + 8] = 5
        target.vertexSets[0].attributes[0].values = Column(numbers.map { Float($0) }, components: 3)
        numbers = target.vertexSets[0].pools[0].values.doubles()
        numbers[23 * 6] = 5
        target.vertexSets[0].pools[0].values = Column(numbers.map { Float($0) }, components: 2)
        numbers = target.meshes[0].primitives[0].elementAttributes[0].values.doubles()
        numbers[31] = 5
        target.meshes[0].primitives[0].elementAttributes[0].values = Column(numbers.map { Float($0) })
        #expect(
            told(Comparison.differences(from: source, to: target, by: links)) == [
                "/vertexSets/17/POSITION 1", "/vertexSets/23/pools/0 1", "/meshes/31/primitives/0/quality 1",
            ])
    }

    @Test func whatBecameSeveralIsFoundInThem() {
        let source = scene(40, isJoined: true)
        var target = scene(40, isJoined: false)
        let links = Correspondence.derived(from: source, to: target)
        #expect(told(Comparison.differences(from: source, to: target, by: links)).isEmpty)
        for set in [3, 30] {
            var numbers = target.vertexSets[set].attributes[0].values.doubles()
            numbers[0] = 5
            target.vertexSets[set].attributes[0].values = Column(numbers.map { Float($0) }, components: 3)
            numbers = target.vertexSets[set].pools[0].values.doubles()
            numbers[0] = 5
            target.vertexSets[set].pools[0].values = Column(numbers.map { Float($0) }, components: 2)
        }
        let found = Comparison.differences(from: source, to: target, by: links).filter { $0.facet == .value }
        #expect(Set(found.map(\.subject)) == ["/vertexSets/0/POSITION", "/vertexSets/0/pools/0"])
        #expect(found.reduce(0) { $0 + $1.count } == 4)
    }
}
