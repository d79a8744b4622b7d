/// Changes of an array that weaker layers have: `edit [append 3; write 4 to [0]]`.
struct USDArrayEdit: Sendable {
    /// What a step does; the numbers are those of crate files.
    enum Operation: UInt8, Sendable, Hashable {
        case write, writeElement, insert, insertElement, erase, minSize, minSizeFilled, resize, resizeFilled, maxSize

        /// Whether a step has a value of its own.
        var hasValue: Bool { self == .write || self == .insert || self == .minSizeFilled || self == .resizeFilled }
        /// Whether a step names an element that is copied.
        var hasSource: Bool { self == .writeElement || self == .insertElement }
        /// Whether the first number is a size, and the second the value.
        var hasSize: Bool {
            self == .minSize || self == .minSizeFilled || self == .resize || self == .resizeFilled || self == .maxSize
        }
    }

    /// One change.
    struct Step: Sendable {
        var operation: Operation
        /// The value that is written, inserted or filled in.
        var value: USDValue?
        /// The element that is copied.
        var source: Int64 = 0
        /// The element that is written, inserted before or erased, or the size; those below zero count from the end.
        var target: Int64
    }

    /// The place behind the last element.
    static let end = Int64.min

    /// What elements are.
    var type: USDEditType
    /// The changes in their order.
    var steps: [Step] = []
}

/// What the elements of an array that is edited are: a type, or spans of time, which are kept as text.
enum USDEditType: Sendable, Hashable {
    case plain(USDType)
    case duration

    /// The name of the type of elements.
    var name: String {
        switch self {
        case .plain(let type): type.name
        case .duration: "duration"
        }
    }
}
