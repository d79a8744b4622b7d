// Bounds: the bytes are valid during the call only.

/// Receives the bytes of a sink as they are written, such as for a checksum of output that is kept nowhere.
public protocol ByteWatcher: AnyObject {
    /// Receives the next bytes, which are only valid during the call.
    func didWrite(_ bytes: UnsafeRawBufferPointer)

    /// Reports that bytes received earlier were replaced.
    ///
    /// - Parameters:
    ///   - old: the replaced bytes.
    ///   - new: the new bytes, of equal count.
    ///   - following: the number of bytes received that follow them.
    func didReplace(_ old: [UInt8], with new: [UInt8], following: Int)
}
