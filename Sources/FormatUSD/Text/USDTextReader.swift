import MeshBytes
import MeshFormats

// Bounds: the text is no longer than the block that holds it, and the block outlives the cursor.

/// Reads text layers (`.usda`).
enum USDTextReader {
    /// Reads a layer.
    ///
    /// - Parameters:
    ///   - input: the text.
    ///   - options: the number of threads for long number lists, and whether defects are rejected.
    ///   - gaps: the sizes for leaving long lists in the file until they are read. nil reads the whole text at once.
    /// - Returns: the layer, and diagnostics.
    /// - Throws: errors with line and column, for all text that usd-core's parser rejects.
    static func read(
        _ input: Input, options: ReadOptions = ReadOptions(), gaps: USDTextGaps.Sizes? = nil
    ) throws(ReadError) -> (layer: USDLayer, diagnostics: [Diagnostic]) {
        if let gaps, let result = try readWithGaps(input, options, gaps) { return result }
        let block = try input.memory(options)
        let text = unsafe UnsafeRawBufferPointer(start: block.base, count: min(input.byteCount, block.byteCount))
        // The cursor views the block, which must outlive it.
        return try withExtendedLifetime(block) { () throws(ReadError) in
            do throws(ReadError) { return try read(unsafe TextCursor(unsafe: text), input, options) } catch {
                throw TextPlaces.located(error, in: input)
            }
        }
    }

    /// Reads a layer with gaps. Returns nil if it has none or must be read completely.
    ///
    /// Errors are left to the reader of the complete text.
    private static func readWithGaps(
        _ input: Input, _ options: ReadOptions, _ sizes: USDTextGaps.Sizes
    ) throws(ReadError) -> (layer: USDLayer, diagnostics: [Diagnostic])? {
        let gaps = try ReadError.of(USDTextGaps(input, threads: options.threads, sizes))
        guard let gaps else { return nil }
        let text = unsafe UnsafeRawBufferPointer(start: gaps.block.base, count: input.byteCount)
        // The cursor views the block, which must outlive it.
        return withExtendedLifetime(gaps) {
            let result = try? read(unsafe TextCursor(unsafe: text), input, options, gaps)
            return gaps.areRead ? result : nil
        }
    }

    static func read(
        _ bytes: [UInt8], options: ReadOptions = ReadOptions()
    ) throws(ReadError) -> (layer: USDLayer, diagnostics: [Diagnostic]) {
        try read(.bytes(bytes, name: "layer.usda"), options: options)
    }

    private static func read(
        _ cursor: TextCursor, _ input: Input, _ options: ReadOptions, _ gaps: USDTextGaps? = nil
    ) throws(ReadError) -> (layer: USDLayer, diagnostics: [Diagnostic]) {
        var parser = USDTextParser(cursor, threads: options.threads, nesting: options.limits.nesting, gaps: gaps)
        // Gaps only have numbers, which are ASCII.
        var begin = cursor.position
        for gap in gaps?.gaps ?? [] {
            try checkUTF8(cursor.part(begin..<gap.lowerBound))
            begin = gap.upperBound
        }
        try checkUTF8(cursor.part(begin..<cursor.endPosition))
        try parser.readLayer()
        var diagnostics = parser.diagnostics
        let bytes = diagnostics.map { diagnostic in
            if case .byte(let byte) = diagnostic.location { byte } else { 0 }
        }
        for (index, place) in TextPlaces.lines(of: bytes, in: input).enumerated() {
            diagnostics[index].location = place
        }
        return (parser.layer, diagnostics)
    }

    /// Throws if a text is not UTF-8.
    private static func checkUTF8(_ cursor: TextCursor) throws(ReadError) {
        var walker = cursor
        while let position = walker.findNonASCII() {
            walker.move(to: position)
            let first = walker.peek()
            let second = walker.peek(ahead: 1)
            // The second byte rules out overlong forms, surrogates, and code points beyond Unicode.
            let (count, lowest, highest): (Int, UInt8, UInt8) =
                switch first {
                case 0xC2...0xDF: (2, 0x80, 0xBF)
                case 0xE0: (3, 0xA0, 0xBF)
                case 0xED: (3, 0x80, 0x9F)
                case 0xE1...0xEF: (3, 0x80, 0xBF)
                case 0xF0: (4, 0x90, 0xBF)
                case 0xF1...0xF3: (4, 0x80, 0xBF)
                case 0xF4: (4, 0x80, 0x8F)
                default: (0, 1, 0)
                }
            var isSound = second >= lowest && second <= highest
            if count > 2 { isSound = isSound && walker.peek(ahead: 2) & 0xC0 == 0x80 }
            if count > 3 { isSound = isSound && walker.peek(ahead: 3) & 0xC0 == 0x80 }
            guard isSound else {
                throw ReadError(.invalidValue, .byte(position), "expected UTF-8, found another byte")
            }
            walker.move(to: position + count)
        }
    }
}
