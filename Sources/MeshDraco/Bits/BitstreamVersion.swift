/// The version of a bitstream. The size and position of some fields depend on it.
struct BitstreamVersion: Comparable {
    var major: UInt8
    var minor: UInt8

    init(_ major: UInt8, _ minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
