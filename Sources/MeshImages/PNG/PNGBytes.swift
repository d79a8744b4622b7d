extension Span<UInt8> {
    /// Copies the bytes of a range, which must lie inside.
    func array(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }
}
