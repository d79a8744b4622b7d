extension String {
    /// Decodes UTF-8; nil if the bytes are invalid. Same as `String(validating:as:)`, which needs iOS 18.
    package init?(utf8 bytes: some Collection<UInt8>) {
        // Decoding replaces errors, so only valid bytes come back unchanged.
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
