import MeshModel

/// The items of a list while the edits of layers are applied, weakest first.
struct USDItemList<Context> {
    /// An item, its identity and its context.
    struct Item {
        var key: String
        var item: USDListItem
        var context: Context
    }

    /// The items, with unique keys.
    private(set) var items: [Item] = []

    /// Applies the edits of a stronger layer. Items that `resolve` maps to nil are left out.
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
            let gone = Set(resolved(edit.deleted).map { ExactText($0.key) })
            items.removeAll { gone.contains(ExactText($0.key)) }
        }
        if !edit.added.isEmpty { items = Self.unique(items + resolved(edit.added)) }
        if !edit.prepended.isEmpty { items = Self.unique(resolved(edit.prepended) + items) }
        if !edit.appended.isEmpty { items = Self.unique((items + resolved(edit.appended)).reversed()).reversed() }
        if !edit.ordered.isEmpty { items = Self.ordered(items, resolved(edit.ordered).map(\.key), by: \.key) }
    }

    /// The first item of each key.
    private static func unique(_ items: [Item]) -> [Item] {
        var seen: Set<ExactText> = []
        return items.filter { seen.insert(ExactText($0.key)).inserted }
    }

    /// Reorders items. Each named item takes along the unnamed items after it. Items before the first named one stay in
    /// front.
    static func ordered<T>(_ items: [T], _ order: [String], by key: (T) -> String) -> [T] {
        let named = Set(order.map { ExactText($0) })
        var groups: [ExactText: [T]] = [:]
        var front: [T] = []
        var current: ExactText?
        for item in items {
            let key = ExactText(key(item))
            if named.contains(key) { current = key }
            if let current { groups[current, default: []].append(item) } else { front.append(item) }
        }
        return order.reduce(into: front) { result, key in result += groups.removeValue(forKey: ExactText(key)) ?? [] }
    }
}

extension USDListItem {
    /// The identity of an item.
    var key: String {
        switch self {
        case .text(let text): text
        case .integer(let value): String(value)
        case .reference(let reference):
            "\(reference.asset)|\(reference.path)|\(reference.offset.offset)|\(reference.offset.scale)"
        }
    }
}
