import Testing

@testable import FormatUSD

/// The course of a value over time.
@Suite struct USDCourseTests {
    private func course(
        _ samples: [(Double, USDValue)], none: [Double]? = nil, leftOut: inout Int
    ) -> USDCourse? {
        USDCourse(
            samples.map { USDSample(time: $0.0, value: $0.1) }, width: 1, none: none, leftOut: &leftOut
        ) { value in value.number.map { [$0] } }
    }

    private func number(_ value: Double) -> USDValue { .real(.double, value) }

    @Test func whereAValueEndsItIsHeldUntilTheNextOne() throws {
        var leftOut = 0
        let samples: [(Double, USDValue)] = [(0, number(1)), (1, .block), (2, .block), (3, number(5)), (4, number(6))]
        let held = try #require(course(samples, leftOut: &leftOut))
        #expect(Array(held.times) == [0, 3.0.nextDown, 3, 4] && Array(held.values) == [1, 1, 5, 6] && leftOut == 0)
        #expect(held.value(at: 2) == [1] && held.value(at: 3.5) == [5.5])
        // Before the first value there is none to hold.
        let late = try #require(course([(0, .block), (3, number(5))], leftOut: &leftOut))
        #expect(Array(late.times) == [3] && late.value(at: 0) == [5])
        #expect(course([(0, .block)], leftOut: &leftOut) == nil)
    }

    @Test func whatStandsInForAValueThatEndedIsThereUntilTheNextOne() throws {
        var leftOut = 0
        let samples: [(Double, USDValue)] = [(0, number(1)), (1, .block), (3, number(5))]
        let course = try #require(course(samples, none: [9], leftOut: &leftOut))
        #expect(Array(course.times) == [0, 1.0.nextDown, 1, 3.0.nextDown, 3])
        #expect(Array(course.values) == [1, 1, 9, 9, 5] && leftOut == 0)
    }

    @Test func samplesWithoutATimeOrValueOfTheirOwnAreLeftOut() throws {
        var leftOut = 0
        let samples: [(Double, USDValue)] = [
            (0, number(1)), (0, number(2)), (.nan, number(3)), (1, .text(.token, "a")), (1, number(.infinity)),
            (2, number(4)), (1.5, number(5)),
        ]
        let course = try #require(course(samples, leftOut: &leftOut))
        #expect(Array(course.times) == [0, 2] && Array(course.values) == [1, 4] && leftOut == 5)
    }

    @Test func rotationsTurnAlongTheShorterArc() {
        var course = USDCourse(width: 4, isRotation: true)
        course.append(0, [0, 0, 0, 1])
        // A quarter turn about z, by the quaternion on the other side.
        course.append(2, [0, 0, -0.5.squareRoot(), -0.5.squareRoot()])
        let turn = course.value(at: 1)
        let half = [0, 0, 0.3826834323650898, 0.9238795325112867]
        let sign = turn[3] < 0 ? -1.0 : 1
        #expect(zip(turn, half).allSatisfy { abs(sign * $0 - $1) < 1e-12 })
        #expect(course.value(at: -1) == [0, 0, 0, 1])
    }
}
