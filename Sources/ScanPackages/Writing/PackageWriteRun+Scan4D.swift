import MeshBytes
import MeshFormats
import MeshModel

/// The files of a Scan4D package besides frames (sections 1.2 and 1.4).
extension PackageWriteRun {
    mutating func writeScan4D() throws(PackageWriteError) {
        try addJSON("mesh_info.json", meshInfo)
        try addJSON("scan4d_metadata.json", metadata())
        try addKept("stitching.json", isThere: !package.links.isEmpty) { writing in
            .object([("version", 1), ("layout", "column_major"), ("links", writing.links(writing.package.links))])
        }
        try addKept("graph.json", isThere: package.graph != nil) { writing in
            let graph = writing.package.graph ?? StitchGraph(nodes: [], links: [])
            let nodes = graph.nodes.map { node in
                JSONValue.object([
                    ("locationId", .string(node.locationID)), ("name", .string(node.name)),
                    ("scanIds", .array(node.scanIDs.map(JSONValue.string))),
                ])
            }
            return .object([("version", 1), ("nodes", .array(nodes)), ("links", writing.links(graph.links))])
        }
        try addKept("registration.json", isThere: package.registration != nil) { writing in
            .object(writing.package.registration?.members ?? [])
        }
        try addKept("roomplan.json", isThere: package.roomPlan != nil) { writing in
            .object([
                ("version", 1), ("source", "roomplan"),
                ("surfaces", .array((writing.package.roomPlan?.surfaces ?? []).map(Self.item))),
                ("objects", .array((writing.package.roomPlan?.objects ?? []).map(Self.item))),
            ])
        }
        let isDeviceFolder = package.isDeviceFolder
        for path in package.otherPaths where isDeviceFolder ? Self.isExported(path) : Self.isScan4D(path) {
            let target = Self.exportedName(path)
            if let entry = package.files[path], !has(target) { try copyWithoutLeftOut(entry, as: target) }
        }
    }

    /// All members of the source's metadata; missing required ones are filled in, which is reported.
    private mutating func metadata() -> JSONValue {
        var metadata = package.metadata ?? ScanMetadata()
        let missing = Self.requiredMetadata.filter { metadata[$0.0] == nil }
        for (key, value) in missing { metadata[key] = value }
        losses.add(
            .attributeFilled, .generated, "/metadata", "metadata", count: missing.count, unit: "members",
            cause: "Scan4D packages need \(missing.map(\.0).joined(separator: ", ")), which the source lacks: "
                + "0 and \"unknown\" were written")
        // Frames may have been left out. Faces of stills are no pictures of the phone.
        let keyframes = frames.count { $0.isPhone && $0.source.isKeyframe }
        let before = package.frames.count { $0.kind == .phone && $0.isKeyframe }
        if metadata["keyframe_count"] != nil, keyframes != before { metadata["keyframe_count"] = .int(keyframes) }
        metadata[OriginRecord.key] = options.profile == .scan4D ? marker : nil
        return .object(metadata.members)
    }

    /// Members that each Scan4D package has, with what they are where nobody knows them.
    private static let requiredMetadata: [(String, JSONValue)] = [
        ("timestamp", 0), ("device", "unknown"), ("os_name", "unknown"), ("os_version", "unknown"),
        ("app_version", "unknown"), ("build_type", "unknown"),
    ]

    /// Copies a file of the source; if the source has none, writes the package's value.
    private mutating func addKept(
        _ path: String, isThere: Bool, _ made: (PackageWriteRun) -> JSONValue
    ) throws(PackageWriteError) {
        if let entry = package.files[path] {
            try copyWithoutLeftOut(entry, as: path)
        } else if isThere {
            try addJSON(path, made(self))
        }
    }

    private func links(_ links: [StitchLink]) -> JSONValue {
        .array(
            links.map { link in
                var members: [(String, JSONValue)] = [("id", .string(link.id))]
                for (side, anchor) in [("source", link.source), ("target", link.target)] {
                    let numbers = anchor.pose.columnMajor
                    let columns = stride(from: 0, to: 16, by: 4).map { start in
                        JSONValue.array(numbers[start..<start + 4].map(JSONValue.number))
                    }
                    members += [
                        ("\(side)LocationId", .string(anchor.locationID)), ("\(side)ScanId", .string(anchor.scanID)),
                        ("\(side)AnchorId", .string(anchor.anchorID)), ("\(side)AnchorTransform", .array(columns)),
                    ]
                    if let heading = anchor.compassHeading {
                        members.append(("\(side)AnchorCompassHeading", .number(heading)))
                    }
                }
                if let linkedAt = link.linkedAt { members.append(("linkedAt", .string(linkedAt))) }
                if let linkType = link.linkType { members.append(("linkType", .string(linkType))) }
                return .object(members + link.otherMembers)
            })
    }

    private static func item(_ item: RoomPlan.Item) -> JSONValue {
        .object(
            [
                ("id", .string(item.id)), ("category", .string(item.category)),
                (
                    "dimensions",
                    .object([
                        ("width", .number(item.dimensions.x)), ("height", .number(item.dimensions.y)),
                        ("depth", .number(item.dimensions.z)),
                    ])
                ),
                ("transform", .array(item.transform.columnMajor.map(JSONValue.number))),
                ("confidence", .string(item.confidence)),
            ] + item.otherMembers)
    }

    // MARK: The glasses' pictures

    mutating func writeProxyImages(_ preparation: FramePreparation) throws(PackageWriteError) {
        try addPictures(package.proxyImagePaths.map { ($0, .proxy) }, preparation)
    }

    // MARK: Meshes, extras and what is left

    /// The path for a mesh; nil: the target can't hold it, or it is one of the app's copies that aren't the mesh.
    private func meshPath(_ path: String) -> String? {
        if options.keptPaths.contains(path) { return path }
        guard options.includesMeshes else { return nil }
        let name = PackagePath.name(path)
        if name == "mesh_proxy.obj" || name == "mesh_dynamic.obj" || path.hasPrefix("raw_data/") { return nil }
        switch variant {
        case .scan4D: return path
        case .polycamKeyframes: return path == "raw.glb" ? path : nil
        case .raw: return package.kind == .nerfstudio ? path : nil
        case .polycam, .colmap, .colmapBinary: return nil
        }
    }

    /// Writes meshes with the files that they name. A texture is a picture: a rewriter is asked about it as about others.
    mutating func writeMeshes(_ preparation: FramePreparation) throws(PackageWriteError) {
        var left: [String] = []
        for path in package.meshPaths {
            guard let target = meshPath(path), let entry = package.files[path], !has(target) else {
                if path != options.pointsPath { left.append(path) }
                continue
            }
            try copy(entry, as: target)
            if path == "mesh.obj" {
                // Both describe this mesh's vertices and faces.
                for side in [package.meshColorsPath, package.faceClassesPath].compactMap(\.self) {
                    if let entry = package.files[side] { try copy(entry, as: side) }
                }
            }
            let sides = (package.meshSidePaths[path] ?? []).filter { !has($0) }
            let textures = sides.filter(MeshSideFiles.isPicture)
            try addPictures(textures.map { ($0, .mesh(path)) }, preparation)
            for side in sides where !textures.contains(side) {
                if let entry = package.files[side] { try copyWithoutLeftOut(entry, as: side) }
            }
        }
        losses.add(
            .meshDropped, .dropped, "/meshes", Self.named("meshes:", left), count: left.count, unit: "meshes",
            cause: options.includesMeshes ? "the target doesn't store them" : "left out as requested",
            remedy: options.includesMeshes ? .variant("scan4d") : nil, items: left)
    }

    /// Names what is left out: a few files by their names, of more the first and the number of the others.
    private static func named(_ kind: String, _ paths: [String]) -> String {
        let names = paths.prefix(paths.count > 4 ? 3 : 4).map { PackagePath.name($0) }.joined(separator: ", ")
        return "\(kind) \(names)" + (paths.count > 4 ? " and \(paths.count - 3) others" : "")
    }

    /// Copies the files that the user wants kept, in every variant, with the textures that libraries among them name.
    /// Files of frames are excluded; some may be left out.
    mutating func writeKept(_ preparation: FramePreparation) throws(PackageWriteError) {
        let made: Set<String> = ["scan4d_metadata.json", "transforms.json", "mesh_info.json"]
        for path in options.keptPaths.sorted() where !made.contains(path) && !Self.isOfFrames(path) {
            guard let entry = package.files[path] else { continue }
            if !has(path) { try copyWithoutLeftOut(entry, as: path) }
            guard PackagePath.fileExtension(path) == "mtl" else { continue }
            let textures = MeshSideFiles.textures(of: entry, in: package).filter { !has($0) }
            try addPictures(textures.map { ($0, .mesh(path)) }, preparation)
        }
    }

    mutating func writeExtras() throws(PackageWriteError) {
        for (path, contents) in options.extras {
            try lookUp()
            switch contents {
            case .bytes(let bytes): try add(path, bytes)
            case .entry(let entry): try copy(entry, as: path)
            case .file(let file): try copyFile(file, as: path)
            case .folder(let folder):
                let files = try PackageWriteError.reading(PackageFiles.folder(folder))
                for entry in files.entries { try copy(entry, as: path.isEmpty ? entry.path : "\(path)/\(entry.path)") }
            case .made(let make):
                let bytes: [UInt8]?
                do { bytes = try make() } catch { throw .rewriter(error, path: path) }
                if let bytes { try add(path, bytes) }
            case .pieces(let make): try addPieces(path, make)
            }
        }
    }

    private mutating func copyFile(_ file: String, as path: String) throws(PackageWriteError) {
        let entry: PackageEntry
        do throws(ReadError) { entry = try .file(file, as: path, limits: options.reading.limits) } catch {
            throw .read(ReadError(error.code, .sideFile(file, .whole), error.message))
        }
        try copy(entry, as: path)
    }

    private mutating func addPieces(
        _ path: String, _ make: @Sendable (([UInt8]) throws -> Void) throws -> Void
    ) throws(PackageWriteError) {
        let sink = sink
        // The size isn't known in advance, and may exceed 4 GiB.
        do throws(WriteError) { try sink.begin(path, expected: .max) } catch { throw .write(error) }
        do {
            try make { piece in try sink.write(piece) }
        } catch let error as WriteError {
            throw .write(error)
        } catch {
            throw .rewriter(error, path: path)
        }
        do throws(WriteError) { try sink.end() } catch { throw .write(error) }
    }

    /// The name of a file in an export: the map that ARKit finds itself by has another one on the device.
    static func exportedName(_ path: String) -> String {
        path == "arworldmap.map" ? "relocalization.worldmap" : path
    }

    /// Whether the app exports a file of its folder that ``ScanPackage`` has no property for. All others stay on the device.
    private static func isExported(_ path: String) -> Bool {
        ["arworldmap.map", "relocalization.worldmap", "roomplan_raw.json"].contains(path)
    }

    /// Whether a Scan4D package may have a file besides the known ones. Excluded are the folders that stay on the
    /// device, and pictures and films, which would bypass the rewriter.
    private static func isScan4D(_ path: String) -> Bool {
        let pictures: Set<String> = ["jpg", "jpeg", "png", "heic", "webp", "mp4", "mov", "tif", "tiff", "dng", "insp"]
        return !isOfFrames(path) && !pictures.contains(PackagePath.fileExtension(path))
            && path != "derived_surfaces.json"
    }

    /// Whether a path is in a folder of frames, or in one that stays on the device.
    private static func isOfFrames(_ path: String) -> Bool {
        [
            "raw_data/", "masks/", "face_frames/", "images/", "depth/", "confidence/", "cameras/", "equirect_stills/",
            "equirect_masks/", "proxy_images/", "keyframes/",
        ].contains { path.hasPrefix($0) }
    }

    mutating func noteOthers() {
        noteModel()
        // Files of the app for Nerfstudio say nothing of it.
        let saysNothing = variant == .raw && options.profile == .scan4D05
        if package.upAxis == .z, saysNothing || [.scan4D, .polycam, .polycamKeyframes].contains(variant) {
            losses.add(
                .axisDropped, .approximated, "/frames/*/pose", "up axis", count: frames.count, unit: "frames",
                cause: "poses have Z up and are written so, but readers of the target assume Y up",
                remedy: .variant("raw"), rank: .visible)
        }
        if variant != .scan4D {
            for (name, isThere) in [
                (
                    "links to other scans",
                    !package.links.isEmpty && !has("stitching.json") || package.graph != nil && !has("graph.json")
                ),
                (
                    "registration",
                    // Polycam's mesh_info.json holds the transform.
                    package.registration != nil && !has("registration.json")
                        && (variant != .polycamKeyframes || package.files["registration.json"] != nil)
                ),
                ("room plan", package.roomPlan != nil && !has("roomplan.json")),
            ] where isThere {
                losses.add(
                    .nativeUnmapped, .dropped, "/\(name)", name, unit: "files",
                    cause: "only Scan4D packages can store it", remedy: .variant("scan4d"))
            }
            losses.add(
                .metadataDropped, .dropped, "/metadata", "metadata", count: package.metadata?.members.count ?? 0,
                unit: "members", cause: "only Scan4D packages can store it", remedy: .variant("scan4d"))
        }
        noteCapture()
        if variant != .raw {
            // A coefficient of 0 says nothing.
            let lens = Set(["k1", "k2", "k3", "k4", "p1", "p2"])
            noteLenses(package.transformsMembers.count { lens.contains($0.0) && ($0.1.number ?? 0) != 0 })
            let told = lens.union(["camera_model", "is_fisheye", "camera_angle_x", "camera_angle_y", OriginRecord.key])
            losses.add(
                .nativeUnmapped, .dropped, "/transforms", "members of transforms.json",
                count: package.transformsMembers.count { key, _ in
                    !told.contains(key) && !(key == "ply_file_path" && options.pointsPath != nil)
                },
                unit: "members", cause: "only transforms.json can store them", remedy: .variant("raw"))
        }
        let sides = Set(package.meshSidePaths.values.joined()).subtracting(package.meshPaths)
            .subtracting(package.describingPaths).sorted()
        for (kind, paths) in [("files of meshes:", sides), ("other files:", package.otherPaths)] {
            // A frame's picture may have the name of another that was left out.
            let left = paths.filter { path in
                let name = Self.exportedName(path)
                return (!has(name) || picturesOfFrames.contains(name)) && !path.hasPrefix("raw_data/masks/")
            }
            losses.add(
                .nativeUnmapped, .dropped, "/files", Self.named(kind, left), count: left.count, unit: "files",
                cause: "left out: the target doesn't use them", remedy: variant == .scan4D ? nil : .variant("scan4d"),
                items: left)
        }
    }
}
