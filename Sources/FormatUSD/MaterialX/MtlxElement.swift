/// An element of a MaterialX document.
struct MtlxElement: Sendable {
    /// The name of the element: `nodegraph`, `input`, `standard_surface`. For a node it is the node's category.
    var category: String
    /// The attributes by name.
    var attributes: [String: String] = [:]
    /// The index of the parent, or −1 for the root.
    var parent: Int
    /// The children in the document's order.
    var children: [Int] = []
    /// The place of the element in its file, as an offset in bytes.
    var byte: Int
    /// For the root of an included file, its folder from that of the document.
    var folder = ""

    /// The value of an attribute; nil: it is missing or empty.
    subscript(_ name: String) -> String? {
        guard let text = attributes[name], !text.isEmpty else { return nil }
        return text
    }

    /// Its name among its siblings.
    var name: String { self["name"] ?? "" }
    /// The type of its value, or of a node's output.
    var type: String { self["type"] ?? "" }
}
