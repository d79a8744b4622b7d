extension Attribute {
    /// Whether each of these sRGB colours is what its float type makes of k ÷ 255, or k where a 1 is stored as 255.
    package var holdsColorCodes: Bool {
        guard let codes = colorCodes else { return false }
        let scale = frame.scale == 255 ? 1 : 255.0
        var buffer = ContiguousArray<Double>()
        for rows in values.blocks {
            values.read(rows, into: &buffer)
            for value in buffer {
                guard value >= 0, value <= codes[255], value == codes[Int(value * scale + 0.5)] else { return false }
            }
        }
        return true
    }

    /// The numbers that stand for k ÷ 255 in sRGB colours of this form; nil for others, and for integers.
    package var colorCodes: [Double]? {
        guard values.type == .float32 || values.type == .float64, (frame.colorSpace ?? .srgb) == .srgb else {
            return nil
        }
        return (0...255).map { code in
            let code = Double(code)
            if frame.scale == 255 { return code }
            return values.type == .float32 ? Double(Float(code / 255)) : code / 255
        }
    }
}
