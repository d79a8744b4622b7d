internal import MeshModel

/// Colours in the blending space, and as the bytes of an image.
struct FaceColorRows {
    /// Red, green, blue and alpha from 0 to 1, in the blending space. After the last row: white.
    let values: ContiguousArray<SIMD4<Float>>
    /// The bytes of each row, red lowest.
    let codes: ContiguousArray<UInt32>
    /// 3, or 4 with alpha.
    let components: Int
    private let encoder: ColorEncoder

    /// Concatenates the rows of attributes of 1, 3 or 4 components.
    init(_ attributes: [Attribute], blending space: Frame.ColorSpace) {
        components = attributes.contains { $0.values.components == 4 } ? 4 : 3
        encoder = ColorEncoder(space)
        var values = ContiguousArray<SIMD4<Float>>()
        var codes = ContiguousArray<UInt32>()
        let count = attributes.reduce(1) { $0 + $1.count }
        values.reserveCapacity(count)
        codes.reserveCapacity(count)
        for attribute in attributes {
            let width = attribute.values.components
            let column = ColorTransfer.converted(attribute, to: Frame(colorSpace: space), type: .float32)
            for (_, buffer) in column.blocks(of: Float.self) {
                for start in stride(from: 0, to: buffer.count, by: width) {
                    let red = buffer[start]
                    var value = SIMD4(red, width > 1 ? buffer[start + 1] : red, width > 1 ? buffer[start + 2] : red, 1)
                    if width == 4 { value.w = buffer[start + 3] }
                    // Also turns NaN into 0: it is not greater.
                    value = value.replacing(with: SIMD4(), where: .!(value .> SIMD4()))
                    value = value.replacing(with: SIMD4(repeating: 1), where: value .> SIMD4(repeating: 1))
                    values.append(value)
                    codes.append(encoder.code(value))
                }
            }
        }
        values.append(SIMD4(repeating: 1))
        codes.append(.max)
        self.values = values
        self.codes = codes
    }

    /// The nearest bytes of a colour in the blending space; red lowest.
    @inline(__always)
    func code(_ value: SIMD4<Float>) -> UInt32 { encoder.code(value) }

    /// The encoded colour, 0…255, not rounded.
    @inline(__always)
    func encoded(_ value: SIMD4<Float>) -> SIMD4<Float> { encoder.encoded(value) }
}

struct ColorEncoder {
    private let isLinear: Bool
    private let linear = LinearCodes.shared

    init(_ space: Frame.ColorSpace) { isLinear = space == .linear }

    @inline(__always)
    func code(_ value: SIMD4<Float>) -> UInt32 {
        if isLinear {
            let alpha = UInt32(value.w * 255 + 0.5)
            return linear.code(value.x) | linear.code(value.y) << 8 | linear.code(value.z) << 16 | alpha << 24
        }
        let scaled = value * 255 + 0.5
        return UInt32(scaled.x) | UInt32(scaled.y) << 8 | UInt32(scaled.z) << 16 | UInt32(scaled.w) << 24
    }

    @inline(__always)
    func encoded(_ value: SIMD4<Float>) -> SIMD4<Float> {
        isLinear
            ? SIMD4(linear.encoded(value.x), linear.encoded(value.y), linear.encoded(value.z), value.w * 255)
            : value * 255
    }
}

/// Tables that encode linear values from 0 to 1 without roots.
struct LinearCodes: Sendable {
    static let shared = LinearCodes()
    private static let steps = 4096

    /// The linear value of each code.
    let values: ContiguousArray<Float>
    /// The lowest linear value of each code, and a sentinel that no value reaches.
    private let starts: ContiguousArray<Float>
    /// The code at the start of each step.
    private let guesses: ContiguousArray<UInt8>
    /// The encoded value, 0…255, at the start of each step; that of 1 is repeated.
    private let samples: ContiguousArray<Float>

    private init() {
        values = ContiguousArray((0...255).map { Float(ColorTransfer.linear(fromSRGB: Double($0) / 255)) })
        var starts: ContiguousArray<Float> = [0]
        for code in 1...255 { starts.append(Float(ColorTransfer.linear(fromSRGB: (Double(code) - 0.5) / 255))) }
        starts.append(2)
        self.starts = starts
        var code = 0
        var guesses = ContiguousArray<UInt8>()
        for step in 0...Self.steps {
            while Float(step) / Float(Self.steps) >= starts[code + 1] { code += 1 }
            guesses.append(UInt8(code))
        }
        self.guesses = guesses
        samples = ContiguousArray(
            (0...Self.steps + 1).map {
                Float(255 * ColorTransfer.srgb(fromLinear: min(1, Double($0) / Double(Self.steps))))
            })
    }

    /// The nearest code of a value from 0 to 1.
    @inline(__always)
    func code(_ value: Float) -> UInt32 {
        var code = Int(guesses[Int(value * Float(Self.steps))])
        while value >= starts[code + 1] { code += 1 }
        return UInt32(truncatingIfNeeded: code)
    }

    /// The encoded value, 0…255, within 0.01.
    @inline(__always)
    func encoded(_ value: Float) -> Float {
        let place = value * Float(Self.steps)
        let step = Int(place)
        return samples[step] + (samples[step + 1] - samples[step]) * (place - Float(step))
    }
}
