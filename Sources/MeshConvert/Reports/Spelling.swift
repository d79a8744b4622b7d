/// Suggests known names for misspelt ones.
public enum Spelling {
    /// Returns `; did you mean 'ply.ascii'?` when a name is at most two edits (and less than half the word) away.
    public static func hint(_ word: String, in names: [String]) -> String {
        guard let best = nearest(word, in: names) else { return "" }
        return "; did you mean '\(best)'?"
    }

    /// Returns the nearest name, if one is near.
    public static func nearest(_ word: String, in names: [String]) -> String? {
        let lower = word.lowercased()
        // One letter is near to any other.
        guard (2...64).contains(lower.utf8.count) else { return nil }
        var best: (name: String, distance: Int)?
        for name in names where name != word {
            let distance = edits(Array(lower.utf8), Array(name.lowercased().utf8))
            if distance < best?.distance ?? 3 { best = (name, distance) }
        }
        guard let best, best.distance * 2 < max(lower.utf8.count, 3) else { return nil }
        return best.name
    }

    /// Returns the edit distance of two words: insertions, removals, changes and swaps of neighbours.
    static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var rows = [Array(0...b.count)]
        for i in 1..<max(a.count + 1, 1) {
            var row = [i]
            for j in 1..<max(b.count + 1, 1) {
                var cost = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, rows[i - 2][j - 2] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
