import MeshBytes
import MeshFormats
import MeshModel

/// Reads a USD layer in its binary encoding (usdc, "crate"), versions 0.4 to 0.16.
///
/// - Ownership: uncompressed arrays view the bytes of the file. Compressed arrays are unpacked once, even if several
///   fields share them.
/// - Errors: all claims of the file are checked against its size. Nothing is skipped: unknown content is rejected by
///   name.
struct USDCrateReader {
    private var values: CrateValues
    /// The contents of each field set, by its first member.
    private var sets: [Int32: FieldSet] = [:]

    /// Whether a file that begins with these bytes is a crate.
    static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: CrateTables.signature) }

    /// Reads a whole input.
    static func read(_ input: Input, options: ReadOptions = ReadOptions()) throws(ReadError) -> USDLayer {
        let block = try input.memory(options)
        return try read(ByteStorage(block, byteCount: input.byteCount), nesting: options.limits.nesting)
    }

    /// Reads a crate in memory, or in a range of it, such as a file in a package.
    ///
    /// - Parameter nesting: the maximum number of nested values; nil: 64.
    static func read(
        _ storage: ByteStorage, in range: Range<Int>? = nil, nesting: Int? = nil
    ) throws(ReadError) -> USDLayer {
        var reader = USDCrateReader(
            values: CrateValues(try CrateTables(CrateBytes(storage, in: range)), nesting: nesting))
        return try reader.layer()
    }

    private init(values: CrateValues) { self.values = values }

    /// The fields of a set, and the names of children in order.
    private struct FieldSet {
        var fields: [USDField] = []
        var prims: [String] = []
        var properties: [String] = []
        var variantSets: [String] = []
        var variants: [String] = []
    }

    private mutating func layer() throws(ReadError) -> USDLayer {
        let tables = values.tables
        let tree = try CrateTree(tables)
        var layer = USDLayer()
        layer.specs.reserveCapacity(tree.order.count)
        // Children are pushed in reverse order, so that the first is popped first.
        var waiting: [(spec: Int, parent: Int)] = [(tree.root, -1)]
        while let (spec, parent) = waiting.popLast() {
            let set = try set(tables.specSets[spec])
            let index: Int
            if parent < 0 {
                index = 0
            } else {
                index = layer.add(tree.kinds[spec], tree.name(of: spec), below: parent)
            }
            layer.specs[index].fields = set.fields
            let children = try tree.children(
                of: spec, prims: set.prims, properties: set.properties, variantSets: set.variantSets,
                variants: set.variants)
            for child in children.reversed() { waiting.append((child, index)) }
        }
        return layer
    }

    private mutating func set(_ first: Int32) throws(ReadError) -> FieldSet {
        if let set = sets[first] { return set }
        var set = FieldSet()
        var seen: [String: CrateValueReference] = [:]
        var member = Int(first)
        while member < values.tables.fieldSets.count, values.tables.fieldSets[member] >= 0 {
            let field = Int(values.tables.fieldSets[member])
            member += 1
            let name = values.tables.tokens[Int(values.tables.fieldNames[field])]
            let rep = values.tables.fieldReps[field]
            if let before = seen.updateValue(rep, forKey: name) {
                // Some writers repeat a field. Two different values are an error.
                guard before == rep else {
                    throw ReadError(
                        .invalidValue, .byte(rep.offset), "expected each field of a spec once, found \(name) twice")
                }
                continue
            }
            let (value, isUnregistered) = try values.field(rep, named: name)
            switch (name, value) {
            case ("primChildren", .texts(.token, let names)): set.prims = names
            case ("properties", .texts(.token, let names)): set.properties = names
            case ("variantSetChildren", .texts(.token, let names)): set.variantSets = names
            case ("variantChildren", .texts(.token, let names)): set.variants = names
            // These repeat the targets of the accompanying list.
            case ("connectionChildren", .paths), ("targetChildren", .paths): break
            case ("primChildren", _), ("properties", _), ("variantSetChildren", _), ("variantChildren", _):
                throw ReadError(.invalidValue, .byte(rep.offset), "expected tokens as \(name), found something else")
            default: set.fields.append(USDField(name: name, value: value, isUnregistered: isUnregistered))
            }
        }
        sets[first] = set
        return set
    }
}
