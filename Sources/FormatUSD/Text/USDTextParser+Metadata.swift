import MeshBytes
import MeshFormats
import MeshModel

extension USDTextParser {
    /// The spec of the current statements.
    private var target: Int { stack[stack.count - 1].spec }

    // MARK: Layers

    /// Reads one entry of the layer's metadata.
    mutating func readLayerMetadata() throws(ReadError) {
        switch peekWord() {
        case "subLayers":
            try passField()
            try readSubLayers()
        case "relocates":
            try passField()
            set("layerRelocates", of: 0, .relocates(try readRelocates()))
        default: try readMetadata(of: 0)
        }
    }

    private mutating func readSubLayers() throws(ReadError) {
        try pass("[")
        var names: [String] = []
        var offsets: [USDOffset] = []
        try readList(until: "]") { (parser) throws(ReadError) in
            names.append(try parser.readAsset())
            try parser.skipInline()
            var offset = USDOffset()
            if parser.passes("(") {
                try parser.readStatements(until: ")") { (parser) throws(ReadError) in
                    guard try parser.readOffset(&offset) else { throw parser.expected("'offset' or 'scale'") }
                }
            }
            offsets.append(offset)
        }
        set("subLayers", of: 0, .texts(.string, names))
        set("subLayerOffsets", of: 0, .offsets(offsets))
    }

    /// Reads `offset = …` or `scale = …` if one comes next.
    mutating func readOffset(_ offset: inout USDOffset) throws(ReadError) -> Bool {
        if passes(word: "offset") {
            try passAssignment()
            offset.offset = try readReal("a number")
        } else if passes(word: "scale") {
            try passAssignment()
            offset.scale = try readReal("a number")
        } else {
            return false
        }
        return true
    }

    private mutating func readRelocates() throws(ReadError) -> [USDPair] {
        try pass("{")
        var pairs: [USDPair] = []
        try readList(until: "}") { (parser) throws(ReadError) in
            let from = try parser.readRelocate()
            try parser.passColon()
            let to = try parser.readRelocate(canBeEmpty: true)
            pairs.append(USDPair(first: from, second: to))
        }
        return pairs
    }

    private mutating func readRelocate(canBeEmpty: Bool = false) throws(ReadError) -> String {
        let begin = cursor.position
        guard let (path, text) = try readPath() else {
            if canBeEmpty { return "" }
            throw refused("expected the path of a prim, found <>", at: begin)
        }
        guard path.isPrim, !path.hasVariants, let absolute = try absolute(path, at: begin) else {
            throw refused("expected the path of a prim, found \(short(text))", at: begin)
        }
        return absolute
    }

    // MARK: Common fields

    /// Reads a comment, `doc = …`, or a field by its name, perhaps after a list operation.
    mutating func readMetadata(of spec: Int) throws(ReadError) {
        if isAtString {
            set("comment", of: spec, .text(.string, try readString()))
            return
        }
        if passes(word: "doc") {
            try passAssignment()
            set("documentation", of: spec, .text(.string, try readString()))
            return
        }
        if let operation = readOperation() {
            try separate()
            let name = try readName("the name of a field")
            try passAssignment()
            return try readEdit(name, operation, of: spec)
        }
        let isRoot = layer.specs[spec].kind == .pseudoRoot
        let name: String
        let begin = cursor.position
        if !isRoot, passes(word: "customData") {
            name = "customData"
        } else if !isRoot, passes(word: "symmetryArguments") {
            name = "symmetryArguments"
        } else {
            name = try readName("the name of a field")
        }
        try passAssignment()
        try readField(name, of: spec, at: begin)
    }

    /// Reads the keyword of a list operation if it comes next.
    mutating func readOperation() -> USDListEdit.Operation? {
        let range = identifierRange()
        guard let operation = USDListEdit.Operation(rawValue: cursor.text(range)), operation != .explicit else {
            return nil
        }
        cursor.move(to: range.upperBound)
        return operation
    }

    /// Reads the value of a field.
    private mutating func readField(_ name: String, of spec: Int, at begin: Int) throws(ReadError) {
        let form = USDFieldRegistry.form(name, of: layer.specs[spec].kind)
        if isAt("{") {
            // The entries of a dictionary have their own types, so it can be read in any field.
            let entries = try readDictionary()
            guard form != .reserved else { throw refused("expected no \(short(name)) among the metadata", at: begin) }
            set(name, of: spec, .dictionary(entries), isUnregistered: form == nil)
            return
        }
        let isNone = passes(word: "None")
        switch form {
        case nil:
            let text = isNone ? "None" : try readSpelling()
            let opaque = USDOpaque(kind: "unregistered", bytes: Array(text.utf8))
            set(name, of: spec, .opaque(opaque), isUnregistered: true)
        case .list(let item):
            var items: [USDListItem] = []
            if !isNone { items = try readItems(item) }
            edit(name, of: spec, item, .explicit, items)
        case .value(let type):
            if isNone { throw refused("expected a value, found None", at: begin) }
            let value = try readValue(USDTypeName(type, isArray: false))
            if name == "framesPerSecond", case .real(_, let rate) = value, !(rate > 0) {
                throw refused("expected a positive number of frames per second", at: begin)
            }
            set(name, of: spec, value)
        case .array(let type):
            if isNone { throw refused("expected a list, found None", at: begin) }
            set(name, of: spec, try readValue(USDTypeName(type, isArray: true)))
        case .dictionary: throw expected("'{'")
        case .reserved: throw refused("expected no \(short(name)) among the metadata", at: begin)
        }
    }

    /// Reads the items of a list operation on a field.
    private mutating func readEdit(
        _ name: String, _ operation: USDListEdit.Operation, of spec: Int
    ) throws(ReadError) {
        let begin = cursor.position
        let isNone = passes(word: "None")
        guard isNone || isAt("[") else { throw expected("None or '['") }
        switch USDFieldRegistry.form(name, of: layer.specs[spec].kind) {
        case nil:
            let text = isNone ? "" : try readSpelling()
            if text == "[]" { throw refused("expected items in the list, found none", at: begin) }
            switch field(name, of: spec) {
            case nil, .list: break
            // A value that isn't a list stays.
            default: return
            }
            edit(name, of: spec, .unregistered, operation, isNone ? [] : [.text(String(text.dropFirst().dropLast()))])
        case .list(let item):
            edit(name, of: spec, item, operation, isNone ? [] : try readItems(item, canBeEmpty: false))
        case .reserved: throw refused("expected no \(short(name)) among the metadata", at: begin)
        default: throw refused("expected a field that is a list, found \(short(name))", at: begin)
        }
    }

    private mutating func readItems(
        _ item: USDListEdit.Item, canBeEmpty: Bool = true
    ) throws(ReadError) -> [USDListItem] {
        let type: USDType =
            switch item {
            case .string: .string
            case .int: .int
            case .int64: .int64
            case .uint: .uint
            case .uint64: .uint64
            default: .token
            }
        let begin = cursor.position
        let items: [USDListItem]
        switch try readValue(USDTypeName(type, isArray: true)) {
        case .texts(_, let texts): items = texts.map { .text($0) }
        case .array(let array): items = array.values.integers().map { .integer($0) }
        default: throw expected("a list", at: begin)
        }
        if items.isEmpty, !canBeEmpty { throw refused("expected items in the list, found none", at: begin) }
        return items
    }

    /// Sets the items of a list operation. An explicit list and the other operations replace each other.
    mutating func edit(
        _ name: String, of spec: Int, _ item: USDListEdit.Item, _ operation: USDListEdit.Operation,
        _ items: [USDListItem]
    ) {
        var list = USDListEdit(item: item)
        if case .list(let known) = field(name, of: spec) { list = known }
        if list.isExplicit != (operation == .explicit) {
            list = USDListEdit(item: item)
            list.isExplicit = operation == .explicit
        }
        list[operation] = items
        set(name, of: spec, .list(list), isUnregistered: item == .unregistered)
    }

    // MARK: Prims

    /// Reads one entry of the metadata of a prim or variant.
    mutating func readPrimMetadata() throws(ReadError) {
        let spec = target
        let begin = cursor.position
        let operation = readOperation()
        if operation != nil { try separate() }
        switch peekWord() {
        case "references": try readReferences("references", .reference, operation)
        case "payload": try readReferences("payload", .payload, operation)
        case "inherits": try readPrimPaths("inheritPaths", operation)
        case "specializes": try readPrimPaths("specializes", operation)
        case "variantSets":
            try passField()
            try readVariantSets(operation ?? .explicit)
        case "kind" where operation == nil:
            try passField()
            set("kind", of: spec, .text(.token, try readString()))
        case "variants" where operation == nil:
            try passField()
            try readSelections(of: spec)
        case "relocates" where operation == nil:
            try passField()
            set("relocates", of: spec, .relocates(try readRelocates()))
        case "prefixSubstitutions" where operation == nil, "suffixSubstitutions" where operation == nil:
            let name = readWord() ?? ""
            try passAssignment()
            set(name, of: spec, .dictionary(try readSubstitutions()))
        default:
            cursor.move(to: begin)
            if try !readSymmetryOrPermission(of: spec) { try readMetadata(of: spec) }
        }
    }

    /// Reads `permission = …` or `symmetryFunction = …` if one comes next.
    mutating func readSymmetryOrPermission(of spec: Int) throws(ReadError) -> Bool {
        if passes(word: "permission") {
            try passAssignment()
            if passes(word: "public") {
                set("permission", of: spec, .permission(isPrivate: false))
            } else if passes(word: "private") {
                set("permission", of: spec, .permission(isPrivate: true))
            } else {
                throw expected("public or private")
            }
            return true
        }
        guard passes(word: "symmetryFunction") else { return false }
        try passAssignment()
        let range = identifierRange()
        let name = range.isEmpty || USDKeywords.contains(cursor.text(range)) ? "" : try readName("a name")
        set("symmetryFunction", of: spec, .text(.token, name))
        return true
    }

    private mutating func readVariantSets(_ operation: USDListEdit.Operation) throws(ReadError) {
        let begin = cursor.position
        let names = try readNames()
        for name in names { try checkVariantName(name, at: begin) }
        try checkOnce(names, at: begin)
        edit("variantSetNames", of: target, .string, operation, names.map { .text($0) })
        if operation == .explicit || operation == .added {
            for name in names { _ = variantSet(name) }
        }
    }

    private mutating func readSelections(of spec: Int) throws(ReadError) {
        let begin = cursor.position
        var pairs = USDLastOfName<USDPair>()
        if case .selections(let known) = field("variantSelection", of: spec) {
            for pair in known { pairs[pair.first] = pair }
        }
        for entry in try readDictionary() {
            guard case .text(.string, let variant) = entry.value else {
                throw refused("expected a string as the name of a variant", at: begin)
            }
            let isExpression = variant.hasPrefix("`") && variant.hasSuffix("`")
            guard variant.isEmpty || isExpression || USDPathText.isVariantName(variant) else {
                throw refused("expected the name of a variant, found \(short(variant))", at: begin)
            }
            pairs[entry.name] = USDPair(first: entry.name, second: variant)
        }
        set("variantSelection", of: spec, .selections(pairs.all))
    }

    private mutating func readSubstitutions() throws(ReadError) -> [USDEntry] {
        try pass("{")
        var entries = USDLastOfName<USDEntry>()
        try readList(until: "}") { (parser) throws(ReadError) in
            let name = try parser.readString()
            try parser.passColon()
            entries[name] = USDEntry(name: name, value: .text(.string, try parser.readString()))
        }
        return entries.all
    }

    /// Throws if a list has duplicates.
    func checkOnce(_ items: [String], at begin: Int) throws(ReadError) {
        guard items.count > 1, Set(items).count != items.count else { return }
        throw refused("expected each item of the list once, found one twice", at: begin)
    }
}
