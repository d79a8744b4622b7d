import MeshBytes
import MeshFormats

/// Reads rows of a text: each on a line of its own, or wherever the numbers are.
struct OFFRowReader {
    private var cursor: TextCursor
    private let header: OFFHeader
    /// Whether a row ends with its line. Then numbers that nothing announces can be told from the next row.
    private let areLines: Bool
    private let isLenient: Bool
    private let width: Int
    private let colorNumbers: Range<Int>
    private var rows = OFFRows()
    private var color = ContiguousArray<Double>()

    init(_ text: TextCursor, _ header: OFFHeader, areLines: Bool, isLenient: Bool) {
        cursor = text
        self.header = header
        self.areLines = areLines
        self.isLenient = isLenient
        width = header.width
        colorNumbers = header.places.first { $0.field == .color }?.numbers ?? 0..<0
    }

    /// Reads the rows to the end of the text, or to the last of the file.
    ///
    /// - Parameter first: the number of rows before the text.
    mutating func read(from first: Int) throws(ReadError) -> OFFRows {
        var row = first
        let end = header.vertexCount + header.faceCount
        while row < end {
            skipLines()
            if cursor.isAtEnd { break }
            if row < header.vertexCount { try readVertex() } else { try readFace() }
            row += 1
        }
        if row < end {
            if areLines { return rows }
            throw ReadError(
                .truncated, .byte(cursor.position),
                row < header.vertexCount
                    ? "expected \(header.vertexCount) vertices, found \(row)"
                    : "expected \(header.faceCount) faces, found \(row - header.vertexCount)")
        }
        skipLines()
        rows.tally.add(.trailing, count: cursor.remaining, at: cursor.position)
        return rows
    }

    // MARK: Tokens

    /// Skips blanks, line ends and comments.
    private mutating func skipLines() {
        cursor.skipWhitespace()
        while cursor.peek() == 0x23 {
            rows.commentCount += 1
            cursor.skipLine()
            cursor.skipWhitespace()
        }
    }

    /// Skips what may be between two numbers of a row.
    @inline(__always) private mutating func skipGap() {
        if areLines { cursor.skipBlanks() } else { skipLines() }
    }

    // MARK: Rows

    private mutating func readVertex() throws(ReadError) {
        let start = cursor.position
        var isFinite = true
        for index in 0..<width {
            skipGap()
            let number: DecimalNumber
            if colorNumbers.contains(index) {
                let found = try readColorNumber()
                number = found.number
                if !found.isCode { rows.hasFractions = true }
            } else {
                number = try cursor.readNumber("a number of a vertex")
                if !number.float64.isFinite, index < 3 { isFinite = false }
            }
            rows.numbers.append(number.float64)
            if !number.isShortestFloat32 { rows.long |= 1 << UInt32(index) }
        }
        if !isFinite { rows.tally.add(.nonFinitePosition, at: start) }
        guard areLines, !cursor.isAtRowEnd() else { return }
        rows.tally.add(.extraNumbers, at: cursor.position)
        while !cursor.isAtRowEnd() { _ = try cursor.readNumber("a number of a vertex") }
    }

    /// Reads a whole number as a code of 0…255, another number as a fraction.
    private mutating func readColorNumber() throws(ReadError) -> (number: DecimalNumber, isCode: Bool) {
        let start = cursor.position
        guard let value = cursor.readInteger(), cursor.isAtTokenEnd else {
            cursor.move(to: start)
            return (try cursor.readNumber("a number of a colour"), false)
        }
        let code = min(max(value, 0), 255)
        if code != value { rows.tally.add(.colorRange, at: start) }
        return (DecimalNumber(float64: Double(code), float32: Float(code), isShortestFloat32: true), true)
    }

    private mutating func readFace() throws(ReadError) {
        let start = cursor.position
        let count = try cursor.readCount("the number of corners of a face")
        var missing: Int?
        for _ in 0..<count {
            skipGap()
            let place = cursor.position
            let vertex = try cursor.readCount("the index of a vertex", least: .min)
            if vertex < 0 || vertex >= Int64(header.vertexCount) {
                guard isLenient else { throw header.invalidIndex(vertex, at: place) }
                missing = missing ?? place
            }
            rows.faces.corners.append(Int32(truncatingIfNeeded: vertex))
        }
        // The other numbers of the line are the colour.
        let colorStart = cursor.position
        color.removeAll(keepingCapacity: true)
        var areFractions = false
        while !cursor.isAtRowEnd() {
            let (number, isCode) = try readColorNumber()
            if !isCode { areFractions = true }
            if color.count < 5 { color.append(number.float64) }
            if !number.isShortestFloat32 { rows.faces.haveLongFractions = true }
        }
        rows.close(
            Int(count), missing: missing, color, areFractions: areFractions, at: start, colorAt: colorStart)
    }
}

extension OFFRows {
    /// Adds a face whose corners are the last ones.
    ///
    /// - Parameters:
    ///   - missing: where a corner has no vertex; then the face is left out.
    ///   - color: the numbers behind it.
    mutating func close(
        _ arity: Int, missing: Int?, _ color: some Collection<Double>, areFractions: Bool, at place: Int, colorAt: Int
    ) {
        if let missing {
            faces.corners.removeLast(arity)
            return tally.add(.missingVertex, at: missing)
        }
        faces.arities.append(Int32(clamping: arity))
        if arity < 3 { tally.add(.degenerateFace, at: place) }
        switch color.count {
        case 0: break
        case 3, 4: faces.setColor(color, areFractions: areFractions)
        case let length: tally.add(length == 1 ? .colormapIndex : .colorLength, at: colorAt)
        }
    }
}

extension OFFHeader {
    func invalidIndex(_ vertex: Int64, at place: Int) -> ReadError {
        ReadError(.invalidIndex, .byte(place), "expected a vertex index below \(vertexCount), found \(vertex)")
    }
}
