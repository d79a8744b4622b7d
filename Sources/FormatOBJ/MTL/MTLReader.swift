import MeshBytes
import MeshFormats
import MeshModel

/// Reads the statements of an MTL file.
///
/// An invalid statement is left out with a diagnostic, so that a broken material doesn't prevent reading the shape.
/// Locations are byte offsets in the MTL file.
struct MTLReader {
    private var result = MTLStatements()
    private let limits: Limits
    /// Whether MeshLab wrote the file: versions before 2023 write `Tr` the other way round.
    private var isMeshLab = false
    /// `d` and `Tr` of each material.
    private var opacities: [(dissolve: Double?, transparency: (value: Double, offset: Int)?)] = []

    private init(limits: Limits) { self.limits = limits }

    /// Reads the statements in `bytes`.
    static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(ReadError) -> MTLStatements {
        try TextCursor.over(bytes) { (cursor) throws(ReadError) -> MTLStatements in
            var reader = MTLReader(limits: limits)
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.move(to: 3) }
            while !cursor.isAtEnd { try reader.readStatement(&cursor) }
            reader.addAlpha()
            return reader.result
        }
    }

    private mutating func readStatement(_ cursor: inout TextCursor) throws(ReadError) {
        cursor.skipBlanks()
        if cursor.isAtLineEnd {
            cursor.skipLine()
            return
        }
        if cursor.peek() == 0x23 {
            let line = cursor.readToLineEnd()
            if result.entries.isEmpty, Self.namesMeshLab(line, cursor) { isMeshLab = true }
            cursor.skipLine()
            return
        }
        let keyword = cursor.readToken()
        let shown = cursor.text(keyword.lowerBound..<min(keyword.upperBound, keyword.lowerBound + 64))
        // Only names are cut at a comment here; numbers and file names handle comments themselves.
        let isName = shown.lowercased() == "newmtl"
        let (arguments, isJoined) = OBJPiece.readArguments(&cursor, upToComment: isName)
        if isName { cursor.skipLine() }
        let statement = Statement(
            keyword: shown, word: shown.lowercased(), offset: keyword.lowerBound, arguments: arguments,
            isJoined: isJoined)
        try read(statement, cursor)
    }

    /// Whether a comment says that MeshLab wrote the file.
    private static func namesMeshLab(_ line: Range<Int>, _ cursor: TextCursor) -> Bool {
        let mark: StaticString = "Converted by Meshlab Group"
        let last = line.upperBound - mark.utf8CodeUnitCount
        guard line.lowerBound <= last else { return false }
        return (line.lowerBound...last).contains { cursor.equals($0..<$0 + mark.utf8CodeUnitCount, mark) }
    }

    /// A keyword and its arguments.
    private struct Statement {
        var keyword: String
        var word: String
        var offset: Int
        var arguments: Range<Int>
        var isJoined: Bool
    }

    private mutating func read(_ statement: Statement, _ cursor: TextCursor) throws(ReadError) {
        if statement.word == "newmtl" {
            let name = Self.text(statement, cursor)
            guard result.entries.count < limits.headerEntries else {
                throw ReadError(
                    beyond: .names, .byte(statement.offset),
                    "expected at most \(limits.headerEntries) materials, found more")
            }
            result.entries.append(MTLStatements.Entry(name: name, offset: statement.offset))
            opacities.append((nil, nil))
            return
        }
        guard !result.entries.isEmpty else {
            warn(
                "mtl.before-newmtl", statement.offset,
                "'\(statement.keyword)' comes before the first newmtl; it is ignored")
            return
        }
        if let name = MTLKeywords.colors[statement.word] {
            readColor(statement, name, cursor)
        } else if let name = MTLKeywords.numbers[statement.word] {
            readNumber(statement, name, cursor)
        } else if let slot = MTLKeywords.maps[statement.word] {
            readMap(statement, slot, cursor)
        } else if statement.word == "d" {
            readDissolve(statement, cursor)
        } else if statement.word == "tr" {
            if let value = number(statement, cursor) {
                opacities[opacities.count - 1].transparency = (value, statement.offset)
            }
        } else {
            keepAside(statement)
        }
    }

    private static func text(_ statement: Statement, _ cursor: TextCursor) -> String {
        statement.isJoined ? OBJPiece.joined(cursor.bytes(statement.arguments)) : cursor.text(statement.arguments)
    }

    // MARK: Numbers

    private mutating func readColor(_ statement: Statement, _ name: String, _ cursor: TextCursor) {
        let first = Self.text(statement, cursor).lowercased()
        // The scene can't express spectral curves and CIE XYZ.
        if first.hasPrefix("spectral") || first.hasPrefix("xyz") {
            keepAside(statement)
            return
        }
        guard let values = numbers(statement, cursor) else { return }
        switch values.count {
        case 1: set(name, [values[0], values[0], values[0]], statement)
        case 3: set(name, values, statement)
        case 4:
            warn(
                "mtl.invalid-value", statement.offset,
                "expected 1 or 3 numbers after \(statement.keyword), found 4; the last one is ignored")
            set(name, Array(values[..<3]), statement)
        default:
            leaveOut(statement, "expected 1 or 3 numbers after \(statement.keyword), found \(values.count)")
        }
    }

    private mutating func readNumber(_ statement: Statement, _ name: String, _ cursor: TextCursor) {
        if let value = number(statement, cursor) { set(name, [value], statement) }
    }

    private mutating func readDissolve(_ statement: Statement, _ cursor: TextCursor) {
        var walker = cursor
        walker.move(to: statement.arguments.lowerBound)
        let word = walker.readToken()
        guard cursor.equals(word, "-halo") else {
            if let value = number(statement, cursor) { opacities[opacities.count - 1].dissolve = value }
            return
        }
        walker.skipBlanks()
        var rest = statement
        rest.arguments = min(walker.position, statement.arguments.upperBound)..<statement.arguments.upperBound
        if let value = number(rest, cursor) { set("haloAlpha", [value], statement) }
    }

    private mutating func number(_ statement: Statement, _ cursor: TextCursor) -> Double? {
        guard let values = numbers(statement, cursor) else { return nil }
        guard values.count == 1 else {
            leaveOut(statement, "expected 1 number after \(statement.keyword), found \(values.count)")
            return nil
        }
        return values[0]
    }

    /// The numbers after a keyword, up to a comment; nil, with a warning, when there is anything else.
    private mutating func numbers(_ statement: Statement, _ cursor: TextCursor) -> [Double]? {
        var walker = cursor
        walker.move(to: statement.arguments.lowerBound)
        var values: [Double] = []
        while walker.position < statement.arguments.upperBound {
            walker.skipBlanks()
            if walker.peek() == 0x23 { break }
            if walker.peek() == 0x5C, OBJPiece.passContinuation(&walker) { continue }
            let start = walker.position
            guard values.count < 8, let value = walker.readFloat64(),
                walker.isAtEnd || walker.peek() <= 0x20 || walker.peek() == 0x5C
            else {
                walker.move(to: start)
                let word = walker.readToken()
                let shown = cursor.text(word.lowerBound..<min(word.upperBound, word.lowerBound + 40))
                leaveOut(statement, "expected numbers after \(statement.keyword), found '\(shown)'")
                return nil
            }
            values.append(value)
        }
        return values
    }

    private mutating func set(_ name: String, _ values: [Double], _ statement: Statement) {
        let entry = result.entries.count - 1
        let parameter = MaterialParameter(name, values)
        if let index = result.entries[entry].parameters.firstIndex(where: { $0.name == name }) {
            if result.entries[entry].parameters[index] != parameter {
                note(
                    "mtl.repeated-statement", statement.offset,
                    "\(statement.keyword) is given twice; the last one is used"
                )
            }
            result.entries[entry].parameters[index] = parameter
        } else {
            result.entries[entry].parameters.append(parameter)
        }
    }

    /// Combines `d` and `Tr` of each material.
    private mutating func addAlpha() {
        let isReversed = isReversed
        for (entry, (dissolve, transparency)) in opacities.enumerated() {
            var alpha = dissolve
            if let transparency {
                let meant = isReversed ? transparency.value : Self.complement(transparency.value)
                if isReversed {
                    note(
                        "mtl.transparency", transparency.offset,
                        "Tr is read as 1 for opaque, as some programs write it: else nothing would be seen")
                }
                if let dissolve, dissolve != meant {
                    warn("mtl.transparency", transparency.offset, "d and Tr disagree; d is used")
                }
                alpha = alpha ?? meant
            }
            if let alpha { result.entries[entry].parameters.append(MaterialParameter("alpha", [alpha])) }
        }
    }

    /// Whether a `Tr` of 1 means opaque here: OpenMVS and mvs-texturing write it for all materials, MeshLab before 2023 for
    /// all that are opaque.
    private var isReversed: Bool {
        let values = opacities.compactMap { $0.transparency?.value }
        guard values.contains(1) else { return false }
        return isMeshLab && !values.contains(0)
            || opacities.allSatisfy { $0.dissolve == nil && $0.transparency?.value == 1 }
    }

    /// 1 − value, rounded to 12 decimals if that is the same but for rounding errors.
    private static func complement(_ value: Double) -> Double {
        let plain = 1 - value
        let short = (plain * 1e12).rounded() / 1e12
        return abs(short - plain) <= 0x1p-52 ? short : plain
    }

    // MARK: Maps

    private mutating func readMap(_ statement: Statement, _ slot: String, _ cursor: TextCursor) {
        var walker = cursor
        let end = statement.arguments.upperBound
        walker.move(to: statement.arguments.lowerBound)
        var options: [TextureOption] = []
        while walker.position < end, walker.peek() == 0x2D {
            let start = walker.position
            let name = cursor.text(walker.readToken()).lowercased()
            guard let shape = MTLKeywords.options[name] else {
                walker.move(to: start)
                break
            }
            let words = Self.words(&walker, shape, end)
            options.append(TextureOption(name, words))
            Self.skipGap(&walker, end)
        }
        let names = Self.names(walker.position..<max(walker.position, end), cursor)
        guard !names.isEmpty else {
            warn(
                "mtl.invalid-value", statement.offset,
                "expected a file name after \(statement.keyword), found none; it is ignored")
            return
        }
        let entry = result.entries.count - 1
        let map = MTLStatements.Map(slot: slot, options: options, names: names)
        if let index = result.entries[entry].maps.firstIndex(where: { $0.slot == slot }) {
            note(
                "mtl.repeated-statement", statement.offset, "\(statement.keyword) is given twice; the last one is used")
            result.entries[entry].maps[index] = map
        } else {
            result.entries[entry].maps.append(map)
        }
    }

    private static func skipGap(_ walker: inout TextCursor, _ end: Int) {
        while walker.position < end {
            walker.skipBlanks()
            guard walker.peek() == 0x5C, OBJPiece.passContinuation(&walker) else { return }
        }
    }

    /// The words of an option; only as many numbers as there are, and never the last word of the line.
    private static func words(
        _ walker: inout TextCursor, _ shape: (words: Int, areNumbers: Bool), _ end: Int
    ) -> [String] {
        var words: [String] = []
        while words.count < shape.words {
            skipGap(&walker, end)
            let start = walker.position
            let range = walker.readToken()
            guard !range.isEmpty, range.upperBound < end else {
                walker.move(to: start)
                break
            }
            if shape.areNumbers {
                var inner = walker
                inner.move(to: range.lowerBound)
                guard inner.readFloat64() != nil, inner.position == range.upperBound else {
                    walker.move(to: start)
                    break
                }
            }
            words.append(walker.text(range))
        }
        return words
    }

    /// The candidates for a file name: the rest of the line, or its part before a comment or before options after the
    /// name.
    private static func names(_ range: Range<Int>, _ cursor: TextCursor) -> [MTLStatements.Name] {
        let bytes = cursor.bytes(range)
        guard !bytes.isEmpty else { return [] }
        var names = [MTLStatements.Name(text: OBJPiece.joined(bytes), range: range)]
        for index in bytes.indices.dropFirst() where bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 {
            guard bytes[index] == 0x23 || bytes[index] == 0x2D else { continue }
            var length = index
            while length > 0, bytes[length - 1] == 0x20 || bytes[length - 1] == 0x09 { length -= 1 }
            guard length > 0, names.count < 8 else { break }
            let part = range.lowerBound..<range.lowerBound + length
            names.append(MTLStatements.Name(text: OBJPiece.joined(Array(bytes[..<length])), range: part))
        }
        return names
    }

    // MARK: Words to the owner

    /// Leaves out a statement with other arguments than it may have, which is a loss as that of unknown ones.
    private mutating func leaveOut(_ statement: Statement, _ reason: String) {
        warn("mtl.invalid-value", statement.offset, "\(reason); it is ignored")
        if !statement.arguments.isEmpty { keepAside(statement) }
    }

    private mutating func keepAside(_ statement: Statement) {
        result.unknown.add("mtl \(statement.keyword)", at: statement.offset)
    }

    private mutating func warn(_ code: String, _ offset: Int, _ message: String) {
        add(Diagnostic(code, .warning, at: .byte(offset), message))
    }

    private mutating func note(_ code: String, _ offset: Int, _ message: String) {
        add(Diagnostic(code, .note, at: .byte(offset), message))
    }

    /// Keeps one entry per code, since a generated library may repeat a mistake a million times.
    private mutating func add(_ diagnostic: Diagnostic) {
        if let index = result.diagnostics.firstIndex(where: {
            $0.code == diagnostic.code && $0.severity == diagnostic.severity
        }) {
            result.diagnostics[index].count += 1
        } else {
            result.diagnostics.append(diagnostic)
        }
    }
}
