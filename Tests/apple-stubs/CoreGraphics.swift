// swift-format-ignore-file
// The declarations of Core Graphics that MeshConvertApple uses. For apple-typecheck.sh only: never linked, never run.
public typealias CGFloat = Double

public struct CGSize {
    public var width: CGFloat
    public var height: CGFloat
}
