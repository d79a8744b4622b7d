// swift-format-ignore-file
// The declarations of simd that MeshConvertApple uses. For apple-typecheck.sh only: never linked, never run.

public struct simd_float4x4: Sendable {
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
}

public struct simd_float3x3 {
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
}
