import MeshBytes
import MeshFormats
import MeshImages
import MeshModel

/// A face that is to be cut from a 360° still.
struct PlannedFace: Sendable {
    let still: EquirectStill
    let face: CubeFace
}

extension ScanPackage {
    /// Whether faces of a still are among the frames already.
    func hasFaces(of still: EquirectStill) -> Bool {
        frames.contains { $0.kind != .phone && $0.name.utf8.starts(with: "\(still.name)_".utf8) }
    }

    /// The frames that a still can give: six faces; empty: it has no picture that can be used, or no pose.
    func faces(of still: EquirectStill) -> [(frame: ScanFrame, face: PlannedFace)] {
        guard let path = still.imagePath, let entry = files[path], let (pose, source) = still.levelPose,
            let header = try? ImageHeader(of: entry), let side = CubeFace.side(ofWidth: header.width)
        else { return [] }
        return CubeFace.all.map { face in
            var frame = ScanFrame(name: "\(still.name)_\(face.name)")
            frame.kind = .cubeFace(face.name)
            frame.pose = pose * face.turn
            frame.intrinsics = CubeFace.intrinsics(side: side)
            frame.maskPath = still.maskPath
            (frame.isKeyframe, frame.blurScore) = (true, 1)
            frame.otherMembers = [("camera_pose_source", .string(source))]
            if let model = still["still_source"] { frame.otherMembers.append(("still_source", model)) }
            return (frame, PlannedFace(still: still, face: face))
        }
    }
}

/// Cuts the faces of one still: its picture and mask are decoded once. At most one still is in memory, with its pixels
/// (180 MB for the largest that are known), and a face for each thread.
struct StillCutting: Sendable {
    private let picture: EquirectSampling
    private let mask: EquirectSampling?
    private let side: Int
    private let threads: Int

    /// Decodes a still.
    ///
    /// - Parameters:
    ///   - file: its picture as it is written.
    ///   - mask: the file of its mask.
    init(
        _ still: EquirectStill, file: PackageEntry, mask: PackageEntry?, threads: Int
    ) throws(ReadError) {
        let image = try file.image()
        guard let side = CubeFace.side(ofWidth: image.width) else {
            throw ReadError(
                .invalidValue, .sideFile(file.path, .whole),
                "the 360° picture is \(image.width) pixels wide, but needs at least 1024")
        }
        (self.side, self.threads) = (side, threads)
        picture = EquirectSampling(
            width: image.width, height: image.height, samples: image.rgbBytes, channels: 3,
            elevation: still.elevationOffset)
        self.mask = try mask.map { (entry) throws(ReadError) in
            let image = try entry.png()
            return EquirectSampling(
                width: image.width, height: image.height, samples: image.firstChannel, channels: 1,
                elevation: still.elevationOffset)
        }
    }

    /// A face as a JPEG file, and its mask as PNG if the still has one.
    ///
    /// - Parameter hasWholeMask: whether the mask is as large as the face; else a quarter of it.
    func face(_ face: CubeFace, hasWholeMask: Bool) throws(ImageError) -> (picture: [UInt8], mask: [UInt8]?) {
        var writer = JPEGWriter(width: side, height: side, layout: .rgb)
        writer.quality = 90
        let file = try writer.file(picture.face(face, side: side, threads: threads), threads: threads)
        guard let mask else { return (file, nil) }
        let maskSide = hasWholeMask ? side : CubeFace.maskSide(ofSide: side)
        let png = PNGWriter(width: maskSide, height: maskSide, layout: .gray)
        return (file, try png.file(mask.maskFace(face, side: maskSide)))
    }
}
