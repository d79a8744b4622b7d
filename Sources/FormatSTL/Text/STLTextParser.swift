import MeshBytes
import MeshFormats

// Bounds: the scratch memory has the 12 numbers of a facet; reading asks for what is left of three. Words are compared
// byte by byte up to their own length.

/// Reads statements of a text: keywords of any case with whitespace between them, on one line or on many.
@safe struct STLTextParser: ~Copyable {
    private var cursor: TextCursor
    /// Whether numbers are kept as float64.
    private let isWide: Bool
    /// Whether facets with defects are left out.
    private let isLenient: Bool
    /// Room for the numbers of a facet: a normal and three corners.
    private let numbers: UnsafeMutablePointer<DecimalNumber>
    private var facets = STLTextFacets()
    /// The minimum size of a facet in text: "facet normal 0 0 0 outer loop", three times " vertex 0 0 0".
    static let leastFacet = 68

    /// Parses the facets of a text.
    ///
    /// - Parameter text: a cursor at the beginning of a statement outside facets.
    static func parse(
        _ text: TextCursor, isWide: Bool, isLenient: Bool
    ) throws(ReadError) -> STLTextFacets {
        let result = unsafe withUnsafeTemporaryAllocation(of: DecimalNumber.self, capacity: 12) {
            numbers -> Result<STLTextFacets, ReadError> in
            guard let base = numbers.baseAddress else { return .success(STLTextFacets()) }
            unsafe numbers.initialize(repeating: DecimalNumber(float64: 0, float32: 0, isShortestFloat32: true))
            var parser = unsafe STLTextParser(text, base, isWide: isWide, isLenient: isLenient)
            do throws(ReadError) {
                try parser.run()
                return .success(parser.facets)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(_ text: TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>, isWide: Bool, isLenient: Bool) {
        cursor = text
        unsafe self.numbers = numbers
        self.isWide = isWide
        self.isLenient = isLenient
    }

    private mutating func run() throws(ReadError) {
        while true {
            cursor.skipWhitespace()
            if cursor.isAtEnd { return }
            let byte = cursor.position
            if take("facet") {
                do throws(ReadError) {
                    guard try facet(byte) else {
                        facets.unfinished = byte
                        return
                    }
                } catch {
                    guard isLenient else { throw error }
                    facets.skipped.add(at: byte)
                    skipFacet(from: byte)
                }
            } else if take("solid") {
                facets.runs.append(STLTextFacets.Run(event: .solid(name: solidName()), byte: byte))
            } else if take("endsolid") {
                skipEndName()
                facets.runs.append(STLTextFacets.Run(event: .end, byte: byte))
            } else {
                unknown()
            }
        }
    }

    // MARK: Keywords

    /// Skips a keyword, given in lower case, if it comes next and a blank or the end follows it.
    @inline(__always) private mutating func take(_ word: StaticString) -> Bool {
        guard isNext(word) else { return false }
        cursor.move(to: cursor.position &+ word.utf8CodeUnitCount)
        return true
    }

    @inline(__always) private func isNext(_ word: StaticString) -> Bool { Self.isNext(word, cursor) }

    /// Whether a keyword, given in lower case, comes next and a blank or the end follows it.
    @inline(__always) static func isNext(_ word: StaticString, _ cursor: TextCursor) -> Bool {
        let count = word.utf8CodeUnitCount
        for index in 0..<count where unsafe cursor.peek(ahead: index) | 0x20 != word.utf8Start[index] { return false }
        return cursor.peek(ahead: count) <= 0x20
    }

    /// Counts an unknown statement, which is the rest of its line.
    private mutating func unknown() {
        let byte = cursor.position
        let line = cursor.readToLineEnd()
        let text = cursor.text(line.lowerBound..<min(line.upperBound, line.lowerBound + 24))
        let first = text.unicodeScalars.prefix { $0.value > 0x20 && $0.value != 0x7F }
        var word = String(first).lowercased()
        if let mark = word.first, mark == "#" || mark == ";" || mark == "/" { word = "remark" }
        // Bytes that are not text must not fill the report.
        if facets.unknown.count >= 32, facets.unknown[word] == nil { word = "others" }
        facets.unknown[word, default: .init()].add(at: byte)
    }

    // MARK: Names

    /// Reads the name after `solid`, up to the line's end, or up to the first facet if everything is on one line.
    private mutating func solidName() -> String? {
        let start = cursor.position
        var end = start
        while true {
            cursor.skipBlanks()
            if cursor.isAtLineEnd || isFacet() { break }
            end = cursor.readToken().upperBound
        }
        return STLName.parse(cursor.text(start..<end))
    }

    /// Skips the name after `endsolid`: the rest of the line, unless another solid with facets begins on it.
    private mutating func skipEndName() {
        var solid: Int?
        while true {
            cursor.skipBlanks()
            if cursor.isAtLineEnd { return }
            if isFacet() { break }
            if solid == nil, isNext("solid") { solid = cursor.position }
            _ = cursor.readToken()
        }
        if let solid { cursor.move(to: solid) }
    }

    /// Whether a facet's first words and a number come next. A name may contain the words alone.
    private func isFacet() -> Bool {
        guard isNext("facet") else { return false }
        var ahead = cursor
        _ = ahead.readToken()
        ahead.skipBlanks()
        let normal = ahead.readToken()
        guard normal.count == 6, ahead.text(normal).lowercased() == "normal" else { return false }
        ahead.skipBlanks()
        return ahead.readDecimal() != nil
    }

    // MARK: Facets

    /// Reads what follows `facet`. Returns false if the text ends before the facet does.
    private mutating func facet(_ byte: Int) throws(ReadError) -> Bool {
        guard try expect("normal", isDirect: true), try vector(0) else { return false }
        guard try expect("outer"), try expect("loop", isDirect: true) else { return false }
        for corner in 1...3 {
            guard try expect("vertex"), try vector(corner) else { return false }
        }
        let hasLoop = close("endloop")
        if isNext("vertex") {
            throw ReadError(.invalidValue, .byte(cursor.position), "expected 3 corners in a loop, found more")
        }
        let hasFacet = close("endfacet")
        if cursor.isAtEnd, !hasFacet { return false }
        if !hasLoop || !hasFacet { facets.unclosed.add(at: byte) }
        keep(byte)
        return true
    }

    /// Skips a closing keyword, if it comes before another keyword.
    private mutating func close(_ word: StaticString) -> Bool {
        cursor.skipWhitespace()
        while !take(word) {
            if cursor.isAtEnd || isStructure { return false }
            unknown()
            cursor.skipWhitespace()
        }
        return true
    }

    /// Skips a keyword and unknown statements before it. Returns false at the end of the text.
    ///
    /// - Parameter isDirect: whether unknown statements before it are an error.
    private mutating func expect(_ word: StaticString, isDirect: Bool = false) throws(ReadError) -> Bool {
        cursor.skipWhitespace()
        if take(word) { return true }
        while true {
            if cursor.isAtEnd { return false }
            if isDirect || isStructure {
                let found = cursor.text(tokenAhead())
                throw ReadError(.invalidValue, .byte(cursor.position), "expected '\(word)', found '\(found)'")
            }
            unknown()
            cursor.skipWhitespace()
            if take(word) { return true }
        }
    }

    /// Whether a keyword of the format comes next.
    private var isStructure: Bool {
        isNext("facet") || isNext("endfacet") || isNext("vertex") || isNext("endloop") || isNext("solid")
            || isNext("endsolid") || isNext("outer") || isNext("loop") || isNext("normal")
    }

    private func tokenAhead() -> Range<Int> {
        var ahead = cursor
        let token = ahead.readToken()
        return token.lowerBound..<min(token.upperBound, token.lowerBound + 40)
    }

    /// Reads three numbers. Returns false at the end of the text.
    private mutating func vector(_ index: Int) throws(ReadError) -> Bool {
        var count = 0
        while count < 3 {
            cursor.skipWhitespace()
            if cursor.isAtEnd { return false }
            var ahead = cursor
            let read = unsafe cursor.readDecimals(3 - count, into: numbers + (3 * index + count))
            count += read
            guard read > 0, cursor.isAtEnd || cursor.peek() <= 0x20 else {
                // The word that contains the cursor or follows it.
                var word = ahead.readToken()
                while word.upperBound <= cursor.position, !ahead.isAtEnd {
                    ahead.skipWhitespace()
                    word = ahead.readToken()
                }
                let found = cursor.text(word.lowerBound..<min(word.upperBound, word.lowerBound + 40))
                throw ReadError(.invalidValue, .byte(word.lowerBound), "expected a number, found '\(found)'")
            }
        }
        return true
    }

    private mutating func skipFacet(from byte: Int) {
        cursor.move(to: byte)
        _ = cursor.readToken()
        while true {
            cursor.skipWhitespace()
            if cursor.isAtEnd || isNext("facet") || isNext("solid") || isNext("endsolid") || take("endfacet") { return }
            _ = cursor.readToken()
        }
    }

    /// Appends the facet whose numbers were read.
    private mutating func keep(_ byte: Int) {
        let last = facets.runs.count - 1
        var hasShort = true
        for index in 3..<12 where unsafe !numbers[index].isShortestFloat32 { hasShort = false }
        if !hasShort { facets.runs[last].hasShortPositions = false }
        for index in 0..<3 where unsafe !numbers[index].isShortestFloat32 { facets.runs[last].hasShortNormals = false }
        for index in 0..<9 {
            if isWide {
                unsafe facets.widePositions.append(numbers[3 + index].float64)
            } else {
                unsafe facets.positions.append(numbers[3 + index].float32)
            }
        }
        for index in 0..<3 {
            if isWide {
                unsafe facets.wideNormals.append(numbers[index].float64)
            } else {
                unsafe facets.normals.append(numbers[index].float32)
            }
        }
        facets.count += 1
        facets.runs[last].count += 1
        let normal = single(0)
        if normal == .zero {
            facets.zeroNormals += 1
            return
        }
        switch STLFacetNormal.verdict(normal, single(1), single(2), single(3)) {
        case .derived: break
        case .own: facets.runs[last].ownNormals += 1
        case .unstated: facets.brokenNormals.add(at: byte)
        }
    }

    /// A vector rounded to float32, so that the verdict doesn't depend on the column's type.
    private func single(_ index: Int) -> SIMD3<Double> {
        unsafe SIMD3(
            Double(numbers[3 * index].float32), Double(numbers[3 * index + 1].float32),
            Double(numbers[3 * index + 2].float32))
    }
}
