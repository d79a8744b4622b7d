import MeshBytes

/// The facts that a manifest states about a file, while they are compared with what was read.
struct FactSheet {
    /// The stated facts.
    let facts: JSONValue
    /// The number of compared facts.
    private(set) var count = 0
    /// One line for each fact that does not hold.
    private(set) var mismatches: [String] = []

    init(_ facts: JSONValue) { self.facts = facts }

    /// Compares a number, if it is stated.
    mutating func expect(_ name: String, _ actual: Int) {
        guard let wanted = facts[name]?.int else { return }
        compare(name, wanted, Int64(actual))
    }

    /// Compares a truth, if it is stated.
    mutating func expect(_ name: String, _ actual: Bool) {
        guard let wanted = facts[name]?.bool else { return }
        compare(name, wanted, actual)
    }

    /// Compares a text, if it is stated.
    mutating func expect(_ name: String, _ actual: String) {
        guard let wanted = facts[name]?.string else { return }
        compare(name, wanted, actual)
    }

    /// Compares a list of texts, if it is stated.
    mutating func expect(_ name: String, _ actual: [String]) {
        guard let wanted = facts[name]?.array else { return }
        compare(name, wanted.map { $0.string ?? "" }, actual)
    }

    /// Compares a list of numbers, if it is stated.
    mutating func expect(_ name: String, _ actual: [Double]) {
        guard let wanted = facts[name]?.array else { return }
        compare(name, wanted.map { $0.number ?? .nan }, actual)
    }

    /// Compares the counts of some kinds, if they are stated; none means 0.
    mutating func expect(_ name: String, counts actual: (String) -> Int) {
        for (kind, wanted) in facts[name]?.object ?? [] { compare("\(name).\(kind)", wanted.int, Int64(actual(kind))) }
    }

    /// Counts a fact, and enters a line if it does not hold.
    mutating func compare<T: Equatable>(_ name: String, _ wanted: T, _ actual: T) {
        count += 1
        if wanted != actual { fail("\(name): expected \(wanted), found \(actual)") }
    }

    /// Counts a fact that is compared in its own way, with a line for whatever does not hold.
    mutating func compare(_ mismatches: [String]) {
        count += 1
        self.mismatches += mismatches
    }

    /// Enters a line that is no stated fact's, such as a census that does not add up.
    mutating func fail(_ line: String) { mismatches.append(line) }
}
