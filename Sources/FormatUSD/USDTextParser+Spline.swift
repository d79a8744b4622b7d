import MeshBytes
import MeshFormats

extension USDTextParser {
    /// Reads a curve between braces; its text as it stands, which is not understood but held against the grammar.
    mutating func readSpline() throws(ReadError) -> [UInt8] {
        let begin = cursor.position
        try pass("{")
        try readList(until: "}") { (parser) throws(ReadError) in try parser.passSplineItem() }
        return cursor.bytes(begin..<cursor.position)
    }

    private mutating func passSplineItem() throws(ReadError) {
        switch peekWord() {
        case "bezier", "hermite": _ = readWord()
        case "pre", "post":
            _ = readWord()
            try passColon()
            try passExtrapolation()
        case "loop":
            _ = readWord()
            try passColon()
            try passNumbers(5)
        default: try passKnot()
        }
    }

    private mutating func passColon() throws(ReadError) {
        try skipInline()
        try pass(":")
        try skipInline()
    }

    private mutating func passExtrapolation() throws(ReadError) {
        switch readWord() {
        case "none", "held", "linear": return
        case "sloped":
            try skipInline()
            try passNumbers(1)
        case "loop":
            try separate()
            guard passes(word: "repeat") || passes(word: "reset") || passes(word: "oscillate") else {
                throw expected("'repeat', 'reset' or 'oscillate'")
            }
        default: throw expected("'none', 'held', 'linear', 'sloped' or 'loop'")
        }
    }

    /// Passes so many numbers in parentheses.
    private mutating func passNumbers(_ count: Int) throws(ReadError) {
        try pass("(")
        for index in 0..<count {
            try skipInline()
            if index > 0 {
                try pass(",")
                try skipInline()
            }
            let begin = cursor.position
            let value = try readReal("a number")
            // How often the inner part is repeated, before and behind.
            if count == 5, index == 2 || index == 3, value != value.rounded() {
                throw expected("a whole number", at: begin)
            }
        }
        try skipInline()
        try pass(")")
    }

    /// Passes a time, a value or two, and what shapes the curve there.
    private mutating func passKnot() throws(ReadError) {
        _ = try readReal("a time or a word of a spline")
        try passColon()
        _ = try readReal("a number")
        try skipInline()
        if passes("&") {
            try skipInline()
            _ = try readReal("a number")
            try skipInline()
        }
        guard isAt(";") || isAt("\n") || isAt("\r") else { return }
        cursor.advance()
        while true {
            try skipInline()
            if isAt("{") {
                _ = try readDictionary()
            } else if passes(word: "pre") {
                try separate()
                try passTangent()
            } else if passes(word: "post") {
                try separate()
                guard passes(word: "none") || passes(word: "held") || passes(word: "linear") || passes(word: "curve")
                else {
                    throw expected("'none', 'held', 'linear' or 'curve'")
                }
                let end = cursor.position
                try skipInline()
                if isAt("("), cursor.position > end { try passTangent() } else { cursor.move(to: end) }
            } else {
                throw expected("'pre', 'post' or a dictionary")
            }
            try skipInLine()
            guard passes(";") || passes("\n") || passes("\r") else { return }
            // One that ends the line may be the last.
            try skipLines()
            let word = peekWord()
            guard isAt("{") || word == "pre" || word == "post" else { return }
        }
    }

    /// Passes a width, a slope and the name of an algorithm in parentheses; the slope alone must be there.
    private mutating func passTangent() throws(ReadError) {
        try pass("(")
        try skipInline()
        let begin = cursor.position
        let first = try readReal("a number")
        try skipInline()
        for _ in 0..<2 where passes(",") {
            try skipInline()
            if passes(word: "custom") || passes(word: "autoEase") {
                try skipInline()
                break
            }
            _ = try readReal("a number or the name of an algorithm")
            guard first >= 0 else { throw expected("a width of zero or more", at: begin) }
            try skipInline()
        }
        try pass(")")
    }
}
