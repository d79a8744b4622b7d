import MeshBytes
import MeshConvert

// Bounds: a text ends with a zero and bytes have the size that the caller states, as the header demands.

/// Returns the text of a C string that must not be NULL.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String {
    guard let pointer = unsafe pointer else { throw Failure(usage: "expected \(name), found NULL") }
    guard let text = unsafe String(validatingCString: pointer) else {
        throw Failure(usage: "expected \(name) in UTF-8, found other bytes")
    }
    return text
}

/// Returns a path, whose bytes are those of the system: any but NUL.
func filePath(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String {
    guard let pointer = unsafe pointer else { throw Failure(usage: "expected \(name), found NULL") }
    return unsafe String(fileName: pointer)
}

/// Returns the text of a C string, or nil for NULL.
func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String? {
    unsafe pointer == nil ? nil : try unsafe text(pointer, name)
}

/// Returns a copy of bytes.
func copied(_ bytes: UnsafeRawPointer?, _ size: Int, _ name: String) throws(Failure) -> [UInt8] {
    guard size > 0 else { return [] }
    guard let bytes = unsafe bytes else { throw Failure(usage: "expected \(size) bytes of \(name), found NULL") }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
}

/// Returns where a result goes, which must not be NULL.
func place<T>(_ pointer: UnsafeMutablePointer<T>?, _ name: String) throws(Failure) -> UnsafeMutablePointer<T> {
    guard let pointer = unsafe pointer else { throw Failure(usage: "expected a place for \(name), found NULL") }
    return unsafe pointer
}

/// Returns options, which may be NULL.
func options(_ pointer: OpaquePointer?) throws(Failure) -> OptionsHandle? {
    unsafe pointer == nil ? nil : try unsafe OptionsHandle.of(pointer, "options")
}
