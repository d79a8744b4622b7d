internal import MeshModel

/// Light on surfaces, and the codes of light.
struct Light: Sendable {
    private let direction: SIMD3<Double>

    /// The light that reaches surfaces from everywhere; the lamp gives the rest.
    private static let ambient = 0.35

    /// A lamp at the viewer, a little to the left and above, so that the sides of a box differ.
    init(_ camera: ViewCamera) {
        let sum = camera.toViewer + camera.up * 0.45 - camera.right * 0.3
        direction = sum / sum.length
    }

    /// The light on a surface with this normal of any length; 1 if it has none.
    func shade(_ normal: SIMD3<Double>) -> Float {
        let length = normal.length
        guard length > 0, length.isFinite else { return 1 }
        return Float(Self.ambient + (1 - Self.ambient) * max(dot(normal, direction) / length, 0))
    }

    /// Light in 65535ths, and a fourth number.
    @inline(__always)
    static func code(_ color: SIMD4<Float>, _ last: Float) -> SIMD4<UInt16> {
        // NaN becomes 0. Converted one by one: conversions of vectors are ten times slower.
        func code(_ value: Float) -> UInt16 { value > 0 ? UInt16(min(value, 1) * 65_535 + 0.5) : 0 }
        return SIMD4(code(color.x), code(color.y), code(color.z), code(last))
    }

    static func linear(_ color: SIMD3<UInt8>) -> SIMD4<Float> {
        func light(_ value: UInt8) -> Float { Float(ColorTransfer.linear(fromSRGB: Double(value) / 255)) }
        return SIMD4(light(color.x), light(color.y), light(color.z), 1)
    }

    /// The sRGB-encoded colour of linear light; alpha stays.
    static func encoded(_ color: SIMD4<Float>) -> SIMD4<Float> {
        func code(_ value: Float) -> Float {
            Float(ColorTransfer.srgb(fromLinear: Double(value > 0 ? min(value, 1) : 0)))
        }
        return SIMD4(code(color.x), code(color.y), code(color.z), color.w)
    }

    /// The sRGB-encoded byte of each 65535th of light.
    static let bytes: ContiguousArray<UInt8> = ContiguousArray(
        (0...65_535).map { UInt8((ColorTransfer.srgb(fromLinear: Double($0) / 65_535) * 255).rounded()) })
}
