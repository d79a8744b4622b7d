import MeshModel

extension Camera {
    /// The nearest plane of a camera that has none that glTF can hold, in metres.
    private static let usualNear = 0.01
    /// How far behind it the far plane of an orthographic camera is then.
    private static let usualDepth = 1000.0

    /// The camera as glTF can hold it: its lengths in metres, and its planes in front of it, the far one behind the near
    /// one (5.18.3, 5.19.3).
    func inGLTF(_ metersPerUnit: Double) -> Camera {
        var camera = scaled(by: metersPerUnit)
        switch camera.projection {
        case .perspective(let yfov, let aspectRatio, let znear, let zfar):
            let near = znear > 0 ? znear : Self.usualNear
            camera.projection = .perspective(
                yfov: yfov, aspectRatio: aspectRatio, znear: near, zfar: zfar.flatMap { $0 > near ? $0 : nil })
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            let near = max(znear, 0)
            camera.projection = .orthographic(
                xmag: xmag, ymag: ymag, znear: near, zfar: zfar > near ? zfar : near + Self.usualDepth)
        }
        return camera
    }
}
