import MeshBytes
import MeshFormats
import MeshModel

/// Finds depth measured on persons, where a package reveals their positions.
///
/// With its privacy filter on, the app sets depth to 0 on persons. Two sources reveal where that is: the masks of
/// persons that the device keeps beside phone frames (255 = person), and the positions of faces in the metadata
/// (`face_anchors`, raw frame, metres).
struct PersonSearch: Sendable {
    private let package: ScanPackage
    private let faces: [SIMD3<Double>]

    init(_ package: ScanPackage) {
        self.package = package
        faces = (package.metadata?["face_anchors"]?.array ?? []).compactMap { face in
            guard let x = face["x"]?.number, let y = face["y"]?.number, let z = face["z"]?.number else { return nil }
            return SIMD3(x, y, z)
        }
    }

    /// The number of a frame's depth pixels measured on a person, as far as the package reveals.
    func pixels(in depth: DepthMap, of frame: ScanFrame) throws(ReadError) -> Int {
        let masked = try maskedPixels(in: depth, of: frame)
        return masked > 0 ? masked : facePixels(in: depth, of: frame)
    }

    /// The pixels under the frame's mask of persons.
    private func maskedPixels(in depth: DepthMap, of frame: ScanFrame) throws(ReadError) -> Int {
        guard package.hasMaskOfPersons(frame), let mask = try package.mask(of: frame) else { return 0 }
        return depth.samples.indices.count { index in
            let (y, x) = index.quotientAndRemainder(dividingBy: depth.width)
            return depth.samples[index] != 0 && mask.hides(x: x, y: y, ofWidth: depth.width, height: depth.height)
        }
    }

    /// The pixels at which a face is seen. A head extends less than 30 cm from its anchor towards the camera, and depth
    /// 10 cm behind the anchor is not the head.
    private func facePixels(in depth: DepthMap, of frame: ScanFrame) -> Int {
        guard !faces.isEmpty, frame.hasUsablePose, let pose = frame.pose, let lens = frame.intrinsics, lens.isUsable,
            lens.width > 0, lens.height > 0
        else { return 0 }
        let toCamera = pose.rigidInverse
        return faces.count { face in
            let point = toCamera.applied(to: face)
            let distance = -point.z
            guard distance > 0.1 else { return false }
            let u = (lens.fx * point.x / distance + lens.cx) / Double(lens.width) * Double(depth.width)
            let v = (lens.cy - lens.fy * point.y / distance) / Double(lens.height) * Double(depth.height)
            guard u >= 0, v >= 0, u < Double(depth.width), v < Double(depth.height),
                let measured = depth.depth(x: Int(u), y: Int(v))
            else { return false }
            return measured > distance - 0.3 && measured < distance + 0.1
        }
    }
}
