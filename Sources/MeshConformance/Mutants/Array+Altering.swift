// What mutants do to lists. Each returns whether it altered something.

extension Array {
    /// Changes the first element that `isWanted` selects.
    mutating func alterFirst(
        where isWanted: (Element) -> Bool = { _ in true }, _ change: (inout Element) -> Void
    ) -> Bool {
        guard let index = firstIndex(where: isWanted) else { return false }
        change(&self[index])
        return true
    }

    /// Changes the first element that `change` alters.
    mutating func alterAny(_ change: (inout Element) -> Bool) -> Bool {
        indices.contains { change(&self[$0]) }
    }

    /// Removes the first element.
    mutating func loseFirst() -> Bool {
        guard !isEmpty else { return false }
        removeFirst()
        return true
    }

    /// Removes the last element.
    mutating func loseLast() -> Bool { popLast() != nil }

    /// Removes all elements that `isUnwanted` selects.
    mutating func lose(where isUnwanted: (Element) -> Bool) -> Bool {
        let before = count
        removeAll(where: isUnwanted)
        return count < before
    }
}

extension Array where Element: Equatable {
    /// Exchanges the first two elements, if they differ.
    mutating func exchangeFirst() -> Bool {
        guard count > 1, self[0] != self[1] else { return false }
        swapAt(0, 1)
        return true
    }
}
