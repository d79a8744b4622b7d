import MeshBytes

/// C strings that stay where they are as long as the object lives. Texts with the same bytes are stored once: those that are
/// only canonically equal may be names of different files.
@safe final class Texts: @unchecked Sendable {
    private let lock = Lock()
    private var known: [[UInt8]: UnsafeMutablePointer<CChar>] = unsafe [:]

    /// Returns a text for C; nil for nil. What follows a NUL inside of it can't be seen there.
    func pointer(_ text: String?) -> UnsafePointer<CChar>? { unsafe text.map { unsafe pointer(bytes: Array($0.utf8)) } }

    /// Returns the bytes of a file's name or path for C; nil for nil.
    func pointer(path: String?) -> UnsafePointer<CChar>? {
        unsafe path.map { unsafe pointer(bytes: $0.fileNameBytes) }
    }

    /// - Bounds: each text has room for its bytes and a zero.
    private func pointer(bytes: [UInt8]) -> UnsafePointer<CChar> {
        unsafe lock.withLock {
            if let known = unsafe known[bytes] { return unsafe UnsafePointer(known) }
            let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() {
                unsafe (place + index).initialize(to: CChar(bitPattern: byte))
            }
            unsafe (place + bytes.count).initialize(to: 0)
            unsafe known[bytes] = place
            return unsafe UnsafePointer(place)
        }
    }

    deinit { unsafe known.values.forEach { unsafe $0.deallocate() } }
}
