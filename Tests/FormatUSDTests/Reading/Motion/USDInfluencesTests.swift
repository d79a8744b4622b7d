import MeshModel
import Testing

@testable import FormatUSD

/// Sets of four joints of a point, each joint once.
@Suite struct USDInfluencesTests {
    private func influences(_ joints: [Int32], _ weights: [Float], isConstant: Bool = false) -> USDInfluences {
        let size = joints.count
        return USDInfluences(
            joints: Column(joints, components: size), weights: Column(weights, components: size), size: size,
            isConstant: isConstant, jointCount: 4)
    }

    @Test func weightsOfAJointThatIsNamedSeveralTimesAreAddedUp() {
        // Few and many are looked up in different ways.
        let few = influences([3, 1, 3, 0, 1], [1, 2, 4, 8, 0]).attributes(points: 1)
        #expect(few.map(\.semantic) == [.joints(0), .weights(0), .joints(1), .weights(1)])
        #expect(few.map { $0.values.doubles() } == [[3, 1, 0, 0], [5, 2, 0, 8], [0, 0, 0, 0], [0, 0, 0, 0]])
        let many = influences([3, 1, 3, 0, 1, 3, 2, 1, 0, 2], [1, 2, 4, 8, 16, 32, 64, 128, 0, 256])
            .attributes(points: 1)
        #expect(many.count == 6)
        #expect(many[0].values.doubles() == [3, 1, 0, 0] && many[1].values.doubles() == [37, 146, 0, 8])
        #expect(many[2].values.doubles() == [0, 0, 2, 0] && many[3].values.doubles() == [0, 0, 320, 0])
        #expect(many[4].values.doubles() == [0, 0, 0, 0] && many[5].values.doubles() == [0, 0, 0, 0])
    }

    @Test func constantOnesAreThoseOfEachPoint() {
        let own = influences([2], [1], isConstant: true).attributes(points: 2)
        #expect(own.map { $0.values.doubles() } == [[2, 0, 0, 0, 2, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0]])
    }

    @Test(arguments: [([0, 3], true), ([0, 4], false), ([-1, 0], false)] as [([Int32], Bool)])
    func jointsAreThoseThatThereAre(joints: [Int32], areValid: Bool) {
        #expect(influences(joints, [1, 1]).areValid == areValid)
    }
}
