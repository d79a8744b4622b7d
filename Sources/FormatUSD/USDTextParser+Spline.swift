import MeshBytes
import MeshFormats

extension USDTextParser {
    /// Reads a curve between braces; its text as it stands.
    mutating func readSpline() throws(ReadError) -> [UInt8] {
        let begin = cursor.position
        try pass("{")
        try skipLines()
        var depth = 1
        while depth > 0 {
            try skipLines()
            guard !cursor.isAtEnd else { throw expected("'}'") }
            switch cursor.peek() {
            case 0x7B:
                depth += 1
                cursor.advance()
            case 0x7D:
                depth -= 1
                cursor.advance()
            case 0x22, 0x27: _ = try readString()
            case 0x40: _ = try readAsset()
            default: cursor.advance()
            }
        }
        return cursor.bytes(begin..<cursor.position)
    }
}
