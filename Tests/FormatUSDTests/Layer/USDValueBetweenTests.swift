import MeshModel
import Testing

@testable import FormatUSD

/// The rules of `UsdAttribute` with linear interpolation: quaternions turn, whole numbers and texts are held.
@Suite("A value between two samples")
struct USDValueBetweenTests {
    private func array(_ type: USDType, _ column: Column) -> USDValue { .array(USDArray(type: type, values: column)) }

    private func numbers(_ value: USDValue) -> [Double]? {
        switch value {
        case .real(_, let number): [number]
        case .tuple(_, let numbers): numbers
        case .integer(_, let number): [Double(number)]
        case .array(let array): array.values.doubles()
        default: nil
        }
    }

    @Test("of fractions is the weighted mean")
    func fractions() {
        #expect(numbers(USDValue.real(.double, 1).between(.real(.double, 3), 0.25)) == [1.5])
        let middle = USDValue.tuple(.double3, [0, 2, 4]).between(.tuple(.double3, [1, 4, 0]), 0.5)
        #expect(numbers(middle) == [0.5, 3, 2])
        for (type, column) in [
            (USDType.float, Column([0, 2] as [Float])), (.double, Column([0, 2] as [Double])),
        ] {
            let other = type == .float ? Column([4, 4] as [Float]) : Column([4, 4] as [Double])
            let value = array(type, column).between(array(type, other), 0.25)
            #expect(numbers(value) == [1, 2.5])
            if case .array(let array) = value { #expect(array.type == type) }
        }
    }

    @Test("of short fractions is of their type")
    func halves() throws {
        let first = try #require(try USDTexts.value("half2[]", "[(0, 2), (1, 1)]"))
        let second = try #require(try USDTexts.value("half2[]", "[(4, 4), (1, 1.2)]"))
        guard case .array(let array) = first.between(second, 0.25) else { return #expect(Bool(false)) }
        // The last one is 1.2 as a half, 1 + 205/1024, a quarter of the way from 1.
        #expect(array.type == .half2 && array.values.components == 2)
        #expect(array.values.doubles() == [1, 2.5, 1, 1.0498046875])
    }

    @Test("of quaternions is the turn half-way, as long as both")
    func quaternions() throws {
        // Half of a quarter turn about z.
        let none: [Double] = [0, 0, 0, 1]
        let quarter: [Double] = [0, 0, 0.5.squareRoot(), 0.5.squareRoot()]
        let value = USDValue.tuple(.quatd, none).between(.tuple(.quatd, quarter), 0.5)
        guard case .tuple(.quatd, let turn) = value else { return #expect(Bool(false), "\(value)") }
        let expected = [0, 0, 0.3826834323650898, 0.9238795325112867]
        #expect(zip(turn, expected).allSatisfy { abs($0 - $1) < 1e-12 })
    }

    @Test("of whole numbers, texts, other types and other lengths is the first")
    func held() {
        let pairs: [(USDValue, USDValue)] = [
            (.integer(.int, 1), .integer(.int, 3)),
            (.real(.double, 1), .real(.float, 3)), (.tuple(.int3, [1, 2, 3]), .tuple(.int3, [3, 4, 5])),
            (array(.float, Column([0, 2] as [Float])), array(.float, Column([4] as [Float]))),
            (array(.int, Column([0, 2] as [Int32])), array(.int, Column([4, 4] as [Int32]))),
        ]
        for (first, second) in pairs { #expect(numbers(first.between(second, 0.5)) == numbers(first)) }
        if case .text(.token, let text) = USDValue.text(.token, "a").between(.text(.token, "b"), 0.5) {
            #expect(text == "a")
        } else {
            Issue.record("no text")
        }
    }
}
