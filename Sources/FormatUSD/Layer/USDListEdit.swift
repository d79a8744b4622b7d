/// Edits of a list (`prepend references = …`), or a whole list (`references = …`).
struct USDListEdit: Sendable {
    /// The type of the items. Crate files have a value type for each.
    enum Item: Sendable, Hashable {
        case token, string, path, reference, payload, int, int64, uint, uint64, unregistered
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
