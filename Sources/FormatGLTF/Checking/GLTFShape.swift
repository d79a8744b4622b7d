/// The form of an object of the tree: its members and what they may be.
struct GLTFShape: Sendable {
    /// The numbers that a member may have.
    struct Range: Sendable {
        var least = -Double.infinity
        var most = Double.infinity
        /// Whether `least` itself is not allowed.
        var isAbove = false

        static let any = Range()
        static let unit = Range(least: 0, most: 1)
        static let positive = Range(least: 0, isAbove: true)
        static func from(_ least: Double) -> Range { Range(least: least) }

        func contains(_ value: Double) -> Bool {
            value.isFinite && value <= most && (isAbove ? value > least : value >= least)
        }
    }

    /// What a member may be.
    indirect enum Rule: Sendable {
        case index
        case integer(least: Int64, most: Int64)
        case oneOf([Int64])
        case number(Range)
        case truth
        case text
        case words(_ words: [String])
        /// A version such as `2.0`.
        case version
        /// Numbers, so many of them; 0: any number of them.
        case numbers(Int, Range)
        /// Indices, each named once.
        case indices
        /// Names with an index each.
        case indexMap
        /// Texts, each named once.
        case texts
        case object(String)
        case objects(String)
        case array(Rule)
        /// The smallest or largest values of an accessor.
        case bounds
        /// Anything.
        case any

        /// A number of bytes, or of a set of texture coordinates.
        static let offset = Rule.integer(least: 0, most: .max)
        static let count = Rule.integer(least: 1, most: .max)
    }

    let members: [String: Rule]
    let required: [String]

    init(_ required: String = "", _ members: [String: Rule], hasName: Bool = false) {
        self.members = hasName ? members.merging(["name": .text]) { own, _ in own } : members
        self.required = required.split(separator: " ").map(String.init)
    }
}
