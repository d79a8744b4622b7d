import MeshBytes
import MeshFormats
import MeshModel

/// The rows of a piece of a text.
struct OFFRows: Sendable {
    /// The numbers of vertices, row by row, in one of two types.
    var singles = ContiguousArray<Float>()
    var doubles = ContiguousArray<Double>()
    /// Whether the numbers of a field are all the digits of a float32.
    var areShort: [OFFHeader.Field: Bool] = [:]
    /// Whether a colour of a vertex has a point or an exponent.
    var hasFractions = false
    var faces = OFFFaces()
    var tally = OFFTally()
    var commentCount = 0
}

/// Reads rows of a text: each on a line of its own, or wherever the numbers are.
@safe struct OFFRowReader: ~Copyable {
    /// Why rows are not read on.
    enum Stop: Error {
        /// A row does not end with its line: the text has to be read number by number.
        case notLines
        case invalid(ReadError)
    }

    /// Where the numbers of a row come from.
    struct Options: Sendable {
        var header: OFFHeader
        /// Whether a row may go on on the next line.
        var crossesLines: Bool
        /// Whether numbers are kept as float64.
        var isWide: Bool
        var isLenient: Bool
    }

    private var cursor: TextCursor
    private let options: Options
    /// Room for the numbers of a field.
    private let numbers: UnsafeMutablePointer<DecimalNumber>
    private var rows = OFFRows()
    private var short: [Bool]
    private let places: [(field: OFFHeader.Field, first: Int, width: Int)]

    /// Reads the rows of a text.
    ///
    /// - Parameter first: the number of rows before the text.
    static func read(_ text: TextCursor, from first: Int, _ options: Options) throws(Stop) -> OFFRows {
        let result = unsafe withUnsafeTemporaryAllocation(of: DecimalNumber.self, capacity: 4) {
            numbers -> Result<OFFRows, Stop> in
            guard let base = numbers.baseAddress else { return .success(OFFRows()) }
            unsafe numbers.initialize(repeating: DecimalNumber(float64: 0, float32: 0, isShortestFloat32: true))
            var reader = unsafe OFFRowReader(text, base, options)
            do throws(Stop) {
                try reader.run(from: first)
                return .success(reader.rows)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(_ text: TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>, _ options: Options) {
        cursor = text
        unsafe self.numbers = numbers
        self.options = options
        places = options.header.places
        short = places.map { _ in true }
    }

    private mutating func run(from first: Int) throws(Stop) {
        let header = options.header
        var row = first
        let end = header.vertexCount + header.faceCount
        while row < end {
            skipGap(acrossLines: true)
            if cursor.isAtEnd { break }
            if row < header.vertexCount { try vertex() } else { try face() }
            row += 1
        }
        for (place, isShort) in zip(places, short) { rows.areShort[place.field] = isShort }
        if row < end {
            guard options.crossesLines else { return }
            let isVertex = row < header.vertexCount
            throw .invalid(
                ReadError(
                    .truncated, .byte(cursor.position),
                    isVertex
                        ? "expected \(header.vertexCount) vertices, found \(row)"
                        : "expected \(header.faceCount) faces, found \(row - header.vertexCount)"))
        }
        skipGap(acrossLines: true)
        if !cursor.isAtEnd { rows.tally.add(.trailing, count: cursor.remaining, at: cursor.position) }
    }

    // MARK: Tokens

    /// Skips blanks; across lines also line ends and comments.
    @inline(__always) private mutating func skipGap(acrossLines: Bool) {
        guard acrossLines else { return cursor.skipBlanks() }
        cursor.skipWhitespace()
        while cursor.peek() == 0x23 {
            rows.commentCount += 1
            cursor.skipLine()
            cursor.skipWhitespace()
        }
    }

    @inline(__always) private var isAtTokenEnd: Bool { cursor.peek() <= 0x20 || cursor.peek() == 0x23 }

    /// Reads what is left of a line behind a row: nothing, or a comment.
    private mutating func finishLine() throws(Stop) {
        cursor.skipBlanks()
        if cursor.peek() == 0x23 {
            rows.commentCount += 1
            cursor.skipLine()
        } else if !cursor.isAtLineEnd {
            throw .notLines
        }
    }

    private func invalid(_ what: String) -> Stop {
        var ahead = cursor
        let token = ahead.readToken()
        if token.isEmpty, ahead.isAtEnd {
            return .invalid(
                ReadError(.truncated, .byte(token.lowerBound), "expected \(what), found the end of the file"))
        }
        let found = ahead.text(token.lowerBound..<min(token.upperBound, token.lowerBound + 40))
        return .invalid(ReadError(.invalidValue, .byte(token.lowerBound), "expected \(what), found '\(found)'"))
    }

    // MARK: Vertices

    private mutating func vertex() throws(Stop) {
        let start = cursor.position
        for (index, place) in places.enumerated() {
            if place.field == .color { try color(place.width, start) } else { try plain(index, place.width, start) }
        }
        guard !options.crossesLines else { return }
        cursor.skipBlanks()
        if !cursor.isAtLineEnd, cursor.peek() != 0x23 {
            // More numbers than announced. Only where each vertex has its line is it known that they are its own.
            rows.tally.add(.extraNumbers, at: cursor.position)
            while !cursor.isAtLineEnd, cursor.peek() != 0x23 {
                guard cursor.readFloat64() != nil, isAtTokenEnd else { throw .notLines }
                cursor.skipBlanks()
            }
        }
        try finishLine()
    }

    /// Reads the numbers of a field.
    @inline(__always) private mutating func plain(_ index: Int, _ width: Int, _ start: Int) throws(Stop) {
        skipGap(acrossLines: options.crossesLines)
        var count = unsafe cursor.readDecimals(width, into: numbers)
        while count < width {
            guard options.crossesLines, count == 0 || isAtTokenEnd else { throw count == 0 ? missing() : invalidRest() }
            skipGap(acrossLines: true)
            let more = unsafe cursor.readDecimals(width - count, into: numbers + count)
            guard more > 0 else { throw missing() }
            count += more
        }
        guard isAtTokenEnd else { throw invalidRest() }
        var isShort = true
        var isFinite = true
        for component in 0..<width {
            let number = unsafe numbers[component]
            isShort = isShort && number.isShortestFloat32
            isFinite = isFinite && number.float64.isFinite
            if options.isWide { rows.doubles.append(number.float64) } else { rows.singles.append(number.float32) }
        }
        if !isShort { short[index] = false }
        if !isFinite, index == 0 { rows.tally.add(.nonFinitePosition, at: start) }
    }

    private func missing() -> Stop { options.crossesLines ? invalid("a number of a vertex") : .notLines }

    /// A number that goes on as something else: the error names the whole word.
    private func invalidRest() -> Stop {
        guard options.crossesLines else { return .notLines }
        var first = cursor.position
        while first > 0 {
            var before = cursor
            before.move(to: first - 1)
            guard before.position == first - 1, before.peek() > 0x20 else { break }
            first -= 1
        }
        var ahead = cursor
        ahead.move(to: first)
        let token = ahead.readToken()
        let found = ahead.text(token.lowerBound..<min(token.upperBound, token.lowerBound + 40))
        return .invalid(ReadError(.invalidValue, .byte(first), "expected a number, found '\(found)'"))
    }

    /// Reads the colour of a vertex: whole numbers count to 255, others to 1.
    private mutating func color(_ width: Int, _ start: Int) throws(Stop) {
        var isWhole = true
        for _ in 0..<width {
            skipGap(acrossLines: options.crossesLines)
            guard let number = colorNumber(&isWhole) else { throw missing() }
            if options.isWide { rows.doubles.append(number.float64) } else { rows.singles.append(number.float32) }
        }
        if !isWhole { rows.hasFractions = true }
    }

    /// Reads a number of a colour, and notes if it is not whole.
    private mutating func colorNumber(_ isWhole: inout Bool) -> DecimalNumber? {
        let place = cursor.position
        if let whole = cursor.readInteger(), isAtTokenEnd {
            return DecimalNumber(float64: Double(whole), float32: Float(whole), isShortestFloat32: true)
        }
        cursor.move(to: place)
        guard let number = cursor.readDecimal(), isAtTokenEnd else {
            cursor.move(to: place)
            return nil
        }
        isWhole = false
        if !number.isShortestFloat32, let index = places.firstIndex(where: { $0.field == .color }) {
            short[index] = false
        }
        return number
    }

    // MARK: Faces

    private mutating func face() throws(Stop) {
        let start = cursor.position
        guard let count = cursor.readInteger(), isAtTokenEnd, count >= 0 else {
            cursor.move(to: start)
            throw options.crossesLines ? invalid("the number of corners of a face") : .notLines
        }
        var missing = -1
        var left = count
        while left > 0 {
            skipGap(acrossLines: options.crossesLines)
            let place = cursor.position
            guard let vertex = cursor.readInteger(), isAtTokenEnd else {
                cursor.move(to: place)
                throw options.crossesLines ? invalid("the index of a vertex") : .notLines
            }
            if vertex < 0 || vertex >= Int64(options.header.vertexCount) {
                guard options.isLenient else {
                    throw .invalid(
                        ReadError(
                            .invalidIndex, .byte(place),
                            "expected a vertex index below \(options.header.vertexCount), found \(vertex)"))
                }
                if missing < 0 { missing = place }
            }
            rows.faces.add(corner: Int32(truncatingIfNeeded: vertex))
            left -= 1
        }
        if missing >= 0 {
            rows.faces.dropOpen()
            rows.tally.add(.missingVertex, at: missing)
            return try skipRest()
        }
        if count < 3 { rows.tally.add(.degenerateFace, at: start) }
        cursor.skipBlanks()
        if cursor.isAtLineEnd { rows.faces.close() } else { try finishFace() }
    }

    private mutating func skipRest() throws(Stop) {
        cursor.skipBlanks()
        while !cursor.isAtLineEnd, cursor.peek() != 0x23 {
            _ = cursor.readToken()
            cursor.skipBlanks()
        }
        try finishLine()
    }

    /// Reads the colour behind a face: whatever numbers its line still has.
    private mutating func finishFace() throws(Stop) {
        let start = cursor.position
        var values: [Double] = []
        var isWhole = true
        var length = 0
        while !cursor.isAtLineEnd, cursor.peek() != 0x23 {
            guard let number = colorNumber(&isWhole) else {
                throw options.crossesLines ? invalid("a number of a colour") : .notLines
            }
            length += 1
            if length <= 4 { values.append(number.float64) }
            if !number.isShortestFloat32 { rows.faces.areShort = false }
            cursor.skipBlanks()
        }
        try finishLine()
        switch length {
        case 3, 4:
            if isWhole { clamp(&values, at: start) }
            rows.faces.close(OFFFaces.Color(width: UInt8(length), isFraction: !isWhole), values)
        case 0: rows.faces.close()
        default:
            rows.tally.add(length == 1 ? .colormapIndex : .colorLength, at: start)
            rows.faces.close()
        }
    }

    private mutating func clamp(_ values: inout [Double], at start: Int) {
        let inside = values.map { min(max($0, 0), 255) }
        if inside != values { rows.tally.add(.colorRange, at: start) }
        values = inside
    }
}
