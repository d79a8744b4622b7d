/// A failed system call: the operation, the path and the error number.
public struct SystemError: Error, Hashable, Sendable {
    /// The operation, as a verb: `open`, `read`, `write`, `rename`.
    public var operation: String
    /// The path as the caller gave it, or the name of the source.
    public var path: String
    /// The `errno` of the call, or ``shrunkNumber`` when a file lost bytes while it was read.
    public var number: Int32

    /// The pseudo number of a file that became shorter between opening and reading; no system uses it.
    public static let shrunkNumber: Int32 = -1

    /// The pseudo number of work that was cancelled; no system uses it.
    public static let cancelledNumber: Int32 = -2

    /// The pseudo number of a stream that has more bytes than the caller's limit; no system uses it.
    public static let beyondLimitNumber: Int32 = -3

    /// The pseudo number of a file that was changed between opening and reading; no system uses it.
    package static let changedNumber: Int32 = -4

    /// The pseudo number of a file outside of the folder that may be read; no system uses it.
    package static let outsideNumber: Int32 = -5

    /// The pseudo number of what is no regular file, where only those are read; no system uses it.
    package static let irregularNumber: Int32 = -6

    /// The pseudo number of a folder on a file system in memory, where a disk is needed; no system uses it.
    static let inMemoryNumber: Int32 = -7

    /// The operation that takes what is too large for the memory to the folder for temporary files.
    static let spilling = "spill"

    /// The operation that records new names on the disk, after the output has them.
    static let saving = "save"

    /// Creates an error.
    public init(operation: String, path: String, number: Int32) {
        self.operation = operation
        self.path = path
        self.number = number
    }

    /// The reason in lower case and without a full stop, such as `no such file or directory`.
    public var message: String {
        if number == Self.shrunkNumber { return "the file became shorter while it was read" }
        if number == Self.changedNumber { return "the file was changed while it was read" }
        if number == Self.cancelledNumber { return "the work was cancelled" }
        if number == Self.beyondLimitNumber { return "there are more bytes than the limit allows" }
        if number == Self.outsideNumber { return "it is outside of the folder that may be read" }
        if number == Self.irregularNumber { return "it is not a regular file" }
        if number == Self.inMemoryNumber { return "it is itself in memory" }
        let reason = System.message(of: number)
        switch operation {
        case Self.saving: return "\(reason); the output is there, but a power failure may undo it"
        case Self.spilling: return "\(reason) in \(path), the folder for temporary files (TMPDIR)"
        default: return reason
        }
    }

    /// Whether a part of the path does not exist.
    public var isMissing: Bool { number == System.noEntry || number == System.notFolder }
    /// Whether the device, the quota or the largest file size is exhausted.
    public var isNoSpace: Bool { System.noSpace.contains(number) }
    /// Whether the target exists and must not be replaced.
    public var isExisting: Bool { number == System.exists }
    /// Whether the path names a folder where a file was expected.
    public var isFolder: Bool { number == System.isFolder }
    /// Whether the reading end of a pipe was closed.
    public var isClosedPipe: Bool { number == System.brokenPipe }
    /// Whether memory could not be allocated.
    public var isNoMemory: Bool { number == System.noMemory }
    /// Whether a stream has more bytes than the caller's limit.
    public var isBeyondLimit: Bool { number == Self.beyondLimitNumber }
    /// Whether the file is outside of the folder that may be read.
    package var isOutside: Bool { number == Self.outsideNumber }
    /// Whether it is something else than a regular file where only those are read: a pipe, a device, a folder.
    package var isIrregular: Bool { number == Self.irregularNumber }
    /// Whether the work was cancelled.
    public var isCancelled: Bool { number == Self.cancelledNumber }
    /// Whether the file became shorter between opening and reading.
    public var isShrunk: Bool { number == Self.shrunkNumber }
}

extension SystemError: CustomStringConvertible {
    /// One line: `cannot open room.ply: no such file or directory`.
    public var description: String { "cannot \(operation) \(path): \(message)" }
}
