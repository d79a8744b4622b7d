/// A sum with compensation for rounding: correct to the last bits for any number of terms of either sign.
struct CompensatedSum {
    private var sum = 0.0
    private var rest = 0.0

    var value: Double { rest.isFinite ? sum + rest : sum }

    /// Adds a term (Neumaier's method, which also works if a term is larger than the sum).
    @inline(__always)
    mutating func add(_ term: Double) {
        let next = sum + term
        rest += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }
}
