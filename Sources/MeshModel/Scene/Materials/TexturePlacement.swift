/// The mapping from texture coordinates to an image: glTF's transform and wrapping, or MTL's `-s`, `-o` and `-clamp`.
public struct TexturePlacement: Hashable, Sendable {
    /// The continuation beyond the edges of an image.
    public enum Wrapping: Hashable, Sendable {
        /// The image repeats.
        case repeating
        /// The image repeats, mirrored every other time.
        case mirrored
        /// The texels of the edge continue.
        case clamped
    }

    /// The index of the set of texture coordinates.
    public var texCoordSet = 0
    /// The wrapping beyond the left and right edge.
    public var wrapS = Wrapping.repeating
    /// The wrapping beyond the upper and lower edge.
    public var wrapT = Wrapping.repeating
    /// The factors of u, of v counted from the top, and of 1 that give the distance from the left edge.
    public var across = SIMD3<Double>(1, 0, 0)
    /// The factors that give the distance from the top.
    public var down = SIMD3<Double>(0, 1, 0)

    /// Reads the placement from a slot's options; unknown and invalid ones are ignored.
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
            let (sine, cosine) = Angles.sinCos(radians: angle)
            across = SIMD3(scale[0] * cosine, scale[1] * sine, offset[0])
            down = SIMD3(-scale[0] * sine, scale[1] * cosine, offset[1])
        } else if numbers("-s") != nil || numbers("-o") != nil {
            // MTL counts v from the bottom; a missing scale is 1, a missing offset 0.
            let (scale, offset) = (numbers("-s") ?? [1], numbers("-o") ?? [0])
            let (high, up) = (scale.count > 1 ? scale[1] : 1, offset.count > 1 ? offset[1] : 0)
            across = SIMD3(scale[0], 0, offset[0])
            down = SIMD3(0, high, 1 - high - up)
        }
    }
}
