import MeshBytes
import MeshFormats

extension USDTextWriter {
    /// Writes a curve in braces, one line per item.
    func writeSpline(_ spline: USDSpline, of what: String, level: Int) throws(WriteError) {
        try put("{\n")
        if spline.isHermite {
            try line(level + 1, "hermite,")
        } else if spline.knots.dropLast().contains(where: { $0.interpolation == .curve }) {
            try line(level + 1, "bezier,")
        }
        try writeExtrapolation("pre", spline.before, level: level)
        try writeExtrapolation("post", spline.after, level: level)
        if let loop = spline.loop {
            let ends = "\(NumberPrinter.text(loop.start)), \(NumberPrinter.text(loop.end))"
            let offset = NumberPrinter.text(loop.offset)
            try line(level + 1, "loop: (\(ends), \(loop.before), \(loop.after), \(offset)),")
        }
        for (index, knot) in spline.knots.enumerated() {
            guard knot.flags == 0 else { throw unrepresentable("\(what) with tangents in Maya's form") }
            let isNarrow = spline.type == .float || spline.type == .half
            func number(_ value: Double) -> String {
                isNarrow ? NumberPrinter.text(Float(value)) : NumberPrinter.text(value)
            }
            func tangent(_ tangent: USDSpline.Tangent) -> String {
                var parts = [number(tangent.slope)]
                if !spline.isHermite { parts.insert(NumberPrinter.text(tangent.width), at: 0) }
                if tangent.algorithm != .none { parts.append("\(tangent.algorithm)") }
                return "(\(parts.joined(separator: ", ")))"
            }
            let value = knot.valueBefore.map { "\(number($0)) & \(number(knot.value))" } ?? number(knot.value)
            var text = "\(NumberPrinter.text(knot.time)): \(value)"
            // A tangent that doesn't affect the curve is only written if it isn't the default.
            let isCurved = index == 0 || spline.knots[index - 1].interpolation == .curve
            if isCurved || knot.before.isAny { text += "; pre \(tangent(knot.before))" }
            text += "; post \(knot.interpolation)"
            if knot.interpolation == .curve || knot.after.isAny { text += " \(tangent(knot.after))" }
            try put(indent(level + 1) + text)
            if !knot.customData.isEmpty {
                try put("; ")
                try writeDictionary(knot.customData, level: level + 1, depth: 0)
            }
            try put(",\n")
        }
        try line(level, "}")
    }

    private func writeExtrapolation(
        _ name: String, _ extrapolation: USDSpline.Extrapolation, level: Int
    ) throws(WriteError) {
        let text: String
        switch extrapolation.mode {
        case .held: return
        case .none: text = "none"
        case .linear: text = "linear"
        case .sloped: text = "sloped(\(NumberPrinter.text(extrapolation.slope)))"
        case .loopRepeat: text = "loop repeat"
        case .loopReset: text = "loop reset"
        case .loopOscillate: text = "loop oscillate"
        }
        try line(level + 1, "\(name): \(text),")
    }
}

extension USDSpline.Tangent {
    /// Whether it differs from the default.
    fileprivate var isAny: Bool { self != USDSpline.Tangent() || slope.sign == .minus || width.sign == .minus }
}
