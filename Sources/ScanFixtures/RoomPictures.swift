import MeshBytes

/// PNG files of what cameras see, each made once: an unoptimised build takes a second for one, and dozens of tests show
/// the same room.
final class RoomPictures: @unchecked Sendable {
    static let shared = RoomPictures()

    /// All that a picture depends on.
    private struct Camera: Hashable {
        let pose: RigidRows
        let lens: RoomScene.Lens
        let person: [Range<Int>]
    }

    private let lock = Lock()
    private var files: [Camera: [UInt8]] = [:]

    private init() {}

    func file(_ view: RoomScene.View) -> [UInt8] {
        let camera = Camera(pose: view.pose, lens: view.lens, person: view.person.map { [$0.x, $0.y] } ?? [])
        if let known = lock.withLock({ files[camera] }) { return known }
        let size = view.lens.size
        let file = RoomPackage.png(RoomScene.picture(view), width: size.x, height: size.y, channels: 3)
        lock.withLock { files[camera] = file }
        return file
    }
}
