/// A sum that remembers what rounding took from it: right to the last bits for any number of terms of either sign.
struct CompensatedSum {
    private var sum = 0.0
    private var rest = 0.0

    /// The sum so far.
    var value: Double { rest.isFinite ? sum + rest : sum }

    /// Adds a term (Neumaier's order, which holds also where a term is larger than the sum).
    @inline(__always)
    mutating func add(_ term: Double) {
        let next = sum + term
        rest += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }
}
