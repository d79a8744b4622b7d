/// Edits of an array from weaker layers: `edit [append 3; write 4 to [0]]`.
struct USDArrayEdit: Sendable {
    /// The kind of a step. Raw values are those of crate files.
    enum Operation: UInt8, Sendable, Hashable {
        case write, writeElement, insert, insertElement, erase, minSize, minSizeFilled, resize, resizeFilled, maxSize

        /// Whether a step carries a value.
        var hasValue: Bool { self == .write || self == .insert || self == .minSizeFilled || self == .resizeFilled }
        /// Whether a step copies an element.
        var hasSource: Bool { self == .writeElement || self == .insertElement }
        /// Whether the first number of a step is a size, followed by the value.
        var hasSize: Bool {
            self == .minSize || self == .minSizeFilled || self == .resize || self == .resizeFilled || self == .maxSize
        }
    }

    struct Step: Sendable {
        var operation: Operation
        /// The value to write, insert or fill in.
        var value: USDValue?
        /// The index of the element to copy.
        var source: Int64 = 0
        /// The index of the element to write, insert before or erase, or the size. Negative indices count from the end.
        var target: Int64
    }

    /// The index after the last element.
    static let end = Int64.min

    /// The type of the elements.
    var type: USDEditType
    /// The steps, in order.
    var steps: [Step] = []
}

/// The element type of an array edit: a plain type, or durations, which are kept as text.
enum USDEditType: Sendable, Hashable {
    case plain(USDType)
    case duration

    /// The name of the element type.
    var name: String {
        switch self {
        case .plain(let type): type.name
        case .duration: "duration"
        }
    }
}
