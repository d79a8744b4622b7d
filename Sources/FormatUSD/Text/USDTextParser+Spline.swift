import MeshBytes
import MeshFormats

extension USDTextParser {
    /// Reads a curve in braces.
    ///
    /// - Parameter typeName: the attribute's type, which is also the type of the values.
    mutating func readSpline(of typeName: String, at begin: Int) throws(ReadError) -> USDSpline {
        guard let type = USDSpline.Kind(typeName) else {
            throw refused(
                "expected a spline of double, float, half, timecode or duration, found one of \(typeName)", at: begin)
        }
        try pass("{")
        var spline = USDSpline(type: type)
        try readList(until: "}") { (parser) throws(ReadError) in try parser.readSplineItem(&spline) }
        return spline.inOrder
    }

    private mutating func readSplineItem(_ spline: inout USDSpline) throws(ReadError) {
        switch peekWord() {
        case "bezier", "hermite": spline.isHermite = readWord() == "hermite"
        case "pre":
            try passField(":")
            spline.before = try readExtrapolation()
        case "post":
            try passField(":")
            spline.after = try readExtrapolation()
        case "loop":
            try passField(":")
            let numbers = try readNumbers(5)
            spline.loop = USDSpline.Loop(
                start: numbers[0], end: numbers[1], before: Int32(exactly: numbers[2]) ?? 0,
                after: Int32(exactly: numbers[3]) ?? 0, offset: numbers[4])
        default: spline.knots.append(try readKnot(spline.type ?? .double))
        }
    }

    private mutating func readExtrapolation() throws(ReadError) -> USDSpline.Extrapolation {
        switch readWord() {
        case "none": return USDSpline.Extrapolation(mode: .none)
        case "held": return USDSpline.Extrapolation(mode: .held)
        case "linear": return USDSpline.Extrapolation(mode: .linear)
        case "sloped":
            try skipInline()
            return USDSpline.Extrapolation(mode: .sloped, slope: try readNumbers(1)[0])
        case "loop":
            try separate()
            if passes(word: "repeat") { return USDSpline.Extrapolation(mode: .loopRepeat) }
            if passes(word: "reset") { return USDSpline.Extrapolation(mode: .loopReset) }
            if passes(word: "oscillate") { return USDSpline.Extrapolation(mode: .loopOscillate) }
            throw expected("'repeat', 'reset' or 'oscillate'")
        default: throw expected("'none', 'held', 'linear', 'sloped' or 'loop'")
        }
    }

    /// Reads this many numbers in parentheses.
    private mutating func readNumbers(_ count: Int) throws(ReadError) -> [Double] {
        try pass("(")
        var numbers: [Double] = []
        for index in 0..<count {
            try skipInline()
            if index > 0 {
                try pass(",")
                try skipInline()
            }
            let begin = cursor.position
            let value = try readReal("a number")
            // The numbers of repetitions before and after the loop.
            if count == 5, index == 2 || index == 3, Int32(exactly: value) == nil {
                throw expected("a whole number", at: begin)
            }
            numbers.append(value)
        }
        try skipInline()
        try pass(")")
        return numbers
    }

    private mutating func readKnotNumber(_ what: String, _ type: USDSpline.Kind) throws(ReadError) -> Double {
        let begin = cursor.position
        let value = type.rounded(try readReal(what))
        guard value.isFinite else { throw refused("expected a number that \(type) holds", at: begin) }
        return value
    }

    /// Reads a time, one or two values, and the shape of the curve there.
    private mutating func readKnot(_ type: USDSpline.Kind) throws(ReadError) -> USDSpline.Knot {
        var knot = USDSpline.Knot()
        knot.time = try readKnotNumber("a time or a word of a spline", .double)
        try passColon()
        knot.value = try readKnotNumber("a number", type)
        try skipInline()
        if passes("&") {
            try skipInline()
            knot.valueBefore = knot.value
            knot.value = try readKnotNumber("a number", type)
            try skipInline()
        }
        guard isAt(";") || isAt("\n") || isAt("\r") else { return knot }
        cursor.advance()
        while true {
            try skipInline()
            if isAt("{") {
                knot.customData = try readDictionary()
            } else if passes(word: "pre") {
                try separate()
                knot.before = try readTangent(type)
            } else if passes(word: "post") {
                try separate()
                knot.interpolation = try readInterpolation()
                let end = cursor.position
                try skipInline()
                if isAt("("), cursor.position > end {
                    knot.after = try readTangent(type)
                } else {
                    cursor.move(to: end)
                }
            } else {
                throw expected("'pre', 'post' or a dictionary")
            }
            try skipInLine()
            guard passes(";") || passes("\n") || passes("\r") else { return knot }
            // A line end may also end the knot.
            try skipLines()
            let word = peekWord()
            guard isAt("{") || word == "pre" || word == "post" else { return knot }
        }
    }

    private mutating func readInterpolation() throws(ReadError) -> USDSpline.Interpolation {
        if passes(word: "none") { return .none }
        if passes(word: "held") { return .held }
        if passes(word: "linear") { return .linear }
        if passes(word: "curve") { return .curve }
        throw expected("'none', 'held', 'linear' or 'curve'")
    }

    /// Reads a width, a slope and an algorithm name in parentheses. Only the slope is required.
    private mutating func readTangent(_ type: USDSpline.Kind) throws(ReadError) -> USDSpline.Tangent {
        var tangent = USDSpline.Tangent()
        try pass("(")
        try skipInline()
        let begin = cursor.position
        tangent.slope = try readReal("a number")
        try skipInline()
        for _ in 0..<2 where passes(",") {
            try skipInline()
            if passes(word: "custom") {
                tangent.algorithm = .custom
            } else if passes(word: "autoEase") {
                tangent.algorithm = .autoEase
            } else {
                tangent.width = tangent.slope
                tangent.slope = try readReal("a number or the name of an algorithm")
                guard tangent.width >= 0 else { throw expected("a width of zero or more", at: begin) }
            }
            try skipInline()
            if tangent.algorithm != .none { break }
        }
        tangent.slope = type.rounded(tangent.slope)
        try pass(")")
        return tangent
    }
}

extension USDSpline {
    /// Sorts the knots by time, keeps the first of equal times, and drops tangent widths of Hermite curves.
    fileprivate var inOrder: USDSpline {
        var spline = self
        let order = knots.indices.sorted { (knots[$0].time, $0) < (knots[$1].time, $1) }
        spline.knots = []
        for index in order where spline.knots.last?.time != knots[index].time {
            var knot = knots[index]
            if isHermite { (knot.before.width, knot.after.width) = (0, 0) }
            spline.knots.append(knot)
        }
        return spline
    }
}
