// swift-format-ignore-file
// The declarations of Model I/O that MeshConvertApple uses (developer.apple.com/documentation/modelio).
// For apple-typecheck.sh only: never linked, never run.
public import Foundation
public import simd

public protocol MDLNamed: NSObjectProtocol { var name: String { get set } }
public protocol MDLTransformComponent: NSObjectProtocol {
    var matrix: matrix_float4x4 { get set }
    var keyTimes: [NSNumber] { get }
}
public protocol MDLObjectContainerComponent: NSObjectProtocol { var objects: [MDLObject] { get } }

open class MDLTransform: NSObject, MDLTransformComponent {
    public convenience init(matrix: matrix_float4x4) { self.init() }
    open var matrix: matrix_float4x4 { get { fatalError() } set {} }
    open var keyTimes: [NSNumber] { [] }
}

open class MDLObject: NSObject, MDLNamed {
    open var name: String { get { "" } set {} }
    open var hidden: Bool { get { false } set {} }
    open var transform: (any MDLTransformComponent)? { get { nil } set {} }
    open var instance: MDLObject? { get { nil } set {} }
    open var children: any MDLObjectContainerComponent { get { fatalError() } set {} }
    open func addChild(_ child: MDLObject) {}
}

open class MDLCamera: MDLObject {}
open class MDLLight: MDLObject {}
open class MDLVoxelArray: MDLObject {}

open class MDLAsset: NSObject {
    public init(bufferAllocator: (any MDLMeshBufferAllocator)?) {}
    open var upAxis: vector_float3 { get { fatalError() } set {} }
    open var count: Int { 0 }
    open func object(at index: Int) -> MDLObject { fatalError() }
    open func add(_ object: MDLObject) {}
    open func loadTextures() {}
    open var animations: any MDLObjectContainerComponent { get { fatalError() } set {} }
}

public enum MDLMeshBufferType: UInt, @unchecked Sendable { case vertex = 1, index = 2, custom = 3 }
open class MDLMeshBufferMap: NSObject { open var bytes: UnsafeMutableRawPointer { fatalError() } }
public protocol MDLMeshBuffer: NSObjectProtocol {
    func map() -> MDLMeshBufferMap
    var length: Int { get }
}
public protocol MDLMeshBufferAllocator: NSObjectProtocol {
    func newBuffer(with data: Data, type: MDLMeshBufferType) -> any MDLMeshBuffer
}
open class MDLMeshBufferDataAllocator: NSObject, MDLMeshBufferAllocator {
    open func newBuffer(with data: Data, type: MDLMeshBufferType) -> any MDLMeshBuffer { fatalError() }
}

public enum MDLVertexFormat: UInt, @unchecked Sendable {
    case invalid = 0
    case float2 = 0xC0002
    case float3 = 0xC0003
    case float4 = 0xC0004
}
public let MDLVertexAttributePosition = "position"
public let MDLVertexAttributeNormal = "normal"
public let MDLVertexAttributeTextureCoordinate = "textureCoordinate"
public let MDLVertexAttributeColor = "color"

open class MDLVertexAttribute: NSObject {
    public init(name: String, format: MDLVertexFormat, offset: Int, bufferIndex: Int) {}
    open var name: String { get { "" } set {} }
    open var format: MDLVertexFormat { get { .invalid } set {} }
    open var offset: Int { get { 0 } set {} }
    open var bufferIndex: Int { get { 0 } set {} }
}
open class MDLVertexBufferLayout: NSObject {
    public init(stride: Int) {}
    open var stride: Int { get { 0 } set {} }
}
open class MDLVertexDescriptor: NSObject {
    open func addOrReplaceAttribute(_ attribute: MDLVertexAttribute) {}
    open var attributes: NSMutableArray { get { NSMutableArray() } set {} }
    open var layouts: NSMutableArray { get { NSMutableArray() } set {} }
}

public enum MDLIndexBitDepth: UInt, @unchecked Sendable { case invalid = 0, uInt8 = 8, uInt16 = 16, uInt32 = 32 }
public enum MDLGeometryType: Int, @unchecked Sendable { case points, lines, triangles, triangleStrips, quads, variableTopology }
open class MDLSubmeshTopology: NSObject {
    open var faceTopology: (any MDLMeshBuffer)? { get { nil } set {} }
    open var faceCount: Int { get { 0 } set {} }
}
open class MDLSubmesh: NSObject, MDLNamed {
    public init(indexBuffer: any MDLMeshBuffer, indexCount: Int, indexType: MDLIndexBitDepth, geometryType: MDLGeometryType, material: MDLMaterial?) {}
    open var name: String { get { "" } set {} }
    open var indexBuffer: any MDLMeshBuffer { fatalError() }
    open var indexCount: Int { 0 }
    open var indexType: MDLIndexBitDepth { .invalid }
    open var geometryType: MDLGeometryType { .points }
    open var material: MDLMaterial? { get { nil } set {} }
    open var topology: MDLSubmeshTopology? { nil }
}
open class MDLMesh: MDLObject {
    public init(vertexBuffers: [any MDLMeshBuffer], vertexCount: Int, descriptor: MDLVertexDescriptor, submeshes: [MDLSubmesh]) {}
    open var vertexCount: Int { get { 0 } set {} }
    open var vertexDescriptor: MDLVertexDescriptor { get { fatalError() } set {} }
    open var vertexBuffers: [any MDLMeshBuffer] { get { [] } set {} }
    open var submeshes: NSMutableArray? { get { nil } set {} }
}

public enum MDLMaterialSemantic: UInt, @unchecked Sendable {
    case baseColor = 0, subsurface, metallic, specular, specularExponent, specularTint, roughness, anisotropic, anisotropicRotation
    case sheen, sheenTint, clearcoat, clearcoatGloss, emission, bump, opacity, interfaceIndexOfRefraction
    case materialIndexOfRefraction, objectSpaceNormal, tangentSpaceNormal, displacement, displacementScale, ambientOcclusion
    case ambientOcclusionScale
    case none = 0x8000, userDefined = 0x8001
}
public enum MDLMaterialPropertyType: UInt, @unchecked Sendable { case none = 0, string, URL, texture, color, float, float2, float3, float4, matrix44, buffer }
public enum MDLMaterialFace: UInt, @unchecked Sendable { case front = 0, back, doubleSided }
public enum MDLTextureChannelEncoding: Int, @unchecked Sendable { case uint8 = 1, uint16 = 2 }

open class MDLScatteringFunction: NSObject {}
open class MDLPhysicallyPlausibleScatteringFunction: MDLScatteringFunction {}
open class MDLTexture: NSObject {
    public init(data pixelData: Data?, topLeftOrigin: Bool, name: String?, dimensions: vector_int2, rowStride: Int, channelCount: Int, channelEncoding: MDLTextureChannelEncoding, isCube: Bool) {}
    open func texelDataWithTopLeftOrigin() -> Data? { nil }
    open var dimensions: vector_int2 { fatalError() }
    open var rowStride: Int { 0 }
    open var channelCount: Int { 0 }
    open var channelEncoding: MDLTextureChannelEncoding { .uint8 }
}
public enum MDLMaterialTextureWrapMode: UInt, @unchecked Sendable { case clamp = 0, `repeat`, mirror }
open class MDLTextureFilter: NSObject {
    open var sWrapMode: MDLMaterialTextureWrapMode { get { .clamp } set {} }
    open var tWrapMode: MDLMaterialTextureWrapMode { get { .clamp } set {} }
}
open class MDLTextureSampler: NSObject {
    open var texture: MDLTexture? { get { nil } set {} }
    open var hardwareFilter: MDLTextureFilter? { get { nil } set {} }
}
open class MDLMaterialProperty: NSObject {
    public init(name: String, semantic: MDLMaterialSemantic, float value: Float) {}
    public init(name: String, semantic: MDLMaterialSemantic, float3 value: vector_float3) {}
    public init(name: String, semantic: MDLMaterialSemantic, textureSampler: MDLTextureSampler?) {}
    open var type: MDLMaterialPropertyType { .none }
    open var name: String { get { "" } set {} }
    open var semantic: MDLMaterialSemantic { get { .none } set {} }
    open var floatValue: Float { get { 0 } set {} }
    open var float3Value: vector_float3 { get { fatalError() } set {} }
    open var float4Value: vector_float4 { get { fatalError() } set {} }
    open var urlValue: URL? { get { nil } set {} }
    open var textureSamplerValue: MDLTextureSampler? { get { nil } set {} }
}
open class MDLMaterial: NSObject, MDLNamed {
    public init(name: String, scatteringFunction: MDLScatteringFunction) {}
    open var name: String { get { "" } set {} }
    open var materialFace: MDLMaterialFace { get { .front } set {} }
    open var count: Int { 0 }
    open subscript(idx: Int) -> MDLMaterialProperty? { nil }
    open func setProperty(_ property: MDLMaterialProperty) {}
    open func property(with semantic: MDLMaterialSemantic) -> MDLMaterialProperty? { nil }
}
