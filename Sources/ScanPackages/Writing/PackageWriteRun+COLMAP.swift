import MeshBytes
import MeshFormats
import MeshModel

/// COLMAP's sparse model as text and in binary: see *What COLMAP asks for* in the Scan packages article.
extension PackageWriteRun {
    /// The frames with cameras: the images of the model.
    private var placed: [WrittenFrame] { frames.filter { $0.pose != nil && $0.intrinsics != nil } }

    /// The distinct cameras in the order of first use, then those of the source's model that no image uses, and their
    /// numbers.
    private var cameras: (list: [WrittenCamera], numbers: [WrittenCamera: Int]) {
        var known: Set<WrittenCamera> = []
        let used = Set(placed.compactMap { $0.source.modelNumbers?.camera })
        let others = (package.sparseModel?.cameras ?? []).filter { !used.contains($0.id) }
        let list = (placed.compactMap { WrittenCamera($0) } + others.map { WrittenCamera($0) })
            .filter { known.insert($0).inserted }
        return (list, Dictionary(uniqueKeysWithValues: zip(list, Self.numbered(list.map(\.number)))))
    }

    /// The numbers of a model that was read. The second with one, and those without, get the lowest that are free.
    private static func numbered(_ own: [Int?]) -> [Int] {
        var used: Set<Int> = []
        let kept = own.map { number in number.flatMap { used.insert($0).inserted ? $0 : nil } }
        var next = 1
        return kept.map { number in
            if let number { return number }
            while used.contains(next) { next += 1 }
            next += 1
            return next - 1
        }
    }

    /// Says where the numbers of a model that was read can't be kept.
    private mutating func noteNumbers(_ cameras: [WrittenCamera: Int]) {
        losses.add(
            .nativeUnmapped, .dropped, "/frames/*/number", "numbers of images and cameras",
            count: zip(placed, imageNumbers).count { frame, number in
                guard let own = frame.source.modelNumbers else { return false }
                return own.image != number || own.camera != WrittenCamera(frame).flatMap { cameras[$0] }
            },
            unit: "images", cause: "COLMAP needs each number once")
    }

    private var imageNumbers: [Int] { Self.numbered(placed.map { $0.source.modelNumbers?.image }) }

    /// The path relative to `images/`, as COLMAP expects it.
    private func name(_ frame: WrittenFrame) -> String { String(frame.imagePath.dropFirst("images/".count)) }

    /// Writes the model. Where no picture has a camera, it has the source's points and cameras, if there are any.
    mutating func writeCOLMAP() throws(PackageWriteError) {
        let (cameras, numbers) = cameras
        noteNumbers(numbers)
        let points = try points()
        if laysOutPictures {
            let isModel = !points.isEmpty || !cameras.isEmpty
            notes.add(
                .camerasNone, .note,
                isModel
                    ? "the model has no images, because no photo has a camera and a pose; COLMAP finds them"
                    : "only photos were written and no model, because none has a camera; COLMAP finds them")
            guard isModel else { return }
        }
        if variant == .colmap {
            try writeCOLMAPText(cameras, numbers, points)
        } else {
            try writeCOLMAPBinary(cameras, numbers, points)
        }
    }

    private mutating func writeCOLMAPText(
        _ cameras: [WrittenCamera], _ numbers: [WrittenCamera: Int], _ points: [PackagePoint]
    ) throws(PackageWriteError) {
        var text = TextBuffer()
        text.append("# Camera list with one line of data per camera:\n#   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]\n")
        text.append("# Number of cameras: \(cameras.count)\n")
        for camera in cameras {
            let size = camera.intrinsics
            text.append("\(numbers[camera] ?? 0) \(camera.model.rawValue) \(size.width) \(size.height)")
            Self.append(camera.parameters, to: &text)
            text.append(byte: 0x0A)
        }
        try add("sparse/0/cameras.txt", text.array)
        text.removeAll()
        text.append("# Image list with two lines of data per image:\n")
        text.append("#   IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME\n#   POINTS2D[] as (X, Y, POINT3D_ID)\n")
        text.append("# Number of images: \(placed.count), mean observations per image: 0\n")
        for (frame, number) in zip(placed, imageNumbers) {
            guard let pose = frame.pose, let camera = WrittenCamera(frame).flatMap({ numbers[$0] }) else { continue }
            let (q, t) = pose.worldToCamera
            text.append("\(number)")
            Self.append([q.w, q.x, q.y, q.z, t.x, t.y, t.z], to: &text)
            text.append(" \(camera) \(name(frame))\n\n")
        }
        try add("sparse/0/images.txt", text.array)
        text.removeAll()
        text.append("# 3D point list with one line of data per point:\n")
        text.append("#   POINT3D_ID, X, Y, Z, R, G, B, ERROR, TRACK[] as (IMAGE_ID, POINT2D_IDX)\n")
        text.append("# Number of points: \(points.count), mean track length: 0\n")
        for (index, point) in points.enumerated() {
            text.append("\(index + 1)")
            Self.append([point.position.x, point.position.y, point.position.z], to: &text)
            text.append(" \(point.color.x) \(point.color.y) \(point.color.z)")
            Self.append([point.error], to: &text)
            text.append(byte: 0x0A)
        }
        try add("sparse/0/points3D.txt", text.array)
    }

    private static func append(_ numbers: [Double], to text: inout TextBuffer) {
        for number in numbers {
            text.append(byte: 0x20)
            text.append(number)
        }
    }

    private mutating func writeCOLMAPBinary(
        _ cameras: [WrittenCamera], _ numbers: [WrittenCamera: Int], _ points: [PackagePoint]
    ) throws(PackageWriteError) {
        var bytes: [UInt8] = []
        bytes.append(bits: UInt64(cameras.count))
        for camera in cameras {
            bytes.append(bits: Int32(truncatingIfNeeded: numbers[camera] ?? 0))
            bytes.append(bits: camera.model.number)
            bytes.append(bits: UInt64(camera.intrinsics.width))
            bytes.append(bits: UInt64(camera.intrinsics.height))
            for number in camera.parameters { bytes.append(bits: number.bitPattern) }
        }
        try add("sparse/0/cameras.bin", bytes)
        bytes.removeAll()
        bytes.append(bits: UInt64(placed.count))
        for (frame, number) in zip(placed, imageNumbers) {
            guard let pose = frame.pose, let camera = WrittenCamera(frame).flatMap({ numbers[$0] }) else { continue }
            let (q, t) = pose.worldToCamera
            bytes.append(bits: Int32(truncatingIfNeeded: number))
            for number in [q.w, q.x, q.y, q.z, t.x, t.y, t.z] { bytes.append(bits: number.bitPattern) }
            bytes.append(bits: Int32(truncatingIfNeeded: camera))
            bytes += name(frame).utf8
            bytes.append(0)
            bytes.append(bits: UInt64(0))
        }
        try add("sparse/0/images.bin", bytes)
        bytes.removeAll()
        bytes.append(bits: UInt64(points.count))
        for (index, point) in points.enumerated() {
            bytes.append(bits: UInt64(index + 1))
            for axis in 0..<3 { bytes.append(bits: point.position[axis].bitPattern) }
            for channel in 0..<3 { bytes.append(point.color[channel]) }
            bytes.append(bits: point.error.bitPattern)
            bytes.append(bits: UInt64(0))
        }
        try add("sparse/0/points3D.bin", bytes)
    }
}
