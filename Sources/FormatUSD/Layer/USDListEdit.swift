/// Edits of a list (`prepend references = …`), or the whole list (`references = …`).
struct USDListEdit: Sendable {
    /// What the items are; the crate file has a value type for each.
    enum Item: Sendable, Hashable {
        case token, string, path, reference, payload, int, int64, uint, uint64, unregistered
    }

    /// What the items are.
    var item: Item
    /// Whether `explicit` replaces what weaker layers say, even when it is empty.
    var isExplicit = false
    /// The items of each edit, in order.
    var explicit: [USDListItem] = []
    var added: [USDListItem] = []
    var prepended: [USDListItem] = []
    var appended: [USDListItem] = []
    var deleted: [USDListItem] = []
    var ordered: [USDListItem] = []
}

/// One item of a list that layers edit.
enum USDListItem: Sendable {
    /// A token, a string, a path or the text of something unregistered.
    case text(String)
    /// A whole number; `uint64` by its bits.
    case integer(Int64)
    /// A reference or a payload.
    case reference(USDReference)
}

/// A prim of this or of another layer that is brought in.
struct USDReference: Sendable {
    /// The file as it is spelled; empty for this layer.
    var asset: String = ""
    /// The prim; empty for the default one.
    var path: String = ""
    /// What happens to its times.
    var offset = USDOffset()
    /// Anything beside it (references only).
    var customData: [USDEntry] = []
}
