/// Edits of a list (`prepend references = …`), or a whole list (`references = …`).
struct USDListEdit: Sendable {
    /// The type of the items. Raw values are the types of such lists in crate files.
    enum Item: UInt8, Sendable, Hashable {
        case token = 32
        case string, path, reference, int, int64, uint, uint64
        case unregistered = 54
        case payload
    }

    /// A kind of edit, in the order of crate files. Raw values are the words of text.
    enum Operation: String, CaseIterable {
        case explicit = ""
        case added = "add"
        case prepended = "prepend"
        case appended = "append"
        case deleted = "delete"
        case ordered = "reorder"

        fileprivate var items: WritableKeyPath<USDListEdit, [USDListItem]> {
            switch self {
            case .explicit: \.explicit
            case .added: \.added
            case .prepended: \.prepended
            case .appended: \.appended
            case .deleted: \.deleted
            case .ordered: \.ordered
            }
        }
    }

    var item: Item
    /// Whether `explicit` replaces the items of weaker layers, even when it is empty.
    var isExplicit = false
    /// The items of each edit, in order.
    var explicit: [USDListItem] = []
    var added: [USDListItem] = []
    var prepended: [USDListItem] = []
    var appended: [USDListItem] = []
    var deleted: [USDListItem] = []
    var ordered: [USDListItem] = []

    /// The items of an edit.
    subscript(_ operation: Operation) -> [USDListItem] {
        get { self[keyPath: operation.items] }
        set { self[keyPath: operation.items] = newValue }
    }
}

/// One item of a list edit.
enum USDListItem: Sendable {
    /// A token, a string, a path, or the text of an unregistered value.
    case text(String)
    /// An integer. A `uint64` is stored as its bit pattern.
    case integer(Int64)
    /// A reference or a payload.
    case reference(USDReference)
}

/// A reference or payload: a prim of this or another layer.
struct USDReference: Sendable {
    /// The file as written. Empty for this layer.
    var asset: String = ""
    /// The path of the prim. Empty for the default prim.
    var path: String = ""
    /// The change of its times.
    var offset = USDOffset()
    /// Other metadata (references only).
    var customData: [USDEntry] = []
}
