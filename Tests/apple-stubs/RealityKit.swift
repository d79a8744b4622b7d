// swift-format-ignore-file
// The declarations of RealityKit that MeshConvertApple and the example use (developer.apple.com/documentation/realitykit).
// For apple-typecheck.sh only: never linked, never run.
public import ARKit
public import CoreGraphics
public import Metal
public import UIKit
public import simd

public protocol Component {}
public protocol Material {}

public struct Transform: Sendable {
    public init(matrix: float4x4) {}
}

@MainActor @preconcurrency open class Entity {
    public struct ComponentSet { public mutating func set<T: Component>(_ component: T) {} }
    public required init() {}
    public var name: String { get { "" } set {} }
    public var isEnabled: Bool { get { true } set {} }
    public var transform: Transform { get { fatalError() } set {} }
    public var components: ComponentSet { get { ComponentSet() } set {} }
    public func addChild(_ entity: Entity, preservingWorldTransform: Bool = false) {}
    public func visualBounds(relativeTo referenceEntity: Entity?) -> BoundingBox { fatalError() }
    public var position: SIMD3<Float> { get { fatalError() } set {} }
    public func look(at target: SIMD3<Float>, from position: SIMD3<Float>, relativeTo referenceEntity: Entity?) {}
}
public struct BoundingBox: Sendable {
    public var center: SIMD3<Float> { fatalError() }
    public var boundingRadius: Float { 0 }
}
@MainActor @preconcurrency public class AnchorEntity: Entity {
    public convenience init(world position: SIMD3<Float>) { self.init() }
}
@MainActor @preconcurrency public class PerspectiveCamera: Entity {}
@MainActor @preconcurrency public class Scene {
    init() {}
    public func addAnchor(_ anchor: AnchorEntity) {}
}

public struct ModelComponent: Component {
    public init(mesh: MeshResource, materials: [any Material]) {}
}

public struct MeshBuffer<Element> { public init(_ elements: [Element]) {} }
public enum MeshBuffers {
    public typealias Positions = MeshBuffer<SIMD3<Float>>
    public typealias Normals = MeshBuffer<SIMD3<Float>>
    public typealias TextureCoordinates = MeshBuffer<SIMD2<Float>>
}
public struct MeshDescriptor {
    public enum Primitives { case triangles([UInt32]), trianglesAndQuads(triangles: [UInt32], quads: [UInt32]), polygons([UInt8], [UInt32]) }
    public enum Materials { case allFaces(UInt32), perFace([UInt32]) }
    public init(name: String = "") { fatalError() }
    public var positions: MeshBuffers.Positions
    public var normals: MeshBuffers.Normals?
    public var textureCoordinates: MeshBuffers.TextureCoordinates?
    public var primitives: Primitives?
    public var materials: Materials
}
@MainActor @preconcurrency public class MeshResource {
    init() {}
    @available(iOS 18, macOS 15, *)
    @MainActor @preconcurrency public convenience init(from descriptors: [MeshDescriptor]) async throws { self.init() }
    @MainActor @preconcurrency public static func generate(from descriptors: [MeshDescriptor]) throws -> MeshResource { MeshResource() }
}

@MainActor @preconcurrency public class TextureResource {
    public enum Semantic: Sendable { case color, hdrColor, normal, raw, scalar }
    public struct CreateOptions { public init(semantic: TextureResource.Semantic?) {} }
    init() {}
    @MainActor @preconcurrency public static func generate(from cgImage: CGImage, withName resourceName: String? = nil, options: TextureResource.CreateOptions) throws -> TextureResource { TextureResource() }
}
public enum MaterialParameters {
    public struct Texture {
        public struct Sampler { public init(_ descriptor: MTLSamplerDescriptor) {} }
        public init(_ resource: TextureResource, sampler: Sampler) {}
    }
    public enum FaceCulling: Sendable { case front, back, none }
}

public struct PhysicallyBasedMaterial: Material {
    public typealias Texture = MaterialParameters.Texture
    public typealias FaceCulling = MaterialParameters.FaceCulling
    public struct BaseColor { public init(tint: UIColor = .white, texture: Texture? = nil) {} }
    public struct Metallic { public init(scale: Float = 1, texture: Texture? = nil) {} }
    public struct Roughness { public init(scale: Float = 1, texture: Texture? = nil) {} }
    public struct Clearcoat { public init(scale: Float = 1, texture: Texture? = nil) {} }
    public struct ClearcoatRoughness { public init(scale: Float = 1, texture: Texture? = nil) {} }
    public struct EmissiveColor { public init(color: UIColor = .white, texture: Texture? = nil) {} }
    public struct Normal { public init(texture: Texture? = nil) {} }
    public struct AmbientOcclusion { public init(texture: Texture? = nil) {} }
    public struct Opacity { public init(scale: Float = 1, texture: Texture? = nil) {} }
    public enum Blending { case opaque, transparent(opacity: Opacity) }
    public init() { fatalError() }
    public var baseColor: BaseColor
    public var metallic: Metallic
    public var roughness: Roughness
    public var clearcoat: Clearcoat
    public var clearcoatRoughness: ClearcoatRoughness
    public var emissiveColor: EmissiveColor
    public var emissiveIntensity: Float
    public var normal: Normal
    public var ambientOcclusion: AmbientOcclusion
    public var blending: Blending
    public var opacityThreshold: Float?
    public var faceCulling: FaceCulling
}
public struct UnlitMaterial: Material {
    public typealias BaseColor = PhysicallyBasedMaterial.BaseColor
    public init() { fatalError() }
    public var color: BaseColor
    public var blending: PhysicallyBasedMaterial.Blending
    public var opacityThreshold: Float?
    public var faceCulling: PhysicallyBasedMaterial.FaceCulling
}

@MainActor open class ARView: UIView {
    public enum CameraMode: Sendable { case ar, nonAR }
    public struct DebugOptions: OptionSet, Sendable {
        public var rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let showSceneUnderstanding = DebugOptions(rawValue: 1)
    }
    public init(frame frameRect: CGRect, cameraMode: CameraMode, automaticallyConfigureSession: Bool) {}
    public var scene: RealityKit.Scene { fatalError() }
    public var session: ARSession { fatalError() }
    public var debugOptions: DebugOptions { get { [] } set {} }
}
