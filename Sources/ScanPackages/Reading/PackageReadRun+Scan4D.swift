import MeshBytes
import MeshFormats
import MeshModel

/// The app's own packages: Scan4D, flat Polycam and RAW, with `cameras/` or `transforms.json`.
///
/// *Kinds of packages* in the Scan packages article lists their files.
extension PackageReadRun {
    mutating func readScan4D() throws(ReadError) {
        let base = files.hasFolder("raw_data") && !files.hasFolder("images") ? "raw_data" : ""
        if package.kind == .scan4D { noteEra(base) }
        try readMetadata()
        package.meshInfo = try json(inside(base, "mesh_info.json"))
        let transforms = inside(base, "transforms.json")
        let hasCameras = !files.entries(inFolder: inside(base, "cameras"), extensions: ["json"]).isEmpty
        if hasCameras {
            try readCameras(base)
            if files[transforms] != nil {
                note(
                    .camerasPreferred, .note, entry: transforms,
                    "poses are in cameras/ and in transforms.json; those in cameras/ are used")
            }
        } else if files[transforms] != nil {
            var names = UniqueNames()
            try readTransforms(transforms, base: base, &names)
        } else {
            try readSplits(base)
        }
        addImagesWithoutCameras(base)
        noteModalities()
        package.proxyImagePaths = images(in: inside(base, "proxy_images")).map(\.path)
        try readStills(base)
        try readPlaces()
    }

    /// Reads files that were added to a package whose kind has none of them.
    mutating func readShared() throws(ReadError) {
        try readMetadata()
        try readPlaces()
    }

    private mutating func readPlaces() throws(ReadError) {
        try readStitching()
        try readRegistration()
        try readRoomPlan()
    }

    /// Reports which files of a package were replaced, and remembers what its metadata said about persons.
    mutating func lookAtReplaced(_ before: PackageFiles, by parts: [PackageEntry]) {
        let paths = Set(parts.compactMap { PackagePath.normal($0.path) })
        addedPaths = paths
        let old = paths.contains(Self.metadataName) ? Self.metadataPlaces.lazy.compactMap { before[$0] }.first : nil
        for path in paths.sorted() where before[path] != nil || path == Self.metadataName && old != nil {
            note(.entryReplaced, .note, entry: path, "an added file replaced the package's own")
        }
        guard let old else { return }
        guard let value = try? json(old), value.object != nil else {
            package.hidesPrivacy = true
            return
        }
        if let filter = value["privacy_filter"], filter.bool != false { package.hidesPrivacy = true }
    }

    /// A path inside the folder that holds the frames.
    func inside(_ base: String, _ path: String) -> String { base.isEmpty ? path : "\(base)/\(path)" }

    private mutating func noteEra(_ base: String) {
        if base == "raw_data" {
            note(
                .layoutLegacy, .note,
                "this is the whole folder of a scan, as on the device and in packages until 2026-03-15")
        } else if files["mesh.obj"] != nil, !addedPaths.contains("mesh.obj"), files["scan4d_metadata.json"] != nil {
            note(.layoutLegacy, .note, "mesh.obj is an older layout: the app's packages have none since 2026-03-16")
        }
        if files["semantics.json"] != nil {
            note(
                .layoutLegacy, .note, entry: "semantics.json",
                "semantics.json is an older layout: the app has not written it since version 0.4"
            )
        }
    }

    static let metadataName = "scan4d_metadata.json"
    /// Where metadata may be: where the device keeps it, then where exports have it. The first that exists counts.
    private static let metadataPlaces = ["raw_data/\(metadataName)", metadataName]

    private mutating func readMetadata() throws(ReadError) {
        let added = addedPaths.contains(Self.metadataName) ? [Self.metadataName] : []
        guard let path = (added + Self.metadataPlaces).first(where: { files[$0] != nil }) else {
            if package.kind == .scan4D {
                note(.fileMissing, .warning, entry: Self.metadataName, "\(Self.metadataName) is missing")
            }
            return
        }
        guard let value = try json(path) else { return }
        guard let members = value.object else { return try refuse(path, "expected an object, found another value") }
        package.metadata = ScanMetadata(members)
        package.metadataPath = path
    }

    // MARK: Frames

    private mutating func readCameras(_ base: String) throws(ReadError) {
        for entry in files.entries(inFolder: inside(base, "cameras"), extensions: ["json"]) {
            var (frame, value) = try frame(ofCamera: entry)
            var paths: CameraFile.Paths?
            if let value {
                paths = CameraFile.read(value, into: &frame)
                if paths == nil { try refuse(entry.path, "expected an object, found another value") }
            }
            attach(&frame, paths, file: entry.path, base: base)
            package.frames.append(frame)
        }
    }

    /// Finds a frame's files by the paths that its camera names or by its stem; for the picture, the stem comes first.
    private mutating func attach(_ frame: inout ScanFrame, _ paths: CameraFile.Paths?, file: String, base: String) {
        let stem = frame.name
        if case .phone = frame.kind, stem.hasPrefix("still_"), let face = Self.face(of: stem) {
            frame.kind = .cubeFace(face)
        }
        frame.imagePath = find(stem, inside(base, "images"))
        if frame.imagePath == nil { frame.imagePath = named(paths?.image, file, base) }
        if frame.imagePath == nil, paths?.image == nil {
            note(.pathDangling, .warning, entry: file, "the camera has no image")
        }
        frame.depthPath = named(paths?.depth, file, base) ?? find(stem, inside(base, "depth"), ["png"])
        frame.confidencePath = named(paths?.confidence, file, base) ?? find(stem, inside(base, "confidence"), ["png"])
        frame.maskPath = find(stem, inside(base, "masks"), ["png"])
    }

    private mutating func named(_ path: String?, _ file: String, _ base: String) -> String? {
        guard let path, !path.isEmpty else { return nil }
        return resolve(path, from: file, base: base)
    }

    /// The file in a folder with this stem.
    func find(_ stem: String, _ folder: String, _ extensions: [String] = ["jpg", "jpeg", "JPG", "png"])
        -> String?
    {
        for one in extensions where files["\(folder)/\(stem).\(one)"] != nil { return "\(folder)/\(stem).\(one)" }
        return nil
    }

    /// The face in a stem: `left` of `still_0001_left`.
    static func face(of stem: String) -> String? {
        guard let bar = stem.utf8.lastIndex(of: UInt8(ascii: "_")) else { return nil }
        let face = String(decoding: stem.utf8[stem.utf8.index(after: bar)...], as: UTF8.self)
        return ["front", "right", "back", "left", "up", "down"].contains(face) ? face : nil
    }

    private mutating func addImagesWithoutCameras(_ base: String) {
        let known = Set(package.frames.map(\.name))
        let seen = Set(package.frames.compactMap(\.imagePath))
        for (stem, path) in images(in: inside(base, "images")) where !known.contains(stem) && !seen.contains(path) {
            var frame = ScanFrame(name: stem)
            attach(&frame, nil, file: path, base: base)
            package.frames.append(frame)
        }
    }

    /// Warns if fewer than half of the frames have depth or confidence; a phone without LiDAR provides none at all.
    mutating func noteModalities() {
        let frames = package.frames.filter { $0.kind == .phone }
        for (code, paths, name) in [
            (PackageCode.depthFew, \ScanFrame.depthPath, "depth"),
            (.confidenceFew, \ScanFrame.confidencePath, "confidence"),
        ] {
            let count = frames.count { $0[keyPath: paths] != nil }
            if count * 2 < frames.count {
                let some = count == 0 ? "no frame has" : "only \(count) of \(frames.count) frames have"
                note(code, .warning, "\(some) \(name)")
            }
        }
    }

    // MARK: 360° stills

    private mutating func readStills(_ base: String) throws(ReadError) {
        var stills: [String: EquirectStill] = [:]
        let folder = inside(base, "equirect_stills")
        for (stem, path) in images(in: folder) { stills[stem, default: EquirectStill(name: stem)].imagePath = path }
        for entry in files.entries(inFolder: folder, extensions: ["json"]) {
            let stem = PackagePath.stem(entry.path)
            stills[stem, default: EquirectStill(name: stem)].sidecarPath = entry.path
            if let value = try json(entry.path), stills[stem]?.read(value) == false {
                try refuse(entry.path, "expected an object, found another value")
            }
        }
        for (stem, path) in images(in: inside(base, "equirect_masks")) {
            stills[stem, default: EquirectStill(name: stem)].maskPath = path
        }
        package.stills = stills.values.inOrder { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    // MARK: Links, registration, room plan

    private mutating func readStitching() throws(ReadError) {
        if let value = try json("stitching.json") {
            package.links = try readLinks(value, "stitching.json")
        }
        guard let value = try json("graph.json") else { return }
        var nodes: [StitchGraph.Node] = []
        for node in value["nodes"]?.array ?? [] {
            guard let id = node["locationId"]?.string else { continue }
            nodes.append(
                StitchGraph.Node(
                    locationID: id, name: node["name"]?.string ?? "",
                    scanIDs: (node["scanIds"]?.array ?? []).compactMap(\.string)))
        }
        package.graph = StitchGraph(nodes: nodes, links: try readLinks(value, "graph.json"))
    }

    /// The well-formed links, each id once.
    private mutating func readLinks(_ value: JSONValue, _ path: String) throws(ReadError) -> [StitchLink] {
        guard let array = value["links"]?.array else {
            try refuse(path, "expected an array links, found none")
            return []
        }
        let layout = value["layout"]?.string == "row_major" ? PoseLayout.rows : .columns
        var links: [StitchLink] = []
        var ids: Set<String> = []
        for (index, element) in array.enumerated() {
            guard let link = StitchLink(element, layout: layout) else {
                try refuse(path, "expected a link with two anchors at /links/\(index), found another value")
                continue
            }
            guard link.source.pose.isRigid, link.target.pose.isRigid else {
                note(.linkNotRigid, .error, entry: path, "a link is left out: its anchors do more than turn and move")
                continue
            }
            if ids.insert(link.id).inserted { links.append(link) }
        }
        return links
    }

    private mutating func readRegistration() throws(ReadError) {
        guard let value = try json("registration.json") else { return }
        package.registration = ScanRegistration(value)
        if package.registration == nil {
            try refuse(
                "registration.json", "expected applied, and if true a rigid transform of 16 numbers, found others")
        }
    }

    private mutating func readRoomPlan() throws(ReadError) {
        guard let value = try json("roomplan.json") else { return }
        package.roomPlan = RoomPlan(value)
        if package.roomPlan == nil {
            try refuse("roomplan.json", "expected surfaces and objects with dimensions and transforms, found others")
        }
    }
}
