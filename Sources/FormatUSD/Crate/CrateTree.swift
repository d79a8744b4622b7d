import MeshFormats

/// The specs of a crate as a tree, with children in the order of their parent's lists.
struct CrateTree {
    private let tables: CrateTables
    /// The kind of each spec.
    private(set) var kinds: ContiguousArray<USDSpec.Kind> = []
    /// The index of the root spec.
    private(set) var root = -1
    /// All specs, grouped by parent, in file order.
    private(set) var order: ContiguousArray<Int32> = []
    /// The start of each spec's children in `order`.
    private var starts: ContiguousArray<Int> = []

    /// Finds the parent of each spec.
    init(_ tables: CrateTables) throws(ReadError) {
        self.tables = tables
        let paths = tables.paths
        let count = tables.specPaths.count
        var specOfPath = ContiguousArray<Int32>(repeating: -1, count: paths.count)
        kinds.reserveCapacity(count)
        for spec in 0..<count {
            let path = Int(tables.specPaths[spec])
            let kind = try Self.kind(tables.specKinds[spec], path, tables)
            guard specOfPath[path] < 0, paths.parents[path] > -2 else {
                throw Self.wrong(
                    "expected each spec once and with a path, found \(paths.text(path, tables.tokens)) again",
                    in: tables)
            }
            specOfPath[path] = Int32(spec)
            kinds.append(kind)
            if kind == .pseudoRoot { root = spec }
        }
        guard root >= 0 else { throw Self.wrong("expected a spec of the root, found none", in: tables) }
        let sets = try Self.variantSets(kinds, tables)
        var parents = ContiguousArray<Int32>(repeating: -1, count: count)
        var sizes = ContiguousArray<Int>(repeating: 0, count: count + 1)
        for spec in 0..<count where spec != root {
            let path = Int(tables.specPaths[spec])
            var parent = specOfPath[Int(paths.parents[path])]
            if kinds[spec] == .variant {
                let name = Self.variant(tables.tokens[Int(paths.elements[path])]).set
                parent = sets[Slot(parent: paths.parents[path], name: name)] ?? -1
            }
            guard parent >= 0, Self.canHold(kinds[Int(parent)], kinds[spec]) else {
                throw Self.wrong(
                    "expected a spec that holds \(paths.text(path, tables.tokens)), found none", in: tables)
            }
            parents[spec] = parent
            sizes[Int(parent) + 1] += 1
        }
        for spec in 0..<count { sizes[spec + 1] += sizes[spec] }
        starts = sizes
        order = ContiguousArray(repeating: 0, count: max(0, count - 1))
        for spec in 0..<count where spec != root {
            let parent = Int(parents[spec])
            order[sizes[parent]] = Int32(spec)
            sizes[parent] += 1
        }
    }

    /// The last component of a spec's path.
    func name(of spec: Int) -> String {
        let element = tables.tokens[Int(tables.paths.elements[Int(tables.specPaths[spec])])]
        switch kinds[spec] {
        case .variantSet: return Self.variant(element).set
        case .variant: return Self.variant(element).name
        case .pseudoRoot: return ""
        case .prim, .attribute, .relationship: return element
        }
    }

    /// The children of a spec: properties, variant sets, variants and prims, each in the order of its list. Children
    /// missing from the lists come last.
    func children(
        of spec: Int, prims: [String], properties: [String], variantSets: [String], variants: [String]
    ) throws(ReadError) -> [Int] {
        let range = starts[spec]..<starts[spec + 1]
        let named = prims.count + properties.count + variantSets.count + variants.count
        guard !range.isEmpty || named > 0 else { return [] }
        guard named <= range.count else {
            throw missing(spec, "a spec for each of \(named) children", "\(range.count)")
        }
        var byName: [Child: Int] = [:]
        byName.reserveCapacity(range.count)
        for place in range {
            let child = Int(order[place])
            // Two paths may have the same text. Their specs would collide.
            guard byName.updateValue(child, forKey: Child(role: Role(kinds[child]), name: name(of: child))) == nil
            else {
                throw missing(spec, "each child once", "\(name(of: child)) twice")
            }
        }
        var children: [Int] = []
        children.reserveCapacity(range.count)
        for (role, names) in [
            (Role.property, properties), (.variantSet, variantSets), (.variant, variants), (.prim, prims),
        ] {
            for name in names {
                // Removed when named, so that a second mention is not found.
                guard let child = byName.removeValue(forKey: Child(role: role, name: name)) else {
                    throw missing(spec, "a spec of the \(role) \(name), named once", "none")
                }
                children.append(child)
            }
        }
        guard children.count < range.count else { return children }
        for place in range {
            let child = Int(order[place])
            if byName[Child(role: Role(kinds[child]), name: name(of: child))] != nil { children.append(child) }
        }
        return children
    }

    /// The kind of a child for name lookup. An attribute and a relationship may not share a name.
    private enum Role: Hashable {
        case property, variantSet, variant, prim

        init(_ kind: USDSpec.Kind) {
            switch kind {
            case .attribute, .relationship: self = .property
            case .variantSet: self = .variantSet
            case .variant: self = .variant
            case .prim, .pseudoRoot: self = .prim
            }
        }
    }

    private struct Child: Hashable {
        var role: Role
        var name: String
    }

    private struct Slot: Hashable {
        var parent: Int32
        var name: String
    }

    private func missing(_ spec: Int, _ expected: String, _ found: String) -> ReadError {
        Self.wrong(
            "\(tables.paths.text(Int(tables.specPaths[spec]), tables.tokens)): expected \(expected), found \(found)",
            in: tables)
    }

    /// The numbers of specs are compressed: the place is that of their section.
    private static func wrong(_ message: String, in tables: CrateTables) -> ReadError {
        ReadError(.invalidValue, .byte(tables.specsOffset), message)
    }

    /// The kind of a spec by its number. It must match the path.
    private static func kind(_ number: Int32, _ path: Int, _ tables: CrateTables) throws(ReadError) -> USDSpec.Kind {
        let paths = tables.paths
        let element = tables.tokens.isEmpty || path == paths.root ? "" : tables.tokens[Int(paths.elements[path])]
        let text = { paths.text(path, tables.tokens) }
        guard let kind = USDSpec.Kind(rawValue: number) else {
            guard (1...11).contains(number) else {
                throw wrong("expected a kind of spec from 1 to 11, found \(number) at \(text())", in: tables)
            }
            throw ReadError(
                .unsupported, .byte(tables.specsOffset),
                "expected specs of prims, properties and variants, found kind \(number) at \(text())")
        }
        let fits: Bool
        switch kind {
        case .attribute, .relationship: fits = paths.isProperty[path]
        case .prim: fits = !paths.isProperty[path] && !element.isEmpty && !"{[.".contains(element.first ?? "{")
        case .pseudoRoot: fits = path == paths.root
        case .variant, .variantSet:
            let (set, name) = variant(element)
            fits = !paths.isProperty[path] && !set.isEmpty && name.isEmpty == (kind == .variantSet)
        }
        guard fits, (path == paths.root) == (kind == .pseudoRoot) else {
            throw wrong("expected a path of kind \(kind), found '\(text())'", in: tables)
        }
        return kind
    }

    /// The set and variant of an element `{set=variant}`. Empty for other elements.
    private static func variant(_ element: String) -> (set: String, name: String) {
        guard element.first == "{", element.last == "}", let equal = element.firstIndex(of: "=") else {
            return ("", "")
        }
        let set = element[element.index(after: element.startIndex)..<equal]
        return (String(set), String(element[element.index(after: equal)...].dropLast()))
    }

    /// The specs of variant sets, by parent path and name.
    private static func variantSets(
        _ kinds: ContiguousArray<USDSpec.Kind>, _ tables: CrateTables
    ) throws(ReadError) -> [Slot: Int32] {
        var sets: [Slot: Int32] = [:]
        for spec in kinds.indices where kinds[spec] == .variantSet {
            let path = Int(tables.specPaths[spec])
            let name = variant(tables.tokens[Int(tables.paths.elements[path])]).set
            guard sets.updateValue(Int32(spec), forKey: Slot(parent: tables.paths.parents[path], name: name)) == nil
            else {
                throw wrong(
                    "expected each spec once, found \(tables.paths.text(path, tables.tokens)) again", in: tables)
            }
        }
        return sets
    }

    private static func canHold(_ parent: USDSpec.Kind, _ child: USDSpec.Kind) -> Bool {
        switch (parent, child) {
        case (.pseudoRoot, .prim), (.prim, .prim), (.variant, .prim): true
        case (.prim, .attribute), (.prim, .relationship), (.variant, .attribute), (.variant, .relationship): true
        case (.prim, .variantSet), (.variant, .variantSet), (.variantSet, .variant): true
        default: false
        }
    }
}
