/// One reader of bytes that is given broken and hostile input: by the fuzzer, by mutations of whole files and by the replay
/// of former finds.
///
/// A crash or a hang ends the process; everything else that must not be is a sentence.
public struct HostileTarget: Sendable {
    /// The name: an extension of a format, such as `ply`, or the name of a part, such as `png`.
    public let name: String
    /// The extensions of files that are whole inputs of this target.
    public let seeds: [String]
    private let check: @Sendable ([UInt8]) -> [String]

    package init(_ name: String, seeds: [String]? = nil, _ check: @escaping @Sendable ([UInt8]) -> [String]) {
        self.name = name
        self.seeds = seeds ?? [name]
        self.check = check
    }

    /// Reads the bytes, and returns what is wrong with the outcome: empty if they were refused with a reason and a place, or
    /// read.
    public func failures(_ bytes: [UInt8]) -> [String] { check(bytes) }

    /// All targets: one for each extension of each format that can be read, so that none can be forgotten; the parts of
    /// files; and whole conversions.
    public static let all: [HostileTarget] = readers + parts + [law, routes]

    /// Returns the target with this name.
    public static func named(_ name: String) -> HostileTarget? { all.first { $0.name == name } }
}
