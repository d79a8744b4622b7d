public import MeshModel

/// Tells frames of a camera that moved from those of one that stood still and brings nothing new.
///
/// ```swift
/// var gate = MovementGate(distance: 0.02, degrees: 2)
/// for frame in stream where gate.passes(frame.cameraToWorld) { fusion.add(frame) }
/// ```
///
/// A frame passes once the camera moved by the distance, or turned by the angle, since the last frame that passed. The
/// first passes. One whose pose isn't a rotation and a translation, or isn't finite, never does, and changes nothing.
public struct MovementGate: Hashable, Sendable {
    /// The distance in metres.
    public let distance: Double
    /// The angle in degrees.
    public let degrees: Double
    private var last: Affine?

    /// Creates a gate that nothing has passed.
    ///
    /// - Parameters:
    ///   - distance: metres; 0: each movement counts. Negative numbers and NaN count as 0.
    ///   - degrees: an angle of up to 180, in the same way.
    public init(distance: Double, degrees: Double) {
        self.distance = distance > 0 ? distance : 0
        self.degrees = degrees > 0 ? min(degrees, 180) : 0
    }

    /// Whether a frame counts, which is then the one that the next are compared with.
    ///
    /// - Parameter cameraToWorld: the pose of its camera.
    public mutating func passes(_ cameraToWorld: Affine) -> Bool {
        guard RigidPose.isRigid(cameraToWorld) else { return false }
        if let last, !hasMoved(from: last, to: cameraToWorld) { return false }
        last = cameraToWorld
        return true
    }

    private func hasMoved(from a: Affine, to b: Affine) -> Bool {
        let way = b.translation - a.translation
        if dot(way, way) >= distance * distance { return true }
        // The squared distance of two rotations' matrices is 8 sin²(angle / 2).
        let (x, y, z) = (b.x - a.x, b.y - a.y, b.z - a.z)
        let half = Angles.sinCos(degrees: degrees / 2).sin
        return dot(x, x) + dot(y, y) + dot(z, z) >= 8 * half * half
    }
}
