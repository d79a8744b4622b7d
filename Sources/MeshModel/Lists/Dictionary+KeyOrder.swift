// Not inlinable, and for two types of keys: one code for the many places that list a dictionary always in the same order. A
// sort that is compiled anew for each type of values takes three kilobytes of the program.

extension Dictionary where Key == String {
    /// The entries by their keys, the least first.
    package var inKeyOrder: [(key: Key, value: Value)] { entries(of: keys.sorted()) }
}

extension Dictionary where Key == Int {
    /// The entries by their keys, the least first.
    package var inKeyOrder: [(key: Key, value: Value)] { entries(of: keys.sorted()) }
}

extension Dictionary {
    private func entries(of keys: [Key]) -> [(key: Key, value: Value)] {
        keys.compactMap { key in self[key].map { (key, $0) } }
    }
}
