import MeshConformance
import Testing

/// How many losses may be foretold that do not come.
@Suite struct ForecastTests {
    private func forecast(_ count: Int, inVain: Int) -> Forecast {
        var result = Forecast()
        result.count = count
        result.inVain = inVain
        return result
    }

    @Test func oneInAHundredMayBeInVain() {
        #expect(Forecast().holds)
        #expect(forecast(200, inVain: 2).holds)
        #expect(!forecast(200, inVain: 3).holds)
        #expect(!forecast(99, inVain: 1).holds)
    }

    @Test func conversionsAreCountedTogether() {
        var sum = forecast(10, inVain: 1)
        sum += forecast(90, inVain: 0)
        #expect(sum == forecast(100, inVain: 1))
        #expect(sum.text == "1 of 100 losses were foretold in vain")
    }
}
