// swift-format-ignore-file
// The declarations of ARKit that MeshConvertApple uses. For apple-typecheck.sh only: never linked, never run.
public import CoreGraphics
public import CoreVideo
public import Foundation
public import Metal
public import simd

open class ARAnchor {
    init() {}
    open var identifier: UUID { UUID() }
    open var transform: simd_float4x4 { fatalError() }
}

open class ARMeshAnchor: ARAnchor {
    open var geometry: ARMeshGeometry { ARMeshGeometry() }
}

open class ARMeshGeometry {
    init() {}
    open var vertices: ARGeometrySource { ARGeometrySource() }
    open var faces: ARGeometryElement { ARGeometryElement() }
    open var classification: ARGeometrySource? { nil }
}

open class ARGeometrySource {
    init() {}
    open var buffer: any MTLBuffer { fatalError() }
    open var count: Int { 0 }
    open var format: MTLVertexFormat { .invalid }
    open var componentsPerVector: Int { 0 }
    open var offset: Int { 0 }
    open var stride: Int { 0 }
}

open class ARGeometryElement {
    init() {}
    open var buffer: any MTLBuffer { fatalError() }
    open var count: Int { 0 }
    open var bytesPerIndex: Int { 0 }
    open var indexCountPerPrimitive: Int { 0 }
}

open class ARFrame {
    init() {}
    open var sceneDepth: ARDepthData? { nil }
    open var smoothedSceneDepth: ARDepthData? { nil }
    open var capturedImage: CVPixelBuffer { fatalError() }
    open var camera: ARCamera { ARCamera() }
    open var anchors: [ARAnchor] { [] }
}

open class ARDepthData {
    init() {}
    open var depthMap: CVPixelBuffer { fatalError() }
    open var confidenceMap: CVPixelBuffer? { nil }
}

open class ARCamera {
    init() {}
    open var transform: simd_float4x4 { fatalError() }
    open var intrinsics: simd_float3x3 { fatalError() }
    open var imageResolution: CGSize { fatalError() }
}

open class ARSession: @unchecked Sendable {
    init() {}
    open var currentFrame: ARFrame? { nil }
    public struct RunOptions: OptionSet, Sendable {
        public var rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    open func run(_ configuration: ARConfiguration, options: RunOptions = []) {}
    open func pause() {}
}

open class ARConfiguration {
    public struct SceneReconstruction: OptionSet, Sendable {
        public var rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var mesh: SceneReconstruction { SceneReconstruction(rawValue: 1) }
    }
    init() {}
}

open class ARWorldTrackingConfiguration: ARConfiguration {
    public override init() {}
    open var sceneReconstruction: ARConfiguration.SceneReconstruction = []
    open class func supportsSceneReconstruction(_ sceneReconstruction: ARConfiguration.SceneReconstruction) -> Bool { true }
}
