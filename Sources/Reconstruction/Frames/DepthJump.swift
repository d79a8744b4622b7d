/// The rule that tells a jump of depth from a slope.
package enum DepthJump {
    /// The most by which the depth of neighbouring pixels differs on one surface: 5 % of it, at least 3 cm.
    @inline(__always) package static func limit(_ depth: Float) -> Float { max(depth * 0.05, 0.03) }

    /// Whether two pixels are of different surfaces.
    @inline(__always) static func lies(between near: Float, _ far: Float) -> Bool { far - near > limit(near) }
}
