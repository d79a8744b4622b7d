import MeshBytes
import MeshFormats

/// A text file of the model: a record on each line, or on each two; lines that are empty or begin with `#` are between
/// records.
struct COLMAPText<Record: COLMAPRecord>: COLMAPParser {
    private let lineLimit: Int
    /// The beginning of a line whose end is still to come.
    private var rest: [UInt8] = []
    private var line = 1
    /// The record whose second line comes next.
    private var first: Record?

    init(lineLimit: Int) { self.lineLimit = lineLimit }

    var place: InputLocation { .line(line, column: 1) }

    mutating func take(_ piece: [UInt8], _ body: (Record) -> Void) throws(COLMAPFault) {
        var start = 0
        while let end = piece[start...].firstIndex(of: 0x0A) {
            try add(piece[start..<end])
            try takeLine(body)
            line += 1
            start = end + 1
        }
        try add(piece[start...])
    }

    mutating func finish(_ body: (Record) -> Void) throws(COLMAPFault) {
        // The last line may lack its end, and of the last record the second line.
        if !rest.isEmpty { try takeLine(body) }
        if let record = first { body(record) }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) throws(COLMAPFault) {
        guard rest.count + bytes.count <= lineLimit else {
            throw COLMAPFault("expected a line of at most \(lineLimit) bytes, found a longer one")
        }
        rest += bytes
    }

    private mutating func takeLine(_ body: (Record) -> Void) throws(COLMAPFault) {
        defer { rest.removeAll(keepingCapacity: true) }
        var record = first
        try TextCursor.over(rest) { (line) throws(COLMAPFault) in
            line.skipWhitespace()
            if record != nil {
                try record?.readSecond(&line)
            } else if !line.isAtEnd, line.peek() != UInt8(ascii: "#") {
                record = try Record.read(&line)
            }
        }
        let isComplete = first != nil || !Record.hasSecondLine
        first = isComplete ? nil : record
        if isComplete, let record { body(record) }
    }
}

extension TextCursor {
    /// Reads a number that ends at a blank.
    mutating func number(_ name: StaticString) throws(COLMAPFault) -> Double {
        skipBlanks()
        let start = self
        guard let number = readFloat64(), isAtWordEnd else { throw start.fault(name) }
        return number
    }

    /// Reads a whole number of a range.
    mutating func integer(_ name: StaticString, in range: ClosedRange<Int64>) throws(COLMAPFault) -> Int {
        skipBlanks()
        let start = self
        guard let number = readInteger(), isAtWordEnd, range.contains(number) else { throw start.fault(name) }
        return Int(number)
    }

    /// Reads a word, empty at the end.
    mutating func word() -> String {
        skipBlanks()
        return text(readToken())
    }

    /// Counts the words to the end.
    mutating func countWords() -> Int {
        var count = 0
        skipWhitespace()
        while !isAtEnd {
            _ = readToken()
            count += 1
            skipWhitespace()
        }
        return count
    }

    private var isAtWordEnd: Bool { isAtEnd || [0x20, 0x09, 0x0D].contains(peek()) }

    private func fault(_ name: StaticString) -> COLMAPFault {
        var rest = self
        return COLMAPFault("expected \(name), found '\(rest.word().prefix(40))'")
    }
}
