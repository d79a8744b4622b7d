import MeshModel

/// A camera of COLMAP's model, which images with the same numbers share.
struct WrittenCamera: Hashable {
    /// That of the model that it is from, in which cameras with the same numbers may be several.
    let number: Int?
    let intrinsics: PinholeIntrinsics
    let model: ScanLens.Model
    /// All parameters of the model, in its order.
    let parameters: [Double]

    /// The camera of a frame; nil without intrinsics.
    init?(_ frame: WrittenFrame) {
        guard let intrinsics = frame.intrinsics else { return nil }
        self.init(frame.source.modelNumbers?.camera, intrinsics, frame.source.lens)
    }

    /// A camera of a model.
    init(_ camera: COLMAPCamera) { self.init(camera.id, camera.intrinsics, camera.lens) }

    private init(_ number: Int?, _ intrinsics: PinholeIntrinsics, _ lens: ScanLens?) {
        self.number = number
        self.intrinsics = intrinsics
        var lens = lens ?? ScanLens(.pinhole, [])
        // A picture that was scaled may have two focal lengths.
        if lens.model.focalCount == 1, intrinsics.fx != intrinsics.fy { lens = lens.general }
        model = lens.model
        switch lens.model.focalCount {
        case 0: parameters = [Double(intrinsics.width), Double(intrinsics.height)]
        case 1: parameters = [intrinsics.fx, intrinsics.cx, intrinsics.cy] + lens.coefficients
        default: parameters = [intrinsics.fx, intrinsics.fy, intrinsics.cx, intrinsics.cy] + lens.coefficients
        }
    }
}
