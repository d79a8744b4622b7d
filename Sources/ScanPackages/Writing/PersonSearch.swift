import MeshBytes
import MeshFormats
import MeshImages
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

    /// The pixels under the frame's mask. As in the app, a mask's nearest pixel above 128 is a person.
    private func maskedPixels(in depth: DepthMap, of frame: ScanFrame) throws(ReadError) -> Int {
        guard package.kind == .scan4D, frame.kind == .phone, let path = frame.maskPath, let entry = package.files[path]
        else { return 0 }
        let mask = try entry.png()
        let persons = mask.firstChannel
        guard mask.width > 0, mask.height > 0 else { return 0 }
        var count = 0
        for y in 0..<depth.height {
            let row = min(mask.height - 1, (2 * y + 1) * mask.height / (2 * depth.height))
            for x in 0..<depth.width where depth.samples[y * depth.width + x] != 0 {
                let column = min(mask.width - 1, (2 * x + 1) * mask.width / (2 * depth.width))
                if persons[row * mask.width + column] > 128 { count += 1 }
            }
        }
        return count
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
