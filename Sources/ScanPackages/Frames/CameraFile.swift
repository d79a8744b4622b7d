import MeshBytes
import MeshModel

/// A camera in Polycam's form: `t_00` to `t_23` are rows, unlike the poses of the app's `transforms.json`.
struct CameraFile {
    /// Reads a camera into a frame; missing values stay nil, unknown ones become ``ScanFrame/otherMembers``.
    ///
    /// - Returns: nil if the file isn't an object; else the paths that it names.
    static func read(_ value: JSONValue, into frame: inout ScanFrame) -> Paths? {
        guard let members = value.object else { return nil }
        var rows: [Double] = []
        for row in 0..<3 {
            for column in 0..<4 {
                if let number = value["t_\(row)\(column)"]?.number { rows.append(number) }
            }
        }
        frame.pose = Affine(rowMajor: rows)
        if let fx = value["fx"]?.number, let fy = value["fy"]?.number, let cx = value["cx"]?.number,
            let cy = value["cy"]?.number
        {
            frame.intrinsics = PinholeIntrinsics(
                fx: fx, fy: fy, cx: cx, cy: cy, width: value["width"]?.pixelCount ?? 0,
                height: value["height"]?.pixelCount ?? 0)
        }
        frame.blurScore = value["blur_score"]?.number
        frame.isKeyframe = value["is_keyframe"]?.bool ?? false
        frame.sharpness = value["sharpness"]?.number
        frame.exposureDuration = value["exposure_duration_s"]?.number
        frame.timestamp = value["timestamp"]?.number
        if let face = value["face"]?.string { frame.kind = .cubeFace(face) }
        frame.otherMembers = members.filter { !known.contains($0.0) }
        return Paths(
            image: value["image_path"]?.string, depth: value["depth_path"]?.string,
            confidence: value["confidence_path"]?.string)
    }

    struct Paths {
        var image: String?
        var depth: String?
        var confidence: String?
    }

    private static let known: Set<String> = {
        var keys: Set<String> = [
            "fx", "fy", "cx", "cy", "width", "height", "blur_score", "image_path", "depth_path", "confidence_path",
            "is_keyframe", "sharpness", "exposure_duration_s", "timestamp", "face",
        ]
        for row in 0..<3 { for column in 0..<4 { keys.insert("t_\(row)\(column)") } }
        return keys
    }()
}
