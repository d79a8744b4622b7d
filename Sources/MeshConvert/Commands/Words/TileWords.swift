/// What `--tile` says.
package enum TileWords {
    /// Returns the rule of a word: a length with its unit, as `5m`, or a number of points or faces, as `1000000`.
    package static func rule(_ word: String) throws(Failure) -> TileRule {
        if let (number, unit) = LengthWords.split(word), number.isFinite, number > 0 {
            if let unit, (number * unit).isFinite, number * unit > 0 { return .edge(number * unit) }
            if unit == nil, let count = Int(exactly: number) { return .count(count) }
        }
        throw Failure(
            usage: "expected --tile 5m or --tile 1000000 (the most points or faces), found '\(word)'")
    }
}
