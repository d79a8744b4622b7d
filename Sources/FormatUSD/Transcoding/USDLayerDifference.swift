import MeshModel

// Bounds: the rows are those of a column's own blocks, and both columns have the same count and layout.

/// A difference between two layers.
struct USDLayerDifference: Sendable, Hashable {
    /// The kind of difference.
    enum Kind: Sendable, Hashable {
        /// Only the first layer has it.
        case missing
        /// Only the second layer has it.
        case added
        /// Both have it, with children in another order.
        case moved
        /// Both have it, with different values.
        case changed
    }

    /// The kind of difference.
    var kind: Kind
    /// The path of the spec in the first layer, or in the second if the first lacks it.
    var path: String
    /// The field, or nil if the spec itself differs.
    var field: String?
    /// A description of the difference.
    var what: String

    /// Returns the differences between two layers.
    ///
    /// Fields, dictionary entries and variant selections are matched by name. Children, properties and variant sets are
    /// compared in order. Numbers are equal if their bits are, but all NaNs are equal. Arrays of different types
    /// differ, and so do an explicit list and list edits. Defaults equal missing fields: a property is not custom and
    /// varies, a prim is an `over`.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of differences to find.
    ///   - assets: compares asset paths. Without it, they must be spelled alike.
    static func differences(
        _ first: USDLayer, _ second: USDLayer, limit: Int = 1000, assets: (any USDAssetComparison)? = nil
    ) -> [USDLayerDifference] {
        var comparison = Comparison(first: first, second: second, limit: limit, assets: assets)
        comparison.run()
        return comparison.found
    }

    private struct Comparison {
        let first: USDLayer
        let second: USDLayer
        let limit: Int
        let values: USDValueDifference
        var found: [USDLayerDifference] = []
        private var pairs: [(Int, Int)] = []

        init(first: USDLayer, second: USDLayer, limit: Int, assets: (any USDAssetComparison)?) {
            self.first = first
            self.second = second
            self.limit = limit
            values = USDValueDifference(assets: assets)
        }

        mutating func run() {
            guard !first.specs.isEmpty, !second.specs.isEmpty else { return }
            pairs = [(0, 0)]
            while let (one, other) = pairs.popLast(), found.count < limit {
                let a = first.specs[one]
                let b = second.specs[other]
                if a.kind != b.kind { add(one, nil, "\(a.kind) here, \(b.kind) there") }
                compareFields(a, b, one)
                // The last pushed is compared first: properties should come before prims.
                compareLists(a.children, b.children, one, "children")
                compareLists(a.variantSets, b.variantSets, one, "variant sets")
                compareLists(a.properties, b.properties, one, "properties")
            }
        }

        private mutating func add(
            _ spec: Int, _ field: String?, _ what: String, _ kind: Kind = .changed
        ) {
            guard found.count < limit else { return }
            found.append(USDLayerDifference(kind: kind, path: first.path(of: spec), field: field, what: what))
        }

        private mutating func compareLists(_ ones: [Int], _ others: [Int], _ owner: Int, _ what: String) {
            let names = ones.map { first.specs[$0].name }
            let otherNames = others.map { second.specs[$0].name }
            if names == otherNames {
                pairs += zip(ones, others).reversed()
                return
            }
            var places: [String: Int] = [:]
            for (place, name) in otherNames.enumerated() where places[name] == nil { places[name] = others[place] }
            var matched: [(Int, Int)] = []
            for (place, name) in names.enumerated() {
                if let other = places.removeValue(forKey: name) {
                    matched.append((ones[place], other))
                } else {
                    add(ones[place], nil, "only here", .missing)
                }
            }
            for other in others where places[second.specs[other].name] == other {
                guard found.count < limit else { break }
                found.append(
                    USDLayerDifference(kind: .added, path: second.path(of: other), field: nil, what: "only there"))
            }
            let common = matched.map { first.specs[$0.0].name }
            let commonThere = otherNames.filter(Set(common).contains)
            if common != commonThere { add(owner, nil, "\(what) in another order", .moved) }
            pairs += matched.reversed()
        }

        private mutating func compareFields(_ a: USDSpec, _ b: USDSpec, _ spec: Int) {
            var places: [String: Int]?
            for field in a.fields {
                if let other = find(field.name, b, &places) {
                    if let what = values.what(field.value, other.value, isSubLayers: field.name == "subLayers") {
                        add(spec, field.name, what)
                    }
                    if field.isUnregistered != other.isUnregistered {
                        add(spec, field.name, "known to the writer on one side only")
                    }
                } else if !isImplied(field, in: a) {
                    add(spec, field.name, "only here", .missing)
                }
            }
            places = nil
            for field in b.fields where find(field.name, a, &places) == nil && !isImplied(field, in: b) {
                add(spec, field.name, "only there", .added)
            }
        }

        /// The field with a name. Specs with many fields get an index first.
        private func find(_ name: String, _ spec: USDSpec, _ places: inout [String: Int]?) -> USDField? {
            guard spec.fields.count > 24 else { return spec.fields.first { $0.name == name } }
            if places == nil {
                var all: [String: Int] = [:]
                for (place, field) in spec.fields.enumerated() where all[field.name] == nil { all[field.name] = place }
                places = all
            }
            return places?[name].map { spec.fields[$0] }
        }

        /// Whether a field states a default.
        private func isImplied(_ field: USDField, in spec: USDSpec) -> Bool {
            let isProperty = spec.kind.isProperty
            switch (field.name, field.value) {
            case ("custom", .integer(_, 0)), ("variability", .uniform(false)): return isProperty
            case ("specifier", .specifier(.over)): return spec.kind == .prim
            default: return false
            }
        }
    }
}

/// Compares asset paths of two layers.
protocol USDAssetComparison {
    func isSame(_ first: String, _ second: String) -> Bool
}

/// Compares two values.
struct USDValueDifference {
    /// Compares asset paths. If nil, they must be spelled alike.
    var assets: (any USDAssetComparison)?

    /// Describes the difference between two values, or returns nil if they are equal.
    ///
    /// - Parameter isSubLayers: whether texts are asset paths.
    func what(_ a: USDValue, _ b: USDValue, isSubLayers: Bool = false) -> String? {
        switch (a, b) {
        case (.block, .block), (.animationBlock, .animationBlock): return nil
        case (.integer(let type, let x), .integer(let other, let y)):
            return type == other ? x == y ? nil : "\(x) here, \(y) there" : Self.types(type, other)
        case (.real(let type, let x), .real(let other, let y)):
            return type == other ? Self.isSame(x, y) ? nil : "\(x) here, \(y) there" : Self.types(type, other)
        case (.tuple(let type, let x), .tuple(let other, let y)):
            guard type == other else { return Self.types(type, other) }
            return x.count == y.count && zip(x, y).allSatisfy(Self.isSame) ? nil : "\(x) here, \(y) there"
        case (.text(let type, let x), .text(let other, let y)):
            guard type == other else { return Self.types(type, other) }
            return (type == .asset ? isSameAsset(x, y) : Self.isSame(x, y)) ? nil : "'\(x)' here, '\(y)' there"
        case (.array(let x), .array(let y)): return Self.arrays(x, y)
        case (.texts(let type, let x), .texts(let other, let y)):
            guard type == other else { return Self.types(type, other, isArray: true) }
            return Self.rows(x, y, type == .asset || isSubLayers ? isSameAsset : Self.isSame)
        case (.paths(let x), .paths(let y)): return Self.rows(x, y, Self.isSame)
        case (.dictionary(let x), .dictionary(let y)): return entries(x, y)
        case (.list(let x), .list(let y)): return lists(x, y)
        case (.samples(let x), .samples(let y)): return samples(x, y)
        case (.specifier(let x), .specifier(let y)): return x == y ? nil : "\(x) here, \(y) there"
        case (.uniform(let x), .uniform(let y)):
            return x == y ? nil : x ? "uniform here, varying there" : "varying here, uniform there"
        case (.permission(let x), .permission(let y)): return x == y ? nil : "private on one side only"
        case (.selections(let x), .selections(let y)):
            return Set(x) == Set(y) && x.count == y.count ? nil : "other variants are chosen"
        case (.relocates(let x), .relocates(let y)): return Self.rows(x, y, ==)
        case (.offsets(let x), .offsets(let y)): return Self.rows(x, y, Self.isSame)
        case (.spline(let x), .spline(let y)): return splines(x, y)
        case (.arrayEdit(let x), .arrayEdit(let y)): return edits(x, y)
        case (.opaque(let x), .opaque(let y)):
            return x == y ? nil : x.kind == y.kind ? "other bytes of '\(x.kind)'" : "\(x.kind) here, \(y.kind) there"
        default: return "\(Self.name(a)) here, \(Self.name(b)) there"
        }
    }

    private static func types(_ a: USDType, _ b: USDType, isArray: Bool = false) -> String {
        let brackets = isArray ? "[]" : ""
        return "\(a.name)\(brackets) here, \(b.name)\(brackets) there"
    }

    private static func isSame(_ a: Double, _ b: Double) -> Bool {
        a.bitPattern == b.bitPattern || a.isNaN && b.isNaN
    }

    /// By bytes: Swift's own equality treats different spellings of one character as equal.
    private static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    private static func isSame(_ a: USDOffset, _ b: USDOffset) -> Bool {
        isSame(a.offset, b.offset) && isSame(a.scale, b.scale)
    }

    private static func rows<Item>(_ a: [Item], _ b: [Item], _ isSame: (Item, Item) -> Bool) -> String? {
        guard a.count == b.count else { return "\(a.count) items here, \(b.count) there" }
        for index in a.indices where !isSame(a[index], b[index]) { return "item \(index) differs" }
        return nil
    }

    private func isSameAsset(_ a: String, _ b: String) -> Bool {
        Self.isSame(a, b) && a.isEmpty || assets?.isSame(a, b) ?? Self.isSame(a, b)
    }

    private func entries(_ a: [USDEntry], _ b: [USDEntry]) -> String? {
        guard a.count == b.count else { return "\(a.count) entries here, \(b.count) there" }
        var values: [String: USDValue] = [:]
        for entry in b { values[entry.name] = entry.value }
        for entry in a {
            guard let other = values[entry.name] else { return "entry '\(entry.name)' only here" }
            if let what = what(entry.value, other) { return "entry '\(entry.name)': \(what)" }
        }
        return nil
    }

    private func lists(_ a: USDListEdit, _ b: USDListEdit) -> String? {
        guard a.isExplicit == b.isExplicit else { return "a whole list on one side, edits on the other" }
        guard a.item == b.item else { return "\(a.item) here, \(b.item) there" }
        for operation in USDListEdit.Operation.allCases {
            if let what = Self.rows(a[operation], b[operation], isSame) { return "\(operation): \(what)" }
        }
        return nil
    }

    private func isSame(_ a: USDListItem, _ b: USDListItem) -> Bool {
        switch (a, b) {
        case (.text(let x), .text(let y)): Self.isSame(x, y)
        case (.integer(let x), .integer(let y)): x == y
        case (.reference(let x), .reference(let y)):
            isSameAsset(x.asset, y.asset) && Self.isSame(x.path, y.path) && Self.isSame(x.offset, y.offset)
                && entries(x.customData, y.customData) == nil
        default: false
        }
    }

    private func splines(_ a: USDSpline, _ b: USDSpline) -> String? {
        // A curve without a value type has no knots, or counts as one of doubles.
        guard a.type ?? .double == b.type ?? .double else { return "a spline of other values" }
        let isAlike =
            a.isHermite == b.isHermite && a.before == b.before && a.after == b.after && a.loop == b.loop
        guard isAlike else { return "goes on in another way" }
        guard a.knots.count == b.knots.count else { return "\(a.knots.count) knots here, \(b.knots.count) there" }
        for (x, y) in zip(a.knots, b.knots) {
            let isSame =
                Self.isSame(x.time, y.time) && Self.isSame(x.value, y.value)
                && Self.isSame(x.valueBefore ?? x.value, y.valueBefore ?? y.value)
                && (x.valueBefore == nil) == (y.valueBefore == nil) && x.interpolation == y.interpolation
                && x.before == y.before && x.after == y.after && x.flags == y.flags
            guard isSame else { return "knot at \(x.time): another there" }
            if let what = entries(x.customData, y.customData) { return "knot at \(x.time): \(what)" }
        }
        return nil
    }

    private func edits(_ a: USDArrayEdit, _ b: USDArrayEdit) -> String? {
        guard a.type == b.type else { return "edits of \(a.type.name) here, of \(b.type.name) there" }
        guard a.steps.count == b.steps.count else { return "\(a.steps.count) edits here, \(b.steps.count) there" }
        for (index, (x, y)) in zip(a.steps, b.steps).enumerated() {
            guard x.operation == y.operation, x.target == y.target, x.source == y.source else {
                return "edit \(index): another there"
            }
            if let one = x.value, let other = y.value, let what = what(one, other) { return "edit \(index): \(what)" }
        }
        return nil
    }

    private func samples(_ a: [USDSample], _ b: [USDSample]) -> String? {
        guard a.count == b.count else { return "\(a.count) samples here, \(b.count) there" }
        for index in a.indices {
            guard Self.isSame(a[index].time, b[index].time) else { return "sample \(index) at another time" }
            if let what = what(a[index].value, b[index].value) { return "sample at \(a[index].time): \(what)" }
        }
        return nil
    }

    // MARK: Arrays

    private static func arrays(_ a: USDArray, _ b: USDArray) -> String? {
        guard a.type == b.type else { return types(a.type, b.type, isArray: true) }
        let one = a.values
        let other = b.values
        guard one.count == other.count else { return "\(one.count) rows here, \(other.count) there" }
        guard one.type == other.type, one.components == other.components else { return "rows laid out differently" }
        if one.isSameView(as: other) { return nil }
        for rows in one.blocks {
            if let row = differing(rows, one, other) { return "row \(row) differs" }
        }
        return nil
    }

    /// The first row of a chunk that differs.
    private static func differing(_ rows: Range<Int>, _ one: Column, _ other: Column) -> Int? {
        let size = one.components * one.type.byteCount
        let x = bytes(rows, one)
        let y = bytes(rows, other)
        if x == y { return nil }
        for row in 0..<rows.count {
            let range = row * size..<(row + 1) * size
            if x[range] != y[range], !areSameNumbers(x[range], y[range], one.type) { return rows.lowerBound + row }
        }
        return nil
    }

    private static func bytes(_ rows: Range<Int>, _ column: Column) -> [UInt8] {
        let size = rows.count * column.components * column.type.byteCount
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            if let base = buffer.baseAddress { unsafe column.copyPacked(rows, to: UnsafeMutableRawPointer(base)) }
            count = size
        }
    }

    /// Whether numbers with different bits are NaN wherever they differ.
    private static func areSameNumbers(_ x: ArraySlice<UInt8>, _ y: ArraySlice<UInt8>, _ type: ScalarType) -> Bool {
        guard !type.isInteger else { return false }
        let size = type.byteCount
        func isNaN(_ bytes: ArraySlice<UInt8>) -> Bool {
            var bits: UInt64 = 0
            for (place, byte) in bytes.enumerated() { bits |= UInt64(byte) << UInt64(8 * place) }
            return switch type {
            case .float16: bits & 0x7FFF > 0x7C00
            case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).isNaN
            default: Double(bitPattern: bits).isNaN
            }
        }
        for place in stride(from: 0, to: x.count, by: size) {
            let one = x[x.startIndex + place..<x.startIndex + place + size]
            let other = y[y.startIndex + place..<y.startIndex + place + size]
            if one != other, !(isNaN(one) && isNaN(other)) { return false }
        }
        return true
    }

    private static func name(_ value: USDValue) -> String {
        switch value {
        case .block: "None"
        case .animationBlock: "AnimationBlock"
        case .integer(let type, _), .real(let type, _), .tuple(let type, _), .text(let type, _): type.name
        case .array(let array): array.type.name + "[]"
        case .texts(let type, _): type.name + "[]"
        case .paths: "paths"
        case .dictionary: "dictionary"
        case .list: "list"
        case .samples: "samples"
        case .specifier: "specifier"
        case .uniform: "variability"
        case .permission: "permission"
        case .selections: "selections"
        case .relocates: "relocates"
        case .offsets: "offsets"
        case .spline: "spline"
        case .arrayEdit: "edit"
        case .opaque(let opaque): opaque.kind
        }
    }
}
