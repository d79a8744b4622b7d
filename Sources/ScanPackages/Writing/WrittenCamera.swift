import MeshModel

/// A camera of COLMAP's model, which images with the same numbers share.
struct WrittenCamera: Hashable {
    let intrinsics: PinholeIntrinsics
    let model: ScanLens.Model
    /// All parameters of the model, in its order.
    let parameters: [Double]

    /// The camera of a frame; nil without intrinsics.
    init?(_ frame: WrittenFrame) {
        guard let intrinsics = frame.intrinsics else { return nil }
        self.intrinsics = intrinsics
        var lens = frame.source.lens ?? ScanLens(.pinhole, [])
        // A picture that was scaled may have two focal lengths.
        if lens.model.focalCount == 1, intrinsics.fx != intrinsics.fy { lens = lens.general }
        model = lens.model
        let focal = lens.model.focalCount == 1 ? [intrinsics.fx] : [intrinsics.fx, intrinsics.fy]
        parameters = focal + [intrinsics.cx, intrinsics.cy] + lens.coefficients
    }
}
