import MeshBytes
import MeshFormats
import MeshModel

/// COLMAP's sparse model, with the pictures in `images/` or beside it.
///
/// Poses become those of frames. The world is COLMAP's own: nothing says its unit, nor which way is up.
extension PackageReadRun {
    mutating func readCOLMAP() throws(ReadError) {
        guard let (files, images) = try largestModel() else { return }
        let cameras = try cameras(files.cameras)
        var names = UniqueNames()
        var known: Set<ExactText> = []
        var numbers: Set<Int> = []
        for image in images {
            guard known.insert(ExactText(image.name)).inserted else {
                try refuse(files.images.path, "expected each image once, found '\(image.name)' again")
                continue
            }
            if !numbers.insert(image.id).inserted {
                try refuse(files.images.path, "expected each image once, found the number \(image.id) again")
            }
            var frame = ScanFrame(name: names.next(PackagePath.stem(PackagePath.normal(image.name) ?? image.name)))
            frame.imagePath = resolve(image.name, from: files.images.path, base: "images")
            if frame.imagePath == nil { frame.missingPicture = PackagePath.normal(image.name) }
            frame.maskPath = mask(of: image.name)
            frame.pose = image.pose
            frame.modelNumbers = (image.id, image.camera)
            if let camera = cameras[image.camera] {
                frame.intrinsics = camera.intrinsics
                frame.lens = camera.lens
                if camera.lens?.model == .equirectangular { frame.projection = camera.lens?.modelName }
            } else {
                try refuse(
                    files.images.path, "expected a camera for each image, found none with the number \(image.camera)")
            }
            package.frames.append(frame)
        }
        package.sparseModel = SparseModel(
            folder: files.folder, pointsPath: files.points?.path, cameras: cameras.inKeyOrder.map(\.value),
            imageCount: images.count, observationCount: images.reduce(0) { $0 + $1.observationCount })
        addUnplacedImages(&names)
        noteModel(files)
    }

    /// The model with the most images: COLMAP makes several if it can't connect all.
    private mutating func largestModel() throws(ReadError) -> (SparseFiles, [COLMAPImage])? {
        var models: [(files: SparseFiles, images: [COLMAPImage])] = []
        for files in SparseFiles.all(in: files) {
            models.append((files, try records(COLMAPImage.self, files.images)))
        }
        guard let most = models.map(\.images.count).max(),
            let taken = models.first(where: { $0.images.count == most })
        else { return nil }
        if models.count > 1 {
            note(
                .modelsSeveral, .warning, entry: taken.files.images.path,
                "COLMAP made \(models.count) separate models; that in \(taken.files.folder) with \(most) images is "
                    + "used, the others have \(models.reduce(-most) { $0 + $1.images.count })")
        }
        return (taken.files, taken.images)
    }

    /// The records of a file; in lenient mode those before the first fault.
    private mutating func records<Record: COLMAPRecord>(
        _: Record.Type, _ entry: PackageEntry
    ) throws(ReadError) -> [Record] {
        var found: [Record] = []
        _ = try leniently(.fileUnreadable, entry.path) { () throws(ReadError) in
            try Record.read(entry) { found.append($0) }
        }
        return found
    }

    private mutating func cameras(_ entry: PackageEntry) throws(ReadError) -> [Int: COLMAPCamera] {
        var cameras: [Int: COLMAPCamera] = [:]
        for camera in try records(COLMAPCamera.self, entry) {
            guard cameras.updateValue(camera, forKey: camera.id) != nil else { continue }
            try refuse(entry.path, "expected each camera once, found the number \(camera.id) again")
        }
        return cameras
    }

    /// The mask of a picture: its whole name, or its name without the extension, with `.png`.
    private func mask(of name: String) -> String? {
        guard let name = PackagePath.normal(name) else { return nil }
        return existing("masks/\(name).png") ?? existing("masks/\(name.withoutExtension).png")
    }

    /// Adds the pictures that COLMAP could not place, as frames without poses.
    private mutating func addUnplacedImages(_ names: inout UniqueNames) {
        // A file may be found under an equivalent name: "é" may be one character or two.
        let used = Set(package.frames.compactMap { $0.imagePath.flatMap { files[$0] } }.map { ExactText($0.path) })
        for entry in files.entries
        where entry.path.utf8.starts(with: "images/".utf8) && !used.contains(ExactText(entry.path)) {
            guard ["jpg", "jpeg", "png"].contains(PackagePath.fileExtension(entry.path)) else { continue }
            var frame = ScanFrame(name: names.next(PackagePath.stem(entry.path)))
            frame.imagePath = entry.path
            package.frames.append(frame)
        }
    }

    private mutating func noteModel(_ files: SparseFiles) {
        note(
            .frameUnknown, .note, entry: files.images.path,
            "COLMAP models define no unit and no up axis: lengths are in the model's own unit")
        if files.isTwofold {
            note(
                .modelTwofold, .note, entry: files.images.path,
                "the model exists as text and binary; \(PackagePath.name(files.images.path)) is used, as COLMAP does")
        }
        for frame in package.frames where frame.lens?.bends == true {
            note(
                .distortion, .warning, entry: files.cameras.path,
                "the lens has distortion, which is not corrected")
        }
    }
}

/// Gives out names that differ from each other.
struct UniqueNames {
    private var taken: Set<String> = []
    private var counts: [String: Int] = [:]

    /// The name, with a number appended if it was given out before: base names may repeat across folders.
    mutating func next(_ stem: String) -> String {
        var name = stem
        while !taken.insert(name).inserted {
            counts[stem, default: 1] += 1
            name = "\(stem)-\(counts[stem] ?? 2)"
        }
        return name
    }
}
