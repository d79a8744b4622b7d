extension Collection<UInt8> {
    /// Whether the bytes stand somewhere in these, of which there are few.
    package func holds(_ bytes: some Collection<UInt8>) -> Bool {
        indices.contains { self[$0...].starts(with: bytes) }
    }
}
