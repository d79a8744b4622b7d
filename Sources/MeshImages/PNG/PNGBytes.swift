extension Span<UInt8> {
    /// The bytes of a range that lies inside.
    func array(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }
}
