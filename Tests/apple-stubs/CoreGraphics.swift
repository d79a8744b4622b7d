// swift-format-ignore-file
// The declarations of Core Graphics that MeshConvertApple uses (developer.apple.com/documentation/coregraphics).
// For apple-typecheck.sh only: never linked, never run.
public import CoreFoundation

public typealias CGFloat = Double

public struct CGSize {
    public var width: CGFloat
    public var height: CGFloat
}

public struct CGRect: Sendable { public static var zero: CGRect { CGRect() } }

open class CGDataProvider { public init?(data: CFData) {} }

open class CGColorSpace {
    public init?(name: CFString) {}
    public class var sRGB: CFString { fatalError() }
}
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }

public enum CGImageAlphaInfo: UInt32, Sendable { case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly }
public struct CGBitmapInfo: OptionSet, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public enum CGColorRenderingIntent: Int32, Sendable { case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation }

open class CGImage {
    public init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {}
}
