/// Who looks at the bytes of a sink as they are handed on: for a checksum of what is kept nowhere.
public protocol ByteWatcher: AnyObject {
    /// The next bytes, which are there as long as the call.
    func didWrite(_ bytes: UnsafeRawBufferPointer)

    /// Other bytes stand in the place of some that were shown.
    ///
    /// - Parameters:
    ///   - old: what stood there.
    ///   - new: as many bytes.
    ///   - following: how many bytes were shown from behind them on.
    func didReplace(_ old: [UInt8], with new: [UInt8], following: Int)
}
