import MeshBytes

/// C strings that stay where they are as long as the object lives. Equal texts are stored once.
@safe final class Texts: @unchecked Sendable {
    private let lock = Lock()
    private var known: [String: UnsafeMutablePointer<CChar>] = unsafe [:]

    /// Returns a text for C; nil for nil. What follows a NUL inside of it can't be seen there.
    func pointer(_ text: String?) -> UnsafePointer<CChar>? {
        guard let text else { return nil }
        return unsafe lock.withLock {
            if let known = unsafe known[text] { return unsafe UnsafePointer(known) }
            let codes = text.utf8CString
            let place = UnsafeMutablePointer<CChar>.allocate(capacity: codes.count)
            for (index, code) in codes.enumerated() { unsafe (place + index).initialize(to: code) }
            unsafe known[text] = place
            return unsafe UnsafePointer(place)
        }
    }

    deinit { unsafe known.values.forEach { unsafe $0.deallocate() } }
}
