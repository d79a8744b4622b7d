/// A request's `Content-Range: bytes FIRST-LAST/TOTAL` (RFC 9110, 14.4): a part of an upload that can be resumed.
public struct ContentRange: Equatable, Sendable {
    /// The position of the part's first byte.
    public let first: Int64
    /// The position behind the part's last byte.
    public let end: Int64
    /// The size of the whole upload in bytes.
    public let total: Int64

    /// Reads the header's value; nil for other units, an unknown total, and numbers that contradict each other.
    public init?(_ value: String) {
        let words = value.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let total = Self.number(halves[1]) else { return nil }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first <= last, last < total
        else { return nil }
        self.first = first
        self.end = last + 1
        self.total = total
    }

    /// Digits only: no sign, no blank.
    static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}
