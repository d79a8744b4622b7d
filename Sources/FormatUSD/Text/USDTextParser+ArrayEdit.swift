import MeshBytes
import MeshFormats

extension USDTextParser {
    /// Reads `edit [ … ]`: array edits, separated by line ends or `;`.
    mutating func readArrayEdit(_ type: USDEditType) throws(ReadError) -> USDValue {
        guard passes(word: "edit") else { throw expected("an edit") }
        try skipInline()
        guard passes("[") else { throw expected("'['") }
        var edit = USDArrayEdit(type: type)
        try readStatements(until: "]") { (parser) throws(ReadError) in
            edit.steps.append(try parser.readEditStep(type))
        }
        return .arrayEdit(edit)
    }

    private mutating func readEditStep(_ type: USDEditType) throws(ReadError) -> USDArrayEdit.Step {
        let begin = cursor.position
        let word = readWord() ?? ""
        try skipInline()
        switch word {
        case "erase": return USDArrayEdit.Step(operation: .erase, target: try readElementNumber())
        case "maxsize": return USDArrayEdit.Step(operation: .maxSize, target: try readSize())
        case "minsize", "resize":
            let size = try readSize()
            let end = cursor.position
            try skipInline()
            guard passes(word: "fill") else {
                cursor.move(to: end)
                return USDArrayEdit.Step(operation: word == "resize" ? .resize : .minSize, target: size)
            }
            try skipInline()
            return USDArrayEdit.Step(
                operation: word == "resize" ? .resizeFilled : .minSizeFilled, value: try readEditValue(type),
                target: size)
        case "write", "insert", "prepend", "append":
            var step = USDArrayEdit.Step(operation: word == "write" ? .write : .insert, target: 0)
            if isAt("[") {
                step.operation = word == "write" ? .writeElement : .insertElement
                step.source = try readElementNumber()
            } else {
                step.value = try readEditValue(type)
            }
            if word == "append" { step.target = USDArrayEdit.end }
            guard word == "write" || word == "insert" else { return step }
            try skipInline()
            guard word == "write" ? passes(word: "to") : passes(word: "at") else {
                throw expected(word == "write" ? "'to'" : "'at'")
            }
            try skipInline()
            step.target = try readElementNumber()
            return step
        default: throw expected("an edit or ']'", at: begin)
        }
    }

    private mutating func readEditValue(_ type: USDEditType) throws(ReadError) -> USDValue {
        let begin = cursor.position
        let value: USDValue
        switch type {
        case .plain(let type): value = try readValue(USDTypeName(type, isArray: false))
        case .duration: value = try readDuration("duration")
        }
        if case .opaque(let opaque) = value, opaque.kind == "path" {
            throw expected("a value of \(type.name)", at: begin)
        }
        return value
    }

    /// Reads an element index in brackets.
    private mutating func readElementNumber() throws(ReadError) -> Int64 {
        guard passes("[") else { throw expected("'['") }
        try skipInline()
        let begin = cursor.position
        guard let number = try readNumber()?.integer(.int64) else {
            throw expected("the number of an element", at: begin)
        }
        try skipInline()
        try pass("]")
        return number
    }

    private mutating func readSize() throws(ReadError) -> Int64 {
        let begin = cursor.position
        guard let number = try readNumber()?.integer(.int64), number >= 0 else { throw expected("a size", at: begin) }
        return number
    }
}

extension USDTextWriter {
    /// Writes array edits on one line.
    func writeArrayEdit(_ edit: USDArrayEdit, of what: String) throws(WriteError) {
        try put("edit [")
        for (index, step) in edit.steps.enumerated() {
            if index > 0 { try put("; ") }
            let isAtEnd = step.operation == .insert || step.operation == .insertElement
            let word: String
            switch step.operation {
            case .write, .writeElement: word = "write"
            case .insert, .insertElement:
                word = step.target == 0 ? "prepend" : step.target == USDArrayEdit.end ? "append" : "insert"
            case .erase: word = "erase [\(step.target)]"
            case .minSize, .minSizeFilled: word = "minsize \(step.target)"
            case .resize, .resizeFilled: word = "resize \(step.target)"
            case .maxSize: word = "maxsize \(step.target)"
            }
            try put(word)
            if let value = step.value {
                try put(step.operation.hasSize ? " fill " : " ")
                try writeValue(value, of: what)
            } else if step.operation.hasSource {
                try put(" [\(step.source)]")
            }
            if word == "write" { try put(" to [\(step.target)]") }
            if isAtEnd, word == "insert" { try put(" at [\(step.target)]") }
        }
        try put("]")
    }
}
