/// How texture coordinates find their place in an image: glTF's transform and wrapping, or MTL's `-s`, `-o` and `-clamp`.
public struct TexturePlacement: Hashable, Sendable {
    /// What lies beyond the edges of an image.
    public enum Wrapping: Hashable, Sendable {
        /// The image again.
        case repeating
        /// The image again, every other time mirrored.
        case mirrored
        /// The texels of the edge.
        case clamped
    }

    /// Which set of texture coordinates it is.
    public var texCoordSet = 0
    /// Beyond the left and right edge.
    public var wrapS = Wrapping.repeating
    /// Beyond the upper and lower edge.
    public var wrapT = Wrapping.repeating
    /// What the place's distance from the left edge is made of: u, v from the top, and 1.
    public var across = SIMD3<Double>(1, 0, 0)
    /// What its distance from the top is made of.
    public var down = SIMD3<Double>(0, 1, 0)

    /// How a slot lays its texture on; options that it doesn't know or that are no numbers say nothing.
    public init(_ slot: TextureSlot) {
        func words(_ name: String) -> [String]? { slot.options.first { $0.name == name }?.words }
        func numbers(_ name: String) -> [Double]? {
            guard let words = words(name) else { return nil }
            let numbers = words.compactMap(Double.init)
            return numbers.isEmpty || numbers.count != words.count || !numbers.allSatisfy(\.isFinite) ? nil : numbers
        }
        func pair(_ name: String) -> [Double]? { numbers(name).flatMap { $0.count == 2 ? $0 : nil } }
        texCoordSet = (numbers("transformTexCoord") ?? numbers("texCoord")).flatMap { Int(exactly: $0[0]) } ?? 0
        for (name, path) in [("wrapS", \Self.wrapS), ("wrapT", \Self.wrapT)] {
            switch words(name)?.first {
            case "33071": self[keyPath: path] = .clamped
            case "33648": self[keyPath: path] = .mirrored
            default: if words("-clamp") == ["on"] { self[keyPath: path] = .clamped }
            }
        }
        if let scale = pair("scale") ?? (pair("offset") == nil && numbers("rotation") == nil ? nil : [1, 1]) {
            let offset = pair("offset") ?? [0, 0]
            let angle = numbers("rotation")?[0] ?? 0
            let (sine, cosine) = angle == 0 ? (0, 1) : (Self.sine(angle), Self.sine(angle + .pi / 2))
            across = SIMD3(scale[0] * cosine, scale[1] * sine, offset[0])
            down = SIMD3(-scale[0] * sine, scale[1] * cosine, offset[1])
        } else if numbers("-s") != nil || numbers("-o") != nil {
            // These count v from the bottom; what is left out is 1 and 0.
            let (scale, offset) = (numbers("-s") ?? [1], numbers("-o") ?? [0])
            let (high, up) = (scale.count > 1 ? scale[1] : 1, offset.count > 1 ? offset[1] : 0)
            across = SIMD3(scale[0], 0, offset[0])
            down = SIMD3(0, high, 1 - high - up)
        }
    }

    /// The sine of an angle by its series: the same bits on every machine.
    private static func sine(_ angle: Double) -> Double {
        let x = angle.remainder(dividingBy: 2 * .pi)
        var (term, sum) = (x, x)
        for step in 1..<16 {
            term *= -x * x / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return sum
    }
}
