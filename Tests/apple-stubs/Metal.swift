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
