import CMeshConv

// Bounds: the pointer is only handed back.

/// Memory of the caller that the library may use until it is released, on the thread that drops the last reference.
@safe final class OwnedByCaller: @unchecked Sendable {
    private let release: @convention(c) (UnsafeMutableRawPointer?) -> Void
    private let context: UnsafeMutableRawPointer?

    init(_ release: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, _ context: UnsafeMutableRawPointer?) {
        unsafe (self.release, self.context) = (release, context)
    }

    deinit { unsafe release(context) }
}
