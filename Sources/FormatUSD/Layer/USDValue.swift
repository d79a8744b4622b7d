import MeshModel

/// The value of a field, a time sample or a dictionary entry.
///
/// There is one case per shape. The type is stored with the numbers, so both encodings preserve it.
indirect enum USDValue: Sendable {
    /// `None`: hides weaker values.
    case block
    /// `AnimationBlock`: hides the samples of weaker layers, but not their default.
    case animationBlock
    /// A boolean or an integer. A `uint64` is stored as its bit pattern.
    case integer(USDType, Int64)
    /// A floating-point number: half, float, double, timecode.
    case real(USDType, Double)
    /// A vector, a quaternion (x, y, z, w) or a matrix (row by row).
    case tuple(USDType, [Double])
    /// A single text: string, token, asset, pathExpression.
    case text(USDType, String)
    /// An array of numbers.
    case array(USDArray)
    /// An array of texts: string, token, asset, pathExpression.
    case texts(USDType, [String])
    /// An array of paths, which old layers have outside of list edits.
    case paths([String])
    /// Named entries, in authored order.
    case dictionary([USDEntry])
    /// List edits, or a whole list.
    case list(USDListEdit)
    /// Time samples, by increasing time.
    case samples([USDSample])
    /// `def`, `over` or `class`.
    case specifier(USDSpecifier)
    /// The variability of a property. True is `uniform`, false is `varying`.
    case uniform(Bool)
    /// Whether a property is private.
    case permission(isPrivate: Bool)
    /// Variant selections: set and variant.
    case selections([USDPair])
    /// Relocated paths: source and target.
    case relocates([USDPair])
    /// Time offsets of sublayers.
    case offsets([USDOffset])
    /// An animation curve.
    case spline(USDSpline)
    /// Edits of an array from weaker layers.
    case arrayEdit(USDArrayEdit)
    /// A value that is kept unparsed, such as an unregistered value or a duration.
    case opaque(USDOpaque)
}

/// An array of numbers of one type.
struct USDArray: Sendable {
    var type: USDType
    /// The values, in the layout of `type.layout`.
    var values: Column

    /// Creates an array from values as they are.
    init(type: USDType, values: Column) { (self.type, self.values) = (type, values) }

    /// Creates an array from values of a file. Integers that are all equal take the memory of one, such as face vertex
    /// counts of triangles.
    init(read values: Column, type: USDType) {
        self.init(type: type, values: type == .int ? values.collapsed : values)
    }
}

struct USDEntry: Sendable {
    var name: String
    var value: USDValue
}

/// A time sample.
struct USDSample: Sendable {
    /// The time, in time codes of the layer.
    var time: Double
    var value: USDValue
}

/// Two related texts, such as a variant set and a variant.
struct USDPair: Sendable, Hashable {
    var first: String
    var second: String
}

/// The change from another layer's times to ours: `time × scale + offset`.
struct USDOffset: Sendable, Hashable {
    var offset: Double = 0
    var scale: Double = 1
}

/// The specifier of a prim.
enum USDSpecifier: UInt8, Sendable, Hashable {
    case def = 0
    case over = 1
    case `class` = 2
}

/// A value that is not parsed: its bytes or its text, unchanged, and a name for its kind.
struct USDOpaque: Sendable, Hashable {
    /// The name of its kind: `unregistered`, `displayUnit` …
    var kind: String
    var bytes: [UInt8]
}
