import MeshComparison
import MeshModel
import Testing

@Suite struct ComparisonTests {
    /// Two triangles over four vertices with colours, a custom value and texture coordinates per corner.
    private func quad() -> MeshScene {
        var set = VertexSet(count: 4)
        set.attributes = [
            Attribute(.position, Column([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] as [Float], components: 3)),
            Attribute(
                .color(0), Column([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9] as [UInt8], components: 3),
                normalized: true, frame: .srgb),
            Attribute(AttributeSemantic(name: "confidence"), Column([0.5, 1, 0.25, 0] as [Float])),
        ]
        set.pools = [
            Attribute(.texCoord(0), Column([0, 0, 1, 0, 1, 1, 7, 7] as [Float], components: 2), frame: .bottomLeftUV)
        ]
        let triangles = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 2, 3] as [Int32]),
            cornerAttributes: [CornerAttribute(pool: 0, indices: Column([0, 1, 2, 0, 2, -1] as [Int32]))])
        return MeshScene(vertexSets: [set], primitives: [triangles])
    }

    private func differences(_ target: MeshScene, _ change: (inout Correspondence) -> Void = { _ in }) -> [Difference] {
        var links = Correspondence.identity(of: quad())
        change(&links)
        return Comparison.differences(from: quad(), to: target, by: links)
    }

    @Test func aSceneDoesNotDifferFromItself() { #expect(differences(quad()).isEmpty) }

    @Test func aMissingAttributeIsMissedWithItsCount() {
        var target = quad()
        target.vertexSets[0].attributes.removeLast()
        #expect(differences(target) == [Difference(.presence, "/vertexSets/0/confidence", count: 4)])
    }

    @Test func textsThatOnlyLookAlikeDiffer() {
        var (source, target) = (quad(), quad())
        source.meshes[0].name = "\u{E9}"
        target.meshes[0].name = "e\u{301}"
        source.metadata = [MetadataEntry(key: "comment", value: "\u{E9}")]
        target.metadata = [MetadataEntry(key: "comment", value: "e\u{301}")]
        let links = Correspondence.identity(of: source)
        let found = Comparison.differences(from: source, to: target, by: links)
        #expect(found.map(\.subject).contains("/meshes/0") && found.map(\.subject).contains("/metadata/comment"))
    }

    @Test func zerosOfBothSignsAndAllNaNsAreEqual() {
        var source = quad()
        var target = quad()
        source.vertexSets[0].attributes[2].values = Column([0, .nan, 1, 1] as [Float])
        target.vertexSets[0].attributes[2].values = Column([-0.0, -.nan, 1, 1] as [Float])
        let links = Correspondence.identity(of: source)
        #expect(Comparison.differences(from: source, to: target, by: links).isEmpty)
    }

    @Test func aWholeNumberInAnotherTypeIsEqualAndItsTypeDiffers() {
        var target = quad()
        target.vertexSets[0].attributes[2].values = Column([0.5, 1, 0.25, 0] as [Double])
        #expect(differences(target) == [Difference(.type, "/vertexSets/0/confidence", count: 4)])
    }

    @Test func aColourCodeAndItsFloatAreEqualUnderTheCodec() {
        var target = quad()
        let floats = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9].map { Float($0) / 255 }
        target.vertexSets[0].attributes[1] = Attribute(.color(0), Column(floats, components: 3), frame: .srgb)
        let path = "/vertexSets/0/COLOR_0"
        let found = differences(target) {
            $0.attributes = $0.attributes.map { $0.source == path ? .init(path, path, codec: .normalized(.uint8)) : $0 }
        }
        #expect(found == [Difference(.type, path, count: 4)])
    }

    @Test func aMovedVertexIsAValueWithItsDistance() {
        var target = quad()
        target.vertexSets[0].attributes[0].values = Column(
            [0, 0, 0, 1, 0, 0, 1, 1.5, 0, 0, 1, 0] as [Float], components: 3)
        #expect(
            differences(target) == [
                Difference(
                    .value, "/vertexSets/0/POSITION", count: 1, valueClass: .approximated, largestError: 0.5)
            ])
    }

    @Test func anIndexThatPointsElsewhereBreaksIncidence() {
        var target = quad()
        target.meshes[0].primitives[0].vertices = Column([0, 1, 3, 0, 2, 3] as [Int32])
        let found = differences(target)
        #expect(
            found.contains { $0.facet == .value && $0.subject == "/meshes/0/primitives/0/corners" && $0.count == 1 })
    }

    @Test func splitVerticesAreSharingOnly() {
        var target = quad()
        target.vertexSets[0].count = 5
        for index in target.vertexSets[0].attributes.indices {
            let attribute = target.vertexSets[0].attributes[index]
            let width = attribute.values.components
            var numbers = attribute.values.doubles()
            numbers += numbers[0..<width]
            target.vertexSets[0].attributes[index].values =
                attribute.normalized
                ? Column(numbers.map { UInt8($0) }, components: width)
                : Column(numbers.map { Float($0) }, components: width)
        }
        target.meshes[0].primitives[0].vertices = Column([0, 1, 2, 4, 2, 3] as [Int32])
        let found = differences(target) { $0.vertices = .gather([0, 1, 2, 3, 0]) }
        #expect(found == [Difference(.sharing, "/vertexSets/0", count: 1)])
    }

    @Test func aCornerWithoutValueThatGetsOneIsGenerated() {
        var target = quad()
        target.meshes[0].primitives[0].cornerAttributes[0].indices = Column([0, 1, 2, 0, 2, 0] as [Int32])
        #expect(differences(target) == [Difference(.generated, "/vertexSets/0/pools/0", count: 1)])
    }

    @Test func poolRowsThatNobodyUsesAreMissedWhenTheyDoNotArrive() {
        var target = quad()
        target.vertexSets[0].pools[0].values = Column([0, 0, 1, 0, 1, 1] as [Float], components: 2)
        #expect(differences(target) == [Difference(.presence, "/vertexSets/0/pools/0", count: 1)])
    }

    @Test func poolsThatStandBehindEachOtherInOneArriveWhole() {
        func pool(_ values: [Float]) -> Attribute {
            Attribute(.texCoord(0), Column(values, components: 2), frame: .bottomLeftUV)
        }
        func scene(_ pools: [[Float]]) -> MeshScene {
            var scene = MeshScene(vertexSets: pools.map { VertexSet(count: 0, pools: [pool($0)]) }, primitives: [])
            scene.meshes[0].name = "m"
            return scene
        }
        var links = Correspondence()
        links.attributes = [
            Correspondence.AttributeLink("/vertexSets/0/pools/0", "/vertexSets/0/pools/0"),
            Correspondence.AttributeLink("/vertexSets/1/pools/0", "/vertexSets/0/pools/0"),
        ]
        links.nodes = [0]
        links.meshes = [0]
        let source = scene([[0, 1], [2, 3, 4, 5]])
        #expect(Comparison.differences(from: source, to: scene([[0, 1, 2, 3, 4, 5]]), by: links).isEmpty)
        #expect(
            Comparison.differences(from: source, to: scene([[0, 1, 2, 3, 4, 6]]), by: links)
                == [Difference(.presence, "/vertexSets/1/pools/0", count: 2)])
    }

    @Test func cornersThatNoLongerShareARowDifferInSharing() {
        var target = quad()
        target.vertexSets[0].pools[0].values = Column(
            [0, 0, 1, 0, 1, 1, 0, 0, 1, 1] as [Float], components: 2)
        target.meshes[0].primitives[0].cornerAttributes[0].indices = Column([0, 1, 2, 3, 4, -1] as [Int32])
        #expect(
            differences(target) == [
                Difference(.sharing, "/vertexSets/0/pools/0", count: 2),
                Difference(.presence, "/vertexSets/0/pools/0", count: 1),
            ])
    }

    @Test func aLostElementIsMissedOnItsPrimitive() {
        var target = quad()
        target.meshes[0].primitives[0].elementCount = 1
        target.meshes[0].primitives[0].vertices = Column([0, 1, 2] as [Int32])
        target.meshes[0].primitives[0].cornerAttributes[0].indices = Column([0, 1, 2] as [Int32])
        #expect(differences(target).contains(Difference(.presence, "/meshes/0/primitives/0", count: 1)))
    }

    @Test func metadataIsComparedAsLinesPerKey() {
        var source = quad()
        source.metadata = [MetadataEntry(key: "comment", value: "a"), MetadataEntry(key: "comment", value: "b")]
        var target = source
        let links = Correspondence.identity(of: source)
        target.metadata.swapAt(0, 1)
        #expect(
            Comparison.differences(from: source, to: target, by: links) == [
                Difference(.order, "/metadata/comment", count: 1)
            ])
        target.metadata = [MetadataEntry(key: "comment", value: "a")]
        #expect(
            Comparison.differences(from: source, to: target, by: links) == [
                Difference(.presence, "/metadata/comment", count: 1)
            ])
    }

    @Test func aWrongCertificateOnlyAddsDifferences() {
        #expect(!differences(quad()) { $0.vertices = .gather([1, 0, 2, 3]) }.isEmpty)
        #expect(!differences(quad()) { $0.elements[.polygons] = .gather([1, 0]) }.isEmpty)
        #expect(!differences(quad()) { $0.attributes.removeFirst() }.isEmpty)
        #expect(!differences(quad()) { $0.vertices = .gather([0, 1, 2, -1]) }.isEmpty)
    }

    // MARK: Frames

    private static let path = "/vertexSets/0/COLOR_0"

    private func found(_ from: Attribute, _ to: Attribute, _ codec: Correspondence.Codec) -> [Difference] {
        func scene(_ attribute: Attribute) -> MeshScene {
            MeshScene(vertexSets: [VertexSet(count: attribute.count, attributes: [attribute])], primitives: [])
        }
        let path = "/vertexSets/0/\(from.semantic.name)"
        var links = Correspondence.identity(of: scene(from))
        links.attributes = [.init(path, path, codec: codec)]
        return Comparison.differences(from: scene(from), to: scene(to), by: links)
    }

    @Test func linearColoursAreEqualToTheirCodesUnderTheCodec() {
        let codes = Attribute(
            .color(0), Column([0, 10, 128, 77, 255, 200] as [UInt8], components: 3), normalized: true, frame: .srgb)
        let linear = Attribute(
            .color(0), ColorTransfer.converted(codes, to: .linear, type: .float32), frame: .linear)
        let type = [Difference(.type, Self.path, count: 2)]
        #expect(found(codes, linear, .transferred) == type)
        #expect(found(linear, codes, .transferred) == type)
        #expect(found(codes, linear, .normalized(.uint8)).contains { $0.facet == .value })
        // A value that comes back in the source's own form is compared directly.
        #expect(found(linear, linear, .transferred).isEmpty)
    }

    @Test func aLinearColourBetweenTwoCodesDiffersByItsOwnMeasure() throws {
        let linear = Attribute(.color(0), Column([0.5, 0, 1] as [Float], components: 3), frame: .linear)
        let codes = Attribute(
            .color(0), Column([188, 0, 255] as [UInt8], components: 3), normalized: true, frame: .srgb)
        let value = try #require(found(linear, codes, .transferred).first { $0.facet == .value })
        #expect(value.count == 1 && value.valueClass == .approximated)
        let back: Double = ColorTransfer.linear(fromSRGB: 188.0 / 255)
        let error: Double = 0.5 - Double(Float(back))
        #expect(value.largestError.map(abs) == abs(error))
    }

    @Test func aLinearCodeThatDoesNotComeBackCountsInEachRow() throws {
        func attribute(_ codes: [UInt8], _ frame: Frame) -> Attribute {
            Attribute(
                .color(0), Column(codes.flatMap { [$0, 0, 255] }, components: 3), normalized: true, frame: frame)
        }
        // 254 is 254.6 in sRGB, so 255; 1 is 12.9, so 13.
        let linear = attribute([254, 1, 254, 1, 1, 255], .linear)
        let codes = attribute([255, 13, 255, 200, 13, 255], .srgb)
        let value = try #require(found(linear, codes, .transferred).first { $0.facet == .value })
        #expect(value.count == 3 && value.valueClass == .approximated)
    }

    @Test func alphaStaysAsItIsUnderTheCodec() {
        let linear = Attribute(.color(0), Column([1, 0, 1, 0.2] as [Float], components: 4), frame: .linear)
        let codes = { (alpha: UInt8) in
            Attribute(.color(0), Column([255, 0, 255, alpha], components: 4), normalized: true, frame: .srgb)
        }
        #expect(!found(linear, codes(51), .transferred).contains { $0.facet == .value })
        #expect(found(linear, codes(124), .transferred).contains { $0.facet == .value })
    }

    @Test func coordinatesFromTheOtherEndAreEqualUnderTheCodec() {
        let top = Attribute(
            .texCoord(0), Column([0.1, 0.1, 1, 0, 0.5, 0.7] as [Float], components: 2), frame: .topLeftUV)
        var bottom = Attribute(.texCoord(0), UVFlip.flipped(top.values, type: .float32), frame: .bottomLeftUV)
        let path = "/vertexSets/0/TEXCOORD_0"
        #expect(found(top, bottom, .flippedV) == [Difference(.type, path, count: 3)])
        #expect(found(top, bottom, .identity).contains { $0.facet == .value })
        bottom.values = top.values
        #expect(found(top, bottom, .flippedV).contains { $0.facet == .value })
    }

    @Test func facesThatLostTheirMaterialLookAsIfTheyNeverHadOne() {
        var source = quad()
        source.materials = [SceneMaterial(name: "m")]
        source.meshes[0].primitives[0].material = .one(0)
        var links = Correspondence.identity(of: source)
        links.materials = []
        let lost = Difference(.presence, "/materials/0", count: 1)
        #expect(Comparison.differences(from: source, to: quad(), by: links) == [lost])
        var metal = quad()
        metal.bareModel = .metallicRoughness
        let binding = Difference(.value, "/meshes/0/primitives/0/material", count: 2, valueClass: .approximated)
        #expect(Set(Comparison.differences(from: source, to: metal, by: links)) == [lost, binding])
        // In glTF they were metal before.
        source.bareModel = .metallicRoughness
        #expect(Comparison.differences(from: source, to: metal, by: links) == [lost])
    }
}
