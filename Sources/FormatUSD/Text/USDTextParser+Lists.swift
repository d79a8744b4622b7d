import MeshBytes
import MeshFormats

extension USDTextParser {
    // MARK: Paths of prims

    /// Reads `inherits = …` or `specializes = …`.
    mutating func readPrimPaths(_ field: String, _ operation: USDListEdit.Operation?) throws(ReadError) {
        try passField()
        let begin = cursor.position
        let paths = try readPaths { (parser) throws(ReadError) -> String in
            let begin = parser.cursor.position
            guard let (path, _) = try parser.readPath(), path.isPrim, !path.hasVariants,
                let absolute = try parser.absolute(path, at: begin)
            else { throw parser.expected("the path of a prim", at: begin) }
            return absolute
        }
        try setPaths(field, of: stack[stack.count - 1].spec, operation ?? .explicit, paths, at: begin)
    }

    /// Reads None, one path, or a list of paths.
    mutating func readPaths(
        _ item: (inout USDTextParser) throws(ReadError) -> String
    ) throws(ReadError) -> [String] {
        if passes(word: "None") { return [] }
        if isAt("<") { return [try item(&self)] }
        guard passes("[") else { throw expected("None, a path or '['") }
        var paths: [String] = []
        try readList(until: "]") { (parser) throws(ReadError) in paths.append(try item(&parser)) }
        return paths
    }

    /// Adds paths to a list field.
    mutating func setPaths(
        _ field: String, of spec: Int, _ operation: USDListEdit.Operation, _ paths: [String], at begin: Int
    ) throws(ReadError) {
        guard !paths.isEmpty || operation == .explicit else {
            throw refused("expected paths to \(operation.rawValue), found none", at: begin)
        }
        try checkOnce(paths, at: begin)
        edit(field, of: spec, .path, operation, paths.map { .text($0) })
    }

    // MARK: Connections and targets

    /// Reads the path of a prim or property that an attribute is connected to or that a relationship targets.
    ///
    /// - Parameter isConnection: whether a path to the target of another relationship is refused.
    mutating func readTarget(isConnection: Bool = false) throws(ReadError) -> String {
        let begin = cursor.position
        guard let (path, _) = try readPath(), !path.hasVariants, !path.isRoot, !(isConnection && path.hasTarget),
            let absolute = try absolute(path, at: begin)
        else { throw expected("the path of a prim or property", at: begin) }
        return absolute
    }

    // MARK: References and payloads

    /// Reads `references = …` or `payload = …`.
    mutating func readReferences(
        _ field: String, _ item: USDListEdit.Item, _ operation: USDListEdit.Operation?
    ) throws(ReadError) {
        try passField()
        let begin = cursor.position
        let spec = stack[stack.count - 1].spec
        var items: [USDReference] = []
        if !passes(word: "None") {
            if passes("[") {
                try readList(until: "]") { (parser) throws(ReadError) in items.append(try parser.readReference(item)) }
            } else {
                items.append(try readReference(item))
            }
        }
        guard !items.isEmpty || (operation ?? .explicit) == .explicit else {
            throw refused("expected \(field) to \(operation?.rawValue ?? "add"), found none", at: begin)
        }
        // References with custom data are hardly ever duplicates.
        let plain = items.filter(\.customData.isEmpty)
        try checkOnce(plain.map { "\($0.asset)<\($0.path)>\($0.offset.offset) \($0.offset.scale)" }, at: begin)
        edit(field, of: spec, item, operation ?? .explicit, items.map { .reference($0) })
    }

    private mutating func readReference(_ item: USDListEdit.Item) throws(ReadError) -> USDReference {
        let begin = cursor.position
        var reference = USDReference()
        if isAt("@") {
            reference.asset = try readAsset()
            guard !reference.asset.isEmpty else {
                throw refused("expected the name of a file between '@', or a path alone", at: begin)
            }
            try skipInline()
            if isAt("<") { reference.path = try readReferencePath() }
        } else {
            guard isAt("<") else { throw expected("a file between '@' or a path") }
            reference.path = try readReferencePath()
        }
        // Blanks may follow the item, also before a parenthesis.
        try skipInline()
        guard passes("(") else { return reference }
        try readStatements(until: ")") { (parser) throws(ReadError) in
            if item == .reference, parser.passes(word: "customData") {
                try parser.passAssignment()
                reference.customData = try parser.readDictionary()
            } else if try !parser.readOffset(&reference.offset) {
                throw parser.expected("'offset' or 'scale'")
            }
        }
        return reference
    }

    private mutating func readReferencePath() throws(ReadError) -> String {
        let begin = cursor.position
        guard let (path, text) = try readPath() else { return "" }
        guard path.isAbsolute, path.isPrim, !path.hasVariants else {
            throw refused("expected the path of a prim from the root, found \(short(text))", at: begin)
        }
        return text
    }
}
