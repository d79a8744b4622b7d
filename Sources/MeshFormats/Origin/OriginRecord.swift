package import MeshBytes

/// The words by which files of all formats have an origin record: what a file itself can't say about the scene that it was
/// written from.
package enum OriginRecord {
    /// The key of the record; no other data may have it.
    package static let key = "meshconv"
    /// What a line of text begins with that is a record.
    package static let word = "meshconv-origin "
}

extension Diagnostic {
    /// A note of a record that is ignored, or of the first part of it that is.
    package static func originIgnored(
        _ message: String, count: Int = 1, at location: InputLocation = .whole
    ) -> Diagnostic {
        Diagnostic("origin.ignored", .note, count: count, at: location, message)
    }

    /// The note of what does not fit a record; none where all does.
    package static func misfits(_ misfits: [String], at location: InputLocation = .whole) -> [Diagnostic] {
        guard let first = misfits.first else { return [] }
        return [
            .originIgnored(
                "meshconv's origin record doesn't match \(first): ignored there", count: misfits.count, at: location)
        ]
    }
}

// MARK: JSON

extension [(String, JSONValue)] {
    /// Adds a list that is not empty.
    package mutating func add(_ name: String, _ list: [JSONValue]) {
        if !list.isEmpty { append((name, .array(list))) }
    }

    /// Adds whole numbers, if there are any.
    package mutating func add(_ name: String, _ numbers: [Int]) { add(name, numbers.map { .int($0) }) }

    /// Adds names, if there are any.
    package mutating func add(_ name: String, _ names: [String?]) { add(name, names.map { JSONValue.name($0) }) }

    /// Adds what is true.
    package mutating func add(_ name: String, _ isTrue: Bool) {
        if isTrue { append((name, true)) }
    }
}

extension JSONValue {
    /// A name; null: none.
    package static func name(_ name: String?) -> JSONValue { name.map { .string($0) } ?? .null }

    /// The three numbers of a place.
    package static func numbers(_ place: SIMD3<Double>) -> JSONValue {
        .array((0..<3).map { .number(place[$0]) })
    }

    /// So many finite numbers; nil: it is something else.
    package func numbers(_ count: Int) -> [Double]? {
        let numbers = (array ?? []).compactMap(\.number)
        return numbers.count == count && array?.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// The three numbers of a place; nil: it is something else.
    package var place: SIMD3<Double>? { numbers(3).map { SIMD3($0[0], $0[1], $0[2]) } }

    /// The index that it is; nil: it is no whole number.
    package var index: Int? { int.map { Int(clamping: $0) } }

    /// Two indices; nil: it is something else.
    package var pair: (Int, Int)? {
        guard let first = self[0]?.index, let second = self[1]?.index else { return nil }
        return (first, second)
    }

    /// The values of a list; none where it is missing.
    package func list(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }

    /// The whole numbers of a list.
    package func indices(_ name: String) -> [Int] { list(name).compactMap(\.index) }

    /// The texts of a list.
    package func strings(_ name: String) -> [String] { list(name).compactMap(\.string) }

    /// What each value of a list means; nil: one of them means nothing.
    package func all<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> [Value]? {
        let values = list(name).compactMap(read)
        return values.count == list(name).count ? values : nil
    }
}
