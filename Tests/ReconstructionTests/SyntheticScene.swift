import Dispatch
import MeshModel

@testable import Reconstruction

/// Depth frames of shapes that are known exactly.
enum SyntheticScene {
    static let width = 128
    static let height = 96
    static let intrinsics = PinholeIntrinsics(fx: 110, fy: 110, cx: 64, cy: 48, width: 128, height: 96)

    /// A camera at a place that looks at a point, with +Y up as far as possible.
    static func camera(at eye: SIMD3<Double>, lookingAt target: SIMD3<Double>) -> Affine {
        let back = (eye - target) / (eye - target).length
        let up = abs(back.y) > 0.99 ? SIMD3<Double>(0, 0, 1) : SIMD3<Double>(0, 1, 0)
        let side = cross(up, back)
        let right = side / side.length
        let top = cross(back, right)
        var pose = Affine()
        pose.x = SIMD3(right.x, top.x, back.x)
        pose.y = SIMD3(right.y, top.y, back.y)
        pose.z = SIMD3(right.z, top.z, back.z)
        pose.translation = eye
        return pose
    }

    /// A frame of a shape: `hit` gives the distance along a unit ray, nil where there is nothing.
    static func frame(
        _ pose: Affine, rgb: [UInt8]? = nil, _ hit: (_ eye: SIMD3<Double>, _ ray: SIMD3<Double>) -> Double?
    ) throws -> DepthFrame {
        var meters = [Float](repeating: 0, count: width * height)
        let camera = RigidPose(pose)
        for y in 0..<height {
            for x in 0..<width {
                let ray = SIMD3(
                    (Double(x) + 0.5 - intrinsics.cx) / intrinsics.fx,
                    (Double(y) + 0.5 - intrinsics.cy) / intrinsics.fy, 1)
                let direction = camera.right * ray.x + camera.down * ray.y + camera.forward
                if let distance = hit(camera.eye, direction / ray.length) {
                    meters[y * width + x] = Float(distance / ray.length)
                }
            }
        }
        let picture = try rgb.map { color in
            try FramePicture(
                rgb: (0..<width * height).flatMap { _ in color }, width: width, height: height)
        }
        return try DepthFrame(
            meters: meters, width: width, height: height, picture: picture, intrinsics: intrinsics,
            cameraToWorld: pose)
    }

    /// Frames of a sphere around the origin from all sides.
    static func sphere(radius: Double, rgb: [UInt8]? = [200, 100, 50]) throws -> [DepthFrame] {
        let eyes: [SIMD3<Double>] = [
            SIMD3(1.2, 0, 0), SIMD3(-1.2, 0, 0), SIMD3(0, 1.2, 0), SIMD3(0, -1.2, 0), SIMD3(0, 0, 1.2),
            SIMD3(0, 0, -1.2),
            SIMD3(0.7, 0.7, 0.7), SIMD3(-0.7, 0.7, -0.7), SIMD3(0.7, -0.7, -0.7), SIMD3(-0.7, -0.7, 0.7),
        ]
        return try eyes.map { eye in
            try frame(camera(at: eye, lookingAt: SIMD3()), rgb: rgb) { eye, ray in
                let along = -dot(eye, ray)
                let square = radius * radius - (dot(eye, eye) - along * along)
                // Not the outermost rim, where depth changes too fast.
                return square > radius * radius * 0.02 ? along - square.squareRoot() : nil
            }
        }
    }

    /// A frame of a wall z = `depth` in front of a camera at the origin.
    static func wall(depth: Double, rgb: [UInt8]? = nil) throws -> DepthFrame {
        try frame(.identity, rgb: rgb) { eye, ray in (-depth - eye.z) / ray.z }
    }
}

/// Runs tasks on two threads, the later half first.
struct TwoWorkers: Workers {
    /// Keeps results in the order of the tasks, whichever is done first.
    private final class Results<R>: @unchecked Sendable {
        private let queue = DispatchQueue(label: "results")
        private var values: [Int: R] = [:]

        func set(_ index: Int, _ value: R) { queue.sync { values[index] = value } }
        func sorted() -> [R] { queue.sync { values.sorted { $0.key < $1.key }.map(\.value) } }
    }

    func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] {
        let results = Results<R>()
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            for index in half == 0 ? count / 2..<count : 0..<count / 2 { results.set(index, body(index)) }
        }
        return results.sorted()
    }
}

/// The number of triangles at each edge of a surface, most first.
func edgeUses(_ surface: ReconstructedSurface) -> [Int] {
    var uses: [SIMD2<UInt32>: Int] = [:]
    for triangle in 0..<surface.triangleCount {
        for corner in 0..<3 {
            let a = surface.triangles[triangle * 3 + corner]
            let b = surface.triangles[triangle * 3 + (corner + 1) % 3]
            uses[SIMD2(min(a, b), max(a, b)), default: 0] += 1
        }
    }
    return uses.values.sorted(by: >)
}
