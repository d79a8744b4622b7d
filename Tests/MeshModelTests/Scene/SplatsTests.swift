import Testing

@testable import MeshModel

@Suite struct SplatsTests {
    private func set(_ names: [String], order: Frame.QuaternionOrder? = .wxyz) -> VertexSet {
        VertexSet(
            count: 1,
            attributes: names.map { name in
                var attribute = Attribute(AttributeSemantic(name: name), Column([0.5] as [Float]))
                if name.hasPrefix("rot_") { attribute.frame.quaternionOrder = order }
                return attribute
            })
    }

    @Test(arguments: 0...3) func theNumberOfCoefficientsSaysTheDegree(_ degree: Int) {
        // 62 numbers with position and normal are degree 3.
        #expect(SplatNames.all(degree: degree).count == [11, 20, 35, 56][degree])
        #expect(set(SplatNames.all(degree: degree)).splatDegree == degree)
    }

    @Test func allOfOneColourComesFirst() {
        #expect(SplatNames.rest(0, color: 1, degree: 3) == "f_rest_15")
        #expect(SplatNames.rest(2, color: 2, degree: 1) == "f_rest_8")
    }

    @Test func whatIsNotWholeIsNoSplat() {
        let names = SplatNames.all(degree: 1)
        for name in names { #expect(set(names.filter { $0 != name }).splatDegree == nil) }
        #expect(set(names + ["f_rest_9"]).splatDegree == nil)
        #expect(set(names, order: nil).splatDegree == nil)
    }
}
