// swift-format-ignore-file
// The declarations of simd that MeshConvertApple uses. For apple-typecheck.sh only: never linked, never run.

public struct simd_float4x4: Sendable {
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }
}

public struct simd_float3x3 {
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
}

public typealias matrix_float4x4 = simd_float4x4
public typealias float4x4 = simd_float4x4
public typealias vector_int2 = SIMD2<Int32>
public typealias vector_float3 = SIMD3<Float>
public typealias vector_float4 = SIMD4<Float>
