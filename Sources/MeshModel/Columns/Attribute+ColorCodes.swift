extension Attribute {
    /// Whether each of these sRGB colours is what its float type makes of k ÷ 255, or k where a 1 is stored as 255.
    package var holdsColorCodes: Bool {
        let type = values.type
        let scale = frame.scale
        guard type == .float32 || type == .float64, (frame.colorSpace ?? .srgb) == .srgb else { return false }
        var buffer = ContiguousArray<Double>()
        let step = max(1, 16_384 / max(values.components, 1))
        var row = 0
        while row < values.count {
            let end = min(row + step, values.count)
            values.read(row..<end, into: &buffer)
            for value in buffer {
                let code = scale == 255 ? value.rounded() : (value * 255).rounded()
                guard code >= 0, code <= 255 else { return false }
                let meant = scale == 255 ? code : type == .float32 ? Double(Float(code / 255)) : code / 255
                guard value == meant else { return false }
            }
            row = end
        }
        return true
    }
}
