// swift-format-ignore-file
// What MeshConvertApple uses of Metal, as Apple declares it. For apple-typecheck.sh only: never linked, never run.

public protocol MTLBuffer: AnyObject {
    var length: Int { get }
    func contents() -> UnsafeMutableRawPointer
}

public enum MTLVertexFormat: UInt, @unchecked Sendable {
    case invalid = 0
    case float3 = 30
    case uchar = 45
}
