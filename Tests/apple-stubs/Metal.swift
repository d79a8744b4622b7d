// swift-format-ignore-file
// The declarations of Metal that MeshConvertApple uses. For apple-typecheck.sh only: never linked, never run.

public protocol MTLBuffer: AnyObject {
    var length: Int { get }
    func contents() -> UnsafeMutableRawPointer
}

public enum MTLVertexFormat: UInt, @unchecked Sendable {
    case invalid = 0
    case float3 = 30
    case uchar = 45
}

public enum MTLSamplerAddressMode: UInt, @unchecked Sendable { case clampToEdge = 0, mirrorClampToEdge, `repeat`, mirrorRepeat, clampToZero, clampToBorderColor }
public enum MTLSamplerMinMagFilter: UInt, @unchecked Sendable { case nearest = 0, linear }
public enum MTLSamplerMipFilter: UInt, @unchecked Sendable { case notMipmapped = 0, nearest, linear }
open class MTLSamplerDescriptor {
    public init() {}
    open var sAddressMode: MTLSamplerAddressMode { get { .clampToEdge } set {} }
    open var tAddressMode: MTLSamplerAddressMode { get { .clampToEdge } set {} }
    open var minFilter: MTLSamplerMinMagFilter { get { .nearest } set {} }
    open var magFilter: MTLSamplerMinMagFilter { get { .nearest } set {} }
    open var mipFilter: MTLSamplerMipFilter { get { .notMipmapped } set {} }
}
