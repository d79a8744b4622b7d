extension String {
    /// The text of UTF-8 bytes, or nil if they are not UTF-8. `String(validating:as:)` says the same from iOS 18 on.
    init?(utf8 bytes: some Collection<UInt8>) {
        // Decoding replaces what is wrong, so that only the text of sound bytes is those bytes again.
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
