// swift-format-ignore-file
// What MeshConvertApple uses of simd, as Apple declares it. For apple-typecheck.sh only: never linked, never run.

public struct simd_float4x4: Sendable {
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
}
