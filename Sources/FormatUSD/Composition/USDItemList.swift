/// The items of a list while the edits of layers are applied, from the weakest on.
struct USDItemList<Context> {
    /// An item, what tells it from others, and what goes with it.
    struct Item {
        var key: String
        var item: USDListItem
        var context: Context
    }

    /// The items, each key once.
    private(set) var items: [Item] = []

    /// Applies the edits of a stronger layer; items for which `resolve` gives nil are left out.
    mutating func apply(
        _ edit: USDListEdit, _ resolve: (USDListItem) -> (key: String, item: USDListItem, context: Context)?
    ) {
        func resolved(_ list: [USDListItem]) -> [Item] {
            list.compactMap { item in resolve(item).map { Item(key: $0.key, item: $0.item, context: $0.context) } }
        }
        if edit.isExplicit {
            items = Self.unique(resolved(edit.explicit))
            return
        }
        if !edit.deleted.isEmpty {
            let gone = Set(resolved(edit.deleted).map(\.key))
            items.removeAll { gone.contains($0.key) }
        }
        if !edit.added.isEmpty { items = Self.unique(items + resolved(edit.added)) }
        if !edit.prepended.isEmpty { items = Self.unique(resolved(edit.prepended) + items) }
        if !edit.appended.isEmpty { items = Self.unique((items + resolved(edit.appended)).reversed()).reversed() }
        if !edit.ordered.isEmpty { items = Self.ordered(items, resolved(edit.ordered).map(\.key), by: \.key) }
    }

    /// The first of each key.
    private static func unique(_ items: [Item]) -> [Item] {
        var seen: Set<String> = []
        return items.filter { seen.insert($0.key).inserted }
    }

    /// Items in another order: each named one takes along what follows it up to the next named one; what stands before
    /// all of them stays in front.
    static func ordered<T>(_ items: [T], _ order: [String], by key: (T) -> String) -> [T] {
        let named = Set(order)
        var groups: [String: [T]] = [:]
        var front: [T] = []
        var current: String?
        for item in items {
            let key = key(item)
            if named.contains(key) { current = key }
            if let current { groups[current, default: []].append(item) } else { front.append(item) }
        }
        return order.reduce(into: front) { result, key in result += groups.removeValue(forKey: key) ?? [] }
    }
}

extension USDListItem {
    /// What tells items from each other.
    var key: String {
        switch self {
        case .text(let text): text
        case .integer(let value): String(value)
        case .reference(let reference):
            "\(reference.asset)|\(reference.path)|\(reference.offset.offset)|\(reference.offset.scale)"
        }
    }
}
