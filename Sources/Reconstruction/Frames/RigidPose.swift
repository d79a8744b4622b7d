internal import MeshModel

/// A rotation and a translation, from a camera that has +X right, +Y **down** and looks along **+Z** to the world.
///
/// Inside of the module this camera is used, so that depth is z and rows count along y.
struct RigidPose {
    /// The camera's axes in the world.
    var right: SIMD3<Double>
    var down: SIMD3<Double>
    var forward: SIMD3<Double>
    /// The camera's place in the world.
    var eye: SIMD3<Double>

    /// Creates the pose of a camera that has +Y up and looks along −Z.
    init(_ pose: Affine) {
        right = SIMD3(pose.x.x, pose.y.x, pose.z.x)
        down = -SIMD3(pose.x.y, pose.y.y, pose.z.y)
        forward = -SIMD3(pose.x.z, pose.y.z, pose.z.z)
        eye = pose.translation
    }

    /// The pose in the form of frames: +Y up, looking along −Z.
    var affine: Affine {
        var pose = Affine()
        pose.x = SIMD3(right.x, -down.x, -forward.x)
        pose.y = SIMD3(right.y, -down.y, -forward.y)
        pose.z = SIMD3(right.z, -down.z, -forward.z)
        pose.translation = eye
        return pose
    }

    /// A point of the camera in the world.
    func toWorld(_ p: SIMD3<Double>) -> SIMD3<Double> { right * p.x + down * p.y + forward * p.z + eye }

    /// A point of the world in the camera.
    func toCamera(_ p: SIMD3<Double>) -> SIMD3<Double> {
        let d = p - eye
        return SIMD3(dot(right, d), dot(down, d), dot(forward, d))
    }

    /// Returns the pose turned about a point by a small rotation vector (radians) and moved.
    func moved(rotation w: SIMD3<Double>, about center: SIMD3<Double>, translation: SIMD3<Double>) -> RigidPose {
        let angle = w.length
        let axis = angle > 0 ? w / angle : SIMD3(0, 0, 1)
        // Half angles by a series: no sine of the C library, so that results are the same everywhere.
        let h = angle / 2
        let sine = h * (1 - h * h / 6 * (1 - h * h / 20 * (1 - h * h / 42)))
        let cosine = max(1 - sine * sine, 0).squareRoot()
        let q = axis * sine
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
            let t = cross(q, v) * 2
            return v + t * cosine + cross(q, t)
        }
        var result = self
        result.right = turned(right)
        result.down = turned(down)
        result.right /= result.right.length
        result.down -= result.right * dot(result.right, result.down)
        result.down /= result.down.length
        result.forward = cross(result.right, result.down)
        result.eye = turned(eye - center) + center + translation
        return result
    }

    /// Whether a transform is a rotation, within 0.001 and not mirrored, and a translation of less than 1,000 km.
    static func isRigid(_ pose: Affine) -> Bool {
        let (x, y, z, t) = (pose.x, pose.y, pose.z, pose.translation)
        let errors = [dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), dot(x, z), dot(y, z)]
        guard errors.allSatisfy({ abs($0) < 1e-3 }), dot(cross(x, y), z) > 0 else { return false }
        return abs(t.x) < 1e6 && abs(t.y) < 1e6 && abs(t.z) < 1e6
    }
}
