/// Gives out names that differ from each other. Thousands of equal ones take time in proportion to their number.
package struct DistinctNames {
    private var taken: Set<String>
    /// The last number that was appended to each name.
    private var last: [String: Int] = [:]

    /// - Parameter taken: names that aren't given out.
    package init(taken: Set<String> = []) { self.taken = taken }

    /// The name, or `name_2`, `name_3` … when it is taken.
    package mutating func numbered(_ name: String) -> String {
        taken.insert(name).inserted ? name : numbered(name, from: 2)
    }

    /// The name, or `name_`, `name__` … when it is taken; after three such, `name_4` and so on: names would grow with
    /// their number.
    package mutating func underscored(_ name: String) -> String {
        var own = name
        for _ in 0...3 {
            if taken.insert(own).inserted { return own }
            own += "_"
        }
        return numbered(name, from: 4)
    }

    private mutating func numbered(_ name: String, from first: Int) -> String {
        var number = last[name] ?? first - 1
        while true {
            number += 1
            let own = "\(name)_\(number)"
            if taken.insert(own).inserted {
                last[name] = number
                return own
            }
        }
    }
}
