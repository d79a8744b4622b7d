/// The version of a bitstream; fields changed their size and place with it.
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
