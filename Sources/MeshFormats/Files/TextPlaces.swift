public import MeshBytes

/// Converts byte offsets to lines and columns in a text that is not in memory.
public enum TextPlaces {
    /// Returns the error with its byte offset replaced by line and column.
    public static func located(_ error: ReadError, in input: Input) -> ReadError {
        guard case .byte(let byte) = error.location else { return error }
        var error = error
        error.location = lines(of: [byte], in: input).first ?? error.location
        return error
    }

    /// Returns the diagnostics with their byte offsets replaced by lines and columns.
    package static func located(_ diagnostics: [Diagnostic], in input: Input) -> [Diagnostic] {
        var located = diagnostics
        var bytes: [Int] = []
        var indices: [Int] = []
        for (index, diagnostic) in diagnostics.enumerated() {
            guard case .byte(let byte) = diagnostic.location else { continue }
            bytes.append(byte)
            indices.append(index)
        }
        for (index, place) in zip(indices, bytes.isEmpty ? [] : lines(of: bytes, in: input)) {
            located[index].location = place
        }
        return located
    }

    /// Returns the lines and columns of byte offsets. Reads the text once, up to the last offset.
    ///
    /// - Edge: if the text can't be read any more, the byte offsets stay as they are.
    public static func lines(of bytes: [Int], in input: Input) -> [InputLocation] {
        let order = bytes.indices.sorted { bytes[$0] < bytes[$1] }
        var found = bytes.map { InputLocation.byte($0) }
        var next = 0
        var line = 1
        var lineStart = 0
        var offset = 0
        let block = 1 << 20
        var endsInReturn = false
        while next < order.count, offset < input.byteCount || offset == 0 {
            guard let chunk = try? input.read(offset..<min(offset + block, input.byteCount)) else { return found }
            var index = 0
            func step(to limit: Int) {
                while index < limit {
                    let byte = chunk[index]
                    let follows = index == 0 ? endsInReturn : chunk[index - 1] == 0x0D
                    index += 1
                    if byte == 0x0A || byte == 0x0D {
                        if !(byte == 0x0A && follows) { line += 1 }
                        lineStart = offset + index
                    }
                }
            }
            while next < order.count, bytes[order[next]] <= offset + chunk.count {
                step(to: max(0, bytes[order[next]] - offset))
                found[order[next]] = .line(line, column: bytes[order[next]] - lineStart + 1)
                next += 1
            }
            guard next < order.count else { break }
            step(to: chunk.count)
            endsInReturn = chunk.last == 0x0D
            offset += chunk.count
            if chunk.isEmpty { break }
        }
        return found
    }
}
