import MeshBytes
import MeshFormats
import MeshModel

/// Writes a USD layer in its binary encoding (usdc, "crate").
///
/// - Version: 0.8.0, which all readers support, or a newer one if a value needs it.
/// - Order: values in the order of specs, each once, then the tables. The same layer gives the same bytes.
/// - Memory: columns are written in place, without a copy.
struct USDCrateWriter {
    private var values: CrateValueWriter
    private var fieldNames: ContiguousArray<Int32> = []
    private var fieldReps: [UInt8] = []
    private var fieldNumbers: [Field: Int32] = [:]
    /// The numbers of field names: few, and each spec has some.
    private var names: [ExactText: UInt32] = [:]
    private var sets: ContiguousArray<Int32> = []
    /// The starts of sets by a hash of their members, each with the start of the next set of the same hash in `others`.
    private var setStarts: [Int: Int32] = [:]
    private var others: [Int32: Int32] = [:]

    private struct Field: Hashable {
        var name: UInt32
        var rep: CrateValueReference
    }

    /// The fields that list children.
    static let childLists: Set<String> = ["primChildren", "properties", "variantSetChildren", "variantChildren"]

    /// Writes a layer as a crate file at the end of a sink.
    ///
    /// - Throws: if a value can't be stored in a crate, such as text with a zero character or a text-only value.
    static func write(_ layer: USDLayer, to sink: ByteSink) throws(WriteError) {
        var writer = USDCrateWriter(values: CrateValueWriter(sink))
        try writer.write(layer)
    }

    private init(values: CrateValueWriter) { self.values = values }

    private mutating func write(_ layer: USDLayer) throws(WriteError) {
        // The header. The offset of the table of contents is filled in at the end.
        try values.output.write([UInt8](repeating: 0, count: 88))
        let paths = try addPaths(layer)
        var specPaths: ContiguousArray<Int32> = []
        var specSets: ContiguousArray<Int32> = []
        var specKinds: ContiguousArray<Int32> = []
        for spec in Self.order(layer) {
            specPaths.append(Int32(paths[spec]))
            specSets.append(try addSet(layer, spec))
            specKinds.append(layer.specs[spec].kind.rawValue)
        }
        try writeSections(specPaths, specSets, specKinds)
    }

    /// Prims first, then properties grouped by name: their fields are alike, so the tables compress better.
    private static func order(_ layer: USDLayer) -> [Int] {
        var order: [Int] = []
        var properties: [[Int]] = []
        var names: [String: Int] = [:]
        for index in layer.specs.indices {
            guard layer.specs[index].kind.isProperty else {
                order.append(index)
                continue
            }
            if let place = names[layer.specs[index].name] {
                properties[place].append(index)
            } else {
                names[layer.specs[index].name] = properties.count
                properties.append([index])
            }
        }
        return order + properties.joined()
    }

    /// The path of each spec.
    private mutating func addPaths(_ layer: USDLayer) throws(WriteError) -> [UInt32] {
        var paths: [UInt32] = []
        paths.reserveCapacity(layer.specs.count)
        for index in layer.specs.indices {
            let (name, parent) = (layer.specs[index].name, layer.specs[index].parent)
            guard parent < paths.count else {
                throw WriteError(.internal, path: values.output.sink.path, "expected parents before their children")
            }
            switch layer.specs[index].kind {
            case .pseudoRoot: paths.append(CratePathTable.root)
            case .prim: paths.append(try values.addPath(name, below: paths[parent]))
            case .attribute, .relationship:
                paths.append(try values.addPath(name, below: paths[parent], isProperty: true))
            case .variantSet: paths.append(try values.addPath("{\(name)=}", below: paths[parent]))
            case .variant:
                // A variant's path continues from the parent of its set.
                let above = paths[layer.specs[parent].parent]
                paths.append(try values.addPath("{\(layer.specs[parent].name)=\(name)}", below: above))
            }
        }
        return paths
    }

    /// The start of a spec's field set. Specs with equal fields share one.
    private mutating func addSet(_ layer: USDLayer, _ index: Int) throws(WriteError) -> Int32 {
        let first = sets.count
        for field in layer.specs[index].fields {
            let known = names[ExactText(field.name)]
            if known == nil, Self.childLists.contains(field.name) { continue }
            let rep = try values.pack(field)
            let number: UInt32
            if let known { number = known } else { number = try newName(field.name) }
            sets.append(addField(number, rep))
        }
        guard !layer.specs[index].kind.isProperty else { return known(setFrom: first) }
        let spec = layer.specs[index]
        let lists = [
            ("variantChildren", spec.kind == .variantSet ? spec.children : []),
            ("variantSetChildren", spec.variantSets),
            ("primChildren", spec.kind == .variantSet ? [] : spec.children), ("properties", spec.properties),
        ]
        for (name, children) in lists where !children.isEmpty {
            let rep = try values.packTokenVector(children.map { layer.specs[$0].name })
            sets.append(addField(try values.token(name), rep))
        }
        return known(setFrom: first)
    }

    private mutating func newName(_ name: String) throws(WriteError) -> UInt32 {
        let number = try values.token(name)
        names[ExactText(name)] = number
        return number
    }

    /// Ends the set of members that starts there, or takes it away if there is an equal one. Returns its start.
    private mutating func known(setFrom first: Int) -> Int32 {
        var hasher = Hasher()
        for place in first..<sets.count { hasher.combine(sets[place]) }
        let hash = hasher.finalize()
        let count = sets.count - first
        var next = setStarts[hash]
        while let start = next.map(Int.init) {
            let isEqual =
                start + count < first && sets[start + count] == -1
                && sets[start..<start + count].elementsEqual(sets[first...])
            if isEqual {
                sets.removeLast(count)
                return Int32(start)
            }
            next = others[Int32(start)]
        }
        sets.append(-1)
        if let start = setStarts[hash] { others[Int32(first)] = start }
        setStarts[hash] = Int32(first)
        return Int32(first)
    }

    private mutating func addField(_ name: UInt32, _ rep: CrateValueReference) -> Int32 {
        let field = Field(name: name, rep: rep)
        if let number = fieldNumbers[field] { return number }
        let number = Int32(fieldNames.count)
        fieldNames.append(Int32(bitPattern: field.name))
        fieldReps.append(rep.bits)
        fieldNumbers[field] = number
        return number
    }

    // MARK: Sections

    private mutating func writeSections(
        _ specPaths: ContiguousArray<Int32>, _ specSets: ContiguousArray<Int32>, _ specKinds: ContiguousArray<Int32>
    ) throws(WriteError) {
        var starts: [(name: String, offset: Int)] = []
        func begin(_ name: String) { starts.append((name, values.output.offset)) }

        begin("TOKENS")
        var tokens: [UInt8] = []
        for (number, token) in values.words.tokens.enumerated() {
            if let odd = values.words.oddTokens[number] { tokens += odd } else { tokens += token.utf8 }
            tokens.append(0)
        }
        try values.output.write(UInt64(values.words.tokens.count))
        try values.output.write(UInt64(tokens.count))
        try values.output.writeBlock(tokens)

        begin("STRINGS")
        try values.output.write(UInt64(values.words.strings.count))
        try values.output.write(Column(ContiguousArray(values.words.strings)))

        begin("FIELDS")
        try values.output.write(UInt64(fieldNames.count))
        try values.output.writeIntegers(fieldNames)
        try values.output.writeBlock(fieldReps)

        begin("FIELDSETS")
        try values.output.write(UInt64(sets.count))
        try values.output.writeIntegers(sets)

        begin("PATHS")
        let paths = values.paths.encoded()
        try values.output.write(UInt64(values.paths.count))
        try values.output.write(UInt64(paths.indices.count))
        for numbers in [paths.indices, paths.elements, paths.jumps] { try values.output.writeIntegers(numbers) }

        begin("SPECS")
        try values.output.write(UInt64(specPaths.count))
        for numbers in [specPaths, specSets, specKinds] { try values.output.writeIntegers(numbers) }

        let contents = values.output.offset
        try values.output.write(UInt64(starts.count))
        for (section, end) in zip(starts, starts.dropFirst().map(\.offset) + [contents]) {
            let name = Array(section.name.utf8)
            try values.output.write(name + [UInt8](repeating: 0, count: 16 - name.count))
            try values.output.write(Int64(section.offset))
            try values.output.write(Int64(end - section.offset))
        }
        var header = CrateTables.signature + [0, values.version.minor, 0, 0, 0, 0, 0, 0]
        header.append(UInt64(contents))
        try values.output.replace(at: 0, with: header)
    }
}
