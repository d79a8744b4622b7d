// swift-format-ignore-file
// The declarations of Core Foundation that MeshConvertApple uses (developer.apple.com/documentation/corefoundation).
// For apple-typecheck.sh only: never linked, never run.
public typealias CFIndex = Int
open class CFAllocator { init() {} }
open class CFData { init() {} }
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! { nil }
open class CFString { init() {} }
