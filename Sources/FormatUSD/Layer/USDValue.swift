import MeshModel

/// What a field, a time sample or an entry of a dictionary can hold.
///
/// One case per shape, with the type beside the numbers: a value keeps its type through both encodings.
indirect enum USDValue: Sendable {
    /// `None`: a value that hides weaker ones.
    case block
    /// `AnimationBlock`: samples of weaker layers are hidden, their default is not.
    case animationBlock
    /// A truth value or a whole number; `uint64` by its bits.
    case integer(USDType, Int64)
    /// A fraction: half, float, double, timecode.
    case real(USDType, Double)
    /// Vectors, quaternions (x, y, z, w) and matrices (rows after each other).
    case tuple(USDType, [Double])
    /// One word: string, token, asset, pathExpression.
    case text(USDType, String)
    /// Numbers in a row of any length.
    case array(USDArray)
    /// Words in a row: string, token, asset, pathExpression.
    case texts(USDType, [String])
    /// Paths in a row, as old layers hold them outside of list edits.
    case paths([String])
    /// Entries by name, in authored order.
    case dictionary([USDEntry])
    /// Edits of a list, or a list that replaces.
    case list(USDListEdit)
    /// Values at times, in rising order.
    case samples([USDSample])
    /// `def`, `over` or `class`.
    case specifier(USDSpecifier)
    /// Whether a value may change over time: true is `uniform`.
    case uniform(Bool)
    /// Whether a property is private.
    case permission(isPrivate: Bool)
    /// Chosen variants: set and name.
    case selections([USDPair])
    /// Paths that are moved: from and to.
    case relocates([USDPair])
    /// Time offsets of sublayers.
    case offsets([USDOffset])
    /// A curve over time.
    case spline(USDSpline)
    /// Changes of an array that weaker layers have.
    case arrayEdit(USDArrayEdit)
    /// Something that only this library's reader of the same encoding wrote down, unread.
    case opaque(USDOpaque)
}

/// Numbers of one type in a row.
struct USDArray: Sendable {
    /// The type of each.
    var type: USDType
    /// The values, laid out as `type.layout` says.
    var values: Column

    /// Values that are as they should be.
    init(type: USDType, values: Column) { (self.type, self.values) = (type, values) }

    /// A long list from a file: whole numbers that are all the same take the memory of one, as those of the corners of
    /// triangles do.
    init(read values: Column, type: USDType) {
        self.init(type: type, values: type == .int ? values.collapsed : values)
    }
}

/// A named value.
struct USDEntry: Sendable {
    var name: String
    var value: USDValue
}

/// A value at a time.
struct USDSample: Sendable {
    /// In time codes of the layer.
    var time: Double
    var value: USDValue
}

/// Two words that belong together.
struct USDPair: Sendable, Hashable {
    var first: String
    var second: String
}

/// How times of another layer become times here: `time × scale + offset`.
struct USDOffset: Sendable, Hashable {
    var offset: Double = 0
    var scale: Double = 1
}

/// How a prim is said.
enum USDSpecifier: UInt8, Sendable, Hashable {
    case def = 0
    case over = 1
    case `class` = 2
}

/// A value whose inside is not understood: its bytes (or its text) as they stood, with the name of its kind.
struct USDOpaque: Sendable, Hashable {
    /// `unregistered`, `displayUnit` …
    var kind: String
    var bytes: [UInt8]
}
