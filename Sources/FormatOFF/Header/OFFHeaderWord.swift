/// The first word of an OFF file: `[ST][C][N][4][n]OFF`, the letters in this order.
struct OFFHeaderWord {
    var hasTexCoords = false
    var hasColors = false
    var hasNormals = false
    var isHomogeneous = false
    /// Whether the number of dimensions follows.
    var hasDimension = false
    /// How many bytes the word has.
    private(set) var count = 0

    /// Reads the word at the beginning of a text; nil: the text begins with something else.
    ///
    /// A digit may follow at once, as in `OFF8 6 12`.
    init?(_ text: some Collection<UInt8>) {
        var rest = Array(text.prefix(9))[...]
        func take(_ word: StaticString) -> Bool {
            let bytes = Array(word.description.utf8)
            guard rest.starts(with: bytes) else { return false }
            rest.removeFirst(bytes.count)
            count += bytes.count
            return true
        }
        hasTexCoords = take("ST")
        hasColors = take("C")
        hasNormals = take("N")
        isHomogeneous = take("4")
        hasDimension = take("n")
        if !take("OFF") {
            // Small letters would be ambiguous in all words but this one.
            guard count == 0, take("off") || take("Off") else { return nil }
        }
        guard rest.first.map({ $0 <= 0x20 || $0 == 0x23 || (0x30...0x39).contains($0) }) ?? true else { return nil }
    }

    /// The word for these fields.
    static func text(hasTexCoords: Bool, hasColors: Bool, hasNormals: Bool) -> String {
        (hasTexCoords ? "ST" : "") + (hasColors ? "C" : "") + (hasNormals ? "N" : "") + "OFF"
    }
}
