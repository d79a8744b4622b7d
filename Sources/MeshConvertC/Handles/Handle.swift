import MeshConvert

// Bounds: a pointer is NULL or one that this library gave and that was not freed, as the header demands.

/// An object that C knows by a pointer. Kinds that change have a lock, so threads may share them. The pointer counts as one reference, until its `_free` function.
class Handle: @unchecked Sendable {
    /// The texts that were given out with it.
    let texts = Texts()

    /// The pointer for C, which owns a reference.
    final func retained() -> OpaquePointer { unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// Returns the object of a pointer; nil: it is NULL or of another kind.
    static func found(_ pointer: OpaquePointer?) -> Self? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue() as? Self
    }

    /// Returns the object of a pointer that must not be NULL.
    static func of(_ pointer: OpaquePointer?, _ name: String) throws(Failure) -> Self {
        if let found = unsafe found(pointer) { return found }
        throw Failure(usage: "expected \(name), found \(unsafe pointer == nil ? "NULL" : "a handle of another kind")")
    }

    /// Gives up the reference of a pointer; NULL is allowed.
    static func free(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return }
        unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
