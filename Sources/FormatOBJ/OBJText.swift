import MeshBytes
import MeshFormats

/// Where lines begin in a text that is not in memory.
enum OBJText {
    /// The first byte behind a byte order mark.
    static func start(of input: Input) throws(ReadError) -> Int {
        try bytes(of: input, 0..<3) == [0xEF, 0xBB, 0xBF] ? 3 : 0
    }

    /// Bytes of the input; fewer at its end.
    static func bytes(of input: Input, _ range: Range<Int>) throws(ReadError) -> [UInt8] {
        do throws(SystemError) { return try input.read(range) } catch { throw readError(error) }
    }

    /// The first byte at or after `target` where a line begins that no backslash joins to the one before; else the end.
    static func lineStart(after target: Int, in input: Input) throws(ReadError) -> Int {
        guard target < input.byteCount else { return input.byteCount }
        var window = max(0, target - 3)..<min(target + 4096, input.byteCount)
        while true {
            let bytes = try bytes(of: input, window)
            var index = max(target, window.lowerBound + 3) - window.lowerBound
            // The byte behind a carriage return must be seen, too.
            let last = window.upperBound == input.byteCount ? bytes.count : bytes.count - 1
            while index < last {
                if isLineStart(bytes, index) { return window.lowerBound + index }
                index += 1
            }
            if window.upperBound >= input.byteCount || bytes.count < window.count { return input.byteCount }
            window = window.upperBound - 4..<min(window.upperBound + 256 << 10, input.byteCount)
        }
    }

    private static func isLineStart(_ bytes: [UInt8], _ index: Int) -> Bool {
        func byte(_ at: Int) -> UInt8 { at >= 0 ? bytes[at] : 0 }
        var before = index - 1
        switch byte(before) {
        case 0x0A: if byte(before - 1) == 0x0D { before -= 1 }
        case 0x0D: if byte(index) == 0x0A { return false }
        default: return false
        }
        return byte(before - 1) != 0x5C
    }

    // MARK: Errors

    static func readError(_ error: PieceError<ReadError>) -> ReadError {
        switch error {
        case .body(let error): error
        case .system(let error): readError(error)
        case .shrunk:
            ReadError(.truncated, .whole, "expected the bytes that the file had when it was opened, found fewer")
        }
    }

    static func readError(_ error: SystemError) -> ReadError {
        ReadError(error)
    }
}
