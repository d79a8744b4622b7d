import MeshBytes
import MeshFormats
import MeshModel

// Checks each object against its shape.

extension GLTFCheck {
    /// An object still to be checked.
    private struct Open {
        var value: JSONValue
        var pointer: String
        var kind: String
    }

    /// Walks the tree without recursion, because it may be deep. `extras` are skipped: programs may put anything there.
    mutating func checkShapes() {
        var open = [Open(value: root, pointer: "", kind: "glTF")]
        var below: [Open] = []
        while let part = open.popLast() {
            guard let shape = GLTFShapes.all[part.kind], let members = part.value.object else { continue }
            for (name, value) in members where name != "extras" {
                let pointer = "\(part.pointer)/\(name)"
                if name == "extensions" {
                    checkExtensions(value, part.kind, pointer, &below)
                } else if let rule = shape.members[name] {
                    check(value, rule, part.value, pointer, &below)
                } else if part.kind != "open" {
                    add("unexpected-property", pointer, "glTF defines no such property here", .warning)
                }
            }
            for name in shape.required where part.value[name] == nil {
                addUndefined(name, part.pointer)
            }
            checkTogether(part.value, part.kind, part.pointer)
            open += below.reversed()
            below.removeAll(keepingCapacity: true)
        }
    }

    private mutating func checkExtensions(_ value: JSONValue, _ kind: String, _ pointer: String, _ open: inout [Open]) {
        guard let members = value.object else { return mismatch("an object", value, pointer) }
        for (name, member) in members {
            let place = "\(pointer)/\(name)"
            if !used.contains(name) {
                add("undeclared-extension", place, "\(name) is not listed in extensionsUsed")
            }
            if member.object == nil {
                mismatch("an object", member, place)
            } else if let places = GLTFShapes.places(of: name) {
                if let below = places[kind] {
                    open.append(Open(value: member, pointer: place, kind: below))
                } else {
                    add("unexpected-extension-object", place, "\(name) has no meaning here")
                }
            }
        }
    }

    private mutating func mismatch(_ expected: String, _ found: JSONValue, _ pointer: String) {
        add("type-mismatch", pointer, "expected \(expected), found \(found.excerpt)")
    }

    private mutating func check(
        _ value: JSONValue, _ rule: GLTFShape.Rule, _ owner: JSONValue, _ pointer: String, _ open: inout [Open]
    ) {
        switch rule {
        case .index: checkIndex(value, pointer)
        case .integer(let least, let most): checkInteger(value, pointer) { $0 >= least && $0 <= most }
        case .oneOf(let values): checkList(value, pointer, values)
        case .number(let range):
            guard let number = value.number else { return mismatch("a number", value, pointer) }
            checkRange(number, range, pointer)
        case .truth: if value.bool == nil { mismatch("true or false", value, pointer) }
        case .text: if value.string == nil { mismatch("a text", value, pointer) }
        case .words(let words):
            guard let word = value.string else { return mismatch("a text", value, pointer) }
            if !words.contains(word) {
                add("value-not-in-list", pointer, "expected \(words.joined(separator: ", ")), found \(word)", .warning)
            }
        case .version: checkVersion(value, pointer)
        case .numbers(let count, let range): checkNumbers(value, count, range, pointer)
        case .indices: checkOnce(value, pointer)
        case .indexMap: checkMap(value, pointer)
        case .texts: checkOnce(value, pointer)
        case .object(let kind):
            guard value.object != nil else { return mismatch("an object", value, pointer) }
            open.append(Open(value: value, pointer: pointer, kind: kind))
        case .objects(let kind):
            for (index, element) in elements(value, pointer).enumerated() {
                if element.object == nil { mismatch("an object", element, "\(pointer)/\(index)") }
                open.append(Open(value: element, pointer: "\(pointer)/\(index)", kind: kind))
            }
        case .array(let rule):
            for (index, element) in elements(value, pointer).enumerated() {
                check(element, rule, owner, "\(pointer)/\(index)", &open)
            }
        case .bounds: checkBounds(value, owner, pointer)
        case .any: break
        }
    }

    /// The elements of a value that must be an array and not be empty.
    private mutating func elements(_ value: JSONValue, _ pointer: String) -> [JSONValue] {
        guard let elements = value.array else {
            mismatch("an array", value, pointer)
            return []
        }
        if elements.isEmpty { add("empty-entity", pointer, "an empty array is not allowed; leave it out") }
        return elements
    }

    // MARK: Values

    private mutating func checkIndex(_ value: JSONValue, _ pointer: String) {
        guard let index = value.int else { return mismatch("an index", value, pointer) }
        if index < 0 { add("invalid-index", pointer, "expected an index, found \(index)") }
    }

    private mutating func checkInteger(_ value: JSONValue, _ pointer: String, _ fits: (Int64) -> Bool) {
        guard let number = value.int else { return mismatch("a whole number", value, pointer) }
        if !fits(number) { add("value-not-in-range", pointer, "\(number) is out of range") }
    }

    private mutating func checkList(_ value: JSONValue, _ pointer: String, _ values: [Int64]) {
        guard let number = value.int else { return mismatch("a whole number", value, pointer) }
        guard !values.contains(number) else { return }
        let known = values.map { "\($0)" }.joined(separator: ", ")
        add("value-not-in-list", pointer, "expected \(known), found \(number)", .warning)
    }

    private mutating func checkRange(_ number: Double, _ range: GLTFShape.Range, _ pointer: String) {
        if !range.contains(number) { add("value-not-in-range", pointer, "\(number) is out of range") }
    }

    private mutating func checkNumbers(_ value: JSONValue, _ count: Int, _ range: GLTFShape.Range, _ pointer: String) {
        let elements = elements(value, pointer)
        if count > 0, !elements.isEmpty, elements.count != count {
            return add(
                "array-length-not-in-list", pointer, "expected \(count) numbers, found \(elements.count)")
        }
        for (index, element) in elements.enumerated() {
            guard let number = element.number else {
                return add("array-type-mismatch", pointer, "expected numbers, found \(element.excerpt)")
            }
            checkRange(number, range, "\(pointer)/\(index)")
        }
    }

    /// Checks indices or texts, each of which must be named once.
    private mutating func checkOnce(_ value: JSONValue, _ pointer: String) {
        var seen: Set<String> = []
        for (index, element) in elements(value, pointer).enumerated() {
            let place = "\(pointer)/\(index)"
            if pointer.hasPrefix("/extensions"), element.string == nil {
                mismatch("a name", element, place)
            } else if element.string == nil {
                checkIndex(element, place)
            }
            if !seen.insert(element.text()).inserted {
                add("duplicate-elements", place, "\(element.excerpt) is listed twice")
            }
        }
    }

    private mutating func checkMap(_ value: JSONValue, _ pointer: String) {
        guard let members = value.object else { return mismatch("an object", value, pointer) }
        if members.isEmpty { add("empty-entity", pointer, "an empty object is not allowed; leave it out") }
        for (name, member) in members { checkIndex(member, "\(pointer)/\(name)") }
    }

    private mutating func checkVersion(_ value: JSONValue, _ pointer: String) {
        guard let text = value.string else { return mismatch("a text", value, pointer) }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count != 2 || parts.contains(where: { $0.isEmpty || !$0.utf8.allSatisfy { (48...57).contains($0) } }) {
            add("pattern-mismatch", pointer, "expected a version such as 2.0, found '\(text)'")
        }
    }

    private mutating func checkBounds(_ value: JSONValue, _ owner: JSONValue, _ pointer: String) {
        guard let (type, shape) = Self.form(of: owner) else { return }
        checkNumbers(value, shape.rows * shape.columns, .any, pointer)
        guard type.isInteger else { return }
        let (least, most) = Self.limits(type)
        for (index, element) in (value.array ?? []).enumerated() {
            guard let number = element.number, !(number >= least && number <= most && number == number.rounded())
            else { continue }
            add("invalid-gl-value", "\(pointer)/\(index)", "\(element.excerpt) is not a value of the accessor's type")
        }
    }

    /// The smallest and largest value of an integer type of glTF, which has at most 32 bits.
    private static func limits(_ type: ScalarType) -> (least: Double, most: Double) {
        let count = Double(UInt64(1) << UInt64(type.byteCount * 8))
        return type.isSignedInteger ? (-count / 2, count / 2 - 1) : (0, count - 1)
    }
}
