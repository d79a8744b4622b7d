import MeshBytes
import MeshFormats
import MeshModel

/// COLMAP's sparse model as text and in binary: see *What COLMAP asks for* in the Scan packages article.
extension PackageWriteRun {
    /// The distinct cameras in the order of first use, and their numbers.
    private var cameras: (list: [WrittenCamera], numbers: [WrittenCamera: Int]) {
        var known: Set<WrittenCamera> = []
        let list = frames.compactMap { WrittenCamera($0) }.filter { known.insert($0).inserted }
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
            count: zip(frames, imageNumbers).count { frame, number in
                guard let own = frame.source.modelNumbers else { return false }
                return own.image != number || own.camera != WrittenCamera(frame).flatMap { cameras[$0] }
            },
            unit: "images", cause: "COLMAP needs each number once")
    }

    private var imageNumbers: [Int] { Self.numbered(frames.map { $0.source.modelNumbers?.image }) }

    /// The path relative to `images/`, as COLMAP expects it.
    private func name(_ frame: WrittenFrame) -> String { String(frame.imagePath.dropFirst("images/".count)) }

    /// Writes the model; none where no picture has a camera.
    mutating func writeCOLMAP() throws(PackageWriteError) {
        guard !laysOutPictures else {
            return notes.add(
                .camerasNone, .note,
                "only photos were written and no model, because none has a camera; COLMAP finds them")
        }
        if variant == .colmap { try writeCOLMAPText() } else { try writeCOLMAPBinary() }
    }

    private mutating func writeCOLMAPText() throws(PackageWriteError) {
        let (cameras, numbers) = cameras
        noteNumbers(numbers)
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
        text.append("# Number of images: \(frames.count), mean observations per image: 0\n")
        for (frame, number) in zip(frames, imageNumbers) {
            guard let pose = frame.pose, let camera = WrittenCamera(frame).flatMap({ numbers[$0] }) else { continue }
            let (q, t) = pose.worldToCamera
            text.append("\(number)")
            Self.append([q.w, q.x, q.y, q.z, t.x, t.y, t.z], to: &text)
            text.append(" \(camera) \(name(frame))\n\n")
        }
        try add("sparse/0/images.txt", text.array)
        text.removeAll()
        let points = try points()
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

    private mutating func writeCOLMAPBinary() throws(PackageWriteError) {
        let (cameras, numbers) = cameras
        noteNumbers(numbers)
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
        bytes.append(bits: UInt64(frames.count))
        for (frame, number) in zip(frames, imageNumbers) {
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
        let points = try points()
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
