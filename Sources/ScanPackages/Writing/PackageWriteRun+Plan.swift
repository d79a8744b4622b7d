import MeshBytes
import MeshFormats
import MeshModel

/// Chooses the frames to write, their names, their depth and their masks.
extension PackageWriteRun {
    /// Whether pictures are laid out for COLMAP to find their cameras: none of them has one.
    var laysOutPictures: Bool { !variant.holdsDepth && package.hasPicturesAlone }

    /// Whether a model of COLMAP without any of its pictures becomes another.
    var keepsModelAlone: Bool {
        package.kind == .colmap && !variant.holdsDepth && !package.frames.contains { $0.imagePath != nil }
    }

    /// Refuses pictures without any camera where the target is nothing without cameras.
    func requireCameras() throws(PackageWriteError) {
        guard package.hasPicturesAlone, variant.needsPoses, !laysOutPictures else { return }
        let count = package.frames.count { $0.imagePath != nil }
        throw .write(
            WriteError(
                .unrepresentable, path: package.files.name,
                wording: """
                    \(count) \(CountedNoun.text(count, "photos")) without cameras (pose and intrinsics); to let \
                    COLMAP find them first: \(.variant, PackageVariant.colmap.rawValue)
                    """))
    }

    mutating func planFrames() -> [PlannedFrame] {
        var plans: [PlannedFrame] = []
        for frame in package.frames {
            guard frame.imagePath != nil || keepsModelAlone && frame.missingPicture != nil else {
                losses.add(
                    .cameraDropped, .dropped, "/frames/*", "frames without pictures", unit: "frames",
                    cause: "left out: no photo", items: [frame.name])
                continue
            }
            if frame.kind != .phone, variant != .scan4D, !takesFaces {
                losses.add(
                    .cameraDropped, .dropped, "/frames/*", "faces of 360° stills", unit: "frames",
                    cause: "written to Scan4D packages only, as the app does", remedy: .variant("scan4d"),
                    items: [frame.name])
                continue
            }
            let hasCamera = frame.hasUsableCamera || frame.hasUsablePose && holdsProjection(of: frame)
            if !hasCamera, !laysOutPictures || frame.pose != nil || frame.intrinsics != nil {
                losses.add(
                    .cameraDropped, .dropped, "/frames/*/pose",
                    variant.needsPoses && !laysOutPictures ? "frames without cameras" : "cameras",
                    unit: "frames",
                    cause: frame.projection.map { "left out: the target has no cameras of the kind \($0)" }
                        ?? "left out: no usable pose or no camera intrinsics", items: [frame.name])
                if variant.needsPoses, !laysOutPictures { continue }
            }
            plans.append(
                PlannedFrame(
                    source: frame, name: frame.name, depth: frame.depthPath == nil ? .none : .own, mask: .none,
                    hasCamera: hasCamera))
        }
        planFaces(&plans)
        planDepth(&plans)
        planMasks(&plans)
        planNames(&plans)
        planFolders(&plans)
        return plans
    }

    /// Whether the target has cameras that are no lenses in front of a plane, as a frame's is.
    private func holdsProjection(of frame: ScanFrame) -> Bool {
        guard let projection = frame.projection else { return false }
        let isPanorama = projection == ScanLens.Model.equirectangular.rawValue
        switch variant {
        case .colmap, .colmapBinary: return isPanorama && (frame.intrinsics?.width ?? 0) > 0
        case .raw:
            // What Nerfstudio's own file says of a projection, it may say again; it has one for all frames.
            return transforms("camera_model") != nil
                || isPanorama && package.frames.allSatisfy { $0.projection == projection || !$0.hasUsablePose }
        default: return false
        }
    }

    /// Whether faces of 360° stills become frames.
    private var takesFaces: Bool {
        options.includesCubeFaces && (variant == .scan4D || options.profile == .scan4D)
    }

    /// Adds faces of the stills that have none among the frames.
    private mutating func planFaces(_ plans: inout [PlannedFrame]) {
        guard takesFaces, !laysOutPictures else { return }
        for still in package.stills where still.imagePath != nil && !package.hasFaces(of: still) {
            let faces = package.faces(of: still)
            if faces.isEmpty {
                notes.add(
                    .facesNone, .note, entry: still.imagePath,
                    "no faces cut from 360° stills: they need 1024 pixels width, a pose and a camera known to be level")
            }
            plans += faces.map { frame, face in
                PlannedFrame(source: frame, name: frame.name, depth: .none, mask: .none, hasCamera: true, face: face)
            }
            losses.add(
                .attributeFilled, .generated, "/frames/*", "faces of 360° stills", count: faces.count, unit: "frames",
                cause: "cut from the 360° stills", remedy: .option("cube-faces", "false"))
        }
    }

    // MARK: Depth

    private mutating func planDepth(_ plans: inout [PlannedFrame]) {
        let with = plans.count { $0.depth == .own }
        guard variant.holdsDepth else {
            for index in plans.indices { plans[index].depth = .none }
            losses.add(
                .attributeDropped, .dropped, "/frames/*/depth", "depth", count: with, unit: "frames",
                cause: "COLMAP models can't store depth", remedy: .variant("raw"))
            losses.add(
                .attributeDropped, .dropped, "/frames/*/confidence", "confidence",
                count: plans.count { $0.source.confidencePath != nil }, unit: "frames",
                cause: "COLMAP models can't store confidence", remedy: .variant("raw"))
            return
        }
        let without = plans.count - with
        let fills = variant == .polycamKeyframes || variant == .raw && options.profile == .scan4D
        let mode = options.framesWithoutDepth ?? (fills ? .zeroDepth : .omitPath)
        if with > 0, without > 0 { planMissingDepth(&plans, mode, with: with, without: without) }
        // Readers of Polycam's keyframes want the folder of depth even where they don't use it.
        if variant == .polycamKeyframes, !plans.contains(where: { $0.depth == .own }) { fillDepth(&plans) }
    }

    private mutating func planMissingDepth(
        _ plans: inout [PlannedFrame], _ mode: FramesWithoutDepth, with: Int, without: Int
    ) {
        switch mode {
        case .omitPath: break
        case .dropDepth:
            for index in plans.indices { plans[index].depth = .none }
            losses.add(
                .attributeDropped, .dropped, "/frames/*/depth", "depth", count: with, unit: "frames",
                cause: "left out as requested, because some frames have none",
                remedy: .option("frames-without-depth", "zero-depth"))
        case .leaveOut:
            // Nothing of the source is lost with faces that were only to be made.
            let left = plans.filter { $0.depth == .none && $0.face == nil }.map(\.source.name)
            plans.removeAll { $0.depth == .none }
            losses.add(
                .cameraDropped, .dropped, "/frames/*", "frames without depth", count: left.count, unit: "frames",
                cause: "left out as requested, because other frames have depth",
                remedy: .option("frames-without-depth", "zero-depth"), items: left)
        case .zeroDepth: fillDepth(&plans)
        }
    }

    /// Frames without depth get some that says that nowhere was measured.
    private mutating func fillDepth(_ plans: inout [PlannedFrame]) {
        let empty = plans.indices.filter { plans[$0].depth == .none }
        for index in empty { plans[index].depth = .zero }
        losses.add(
            .attributeFilled, .generated, "/frames/*/depth", "depth", count: empty.count, unit: "frames",
            cause: "frames without depth got empty depth images (nothing measured)")
    }

    // MARK: Masks

    private mutating func planMasks(_ plans: inout [PlannedFrame]) {
        // The app's masks of phone frames show persons, and must never be passed on.
        func isOwn(_ frame: ScanFrame) -> Bool {
            frame.maskPath != nil && !package.hasMaskOfPersons(frame)
        }
        let count = plans.count { isOwn($0.source) }
        switch variant {
        case .scan4D, .colmap, .colmapBinary:
            // Without the member `meshconv`, a phone frame's mask in a Scan4D package is one of persons.
            let isApps = variant == .scan4D && options.profile == .scan4D05
            let kept = plans.indices.filter { index in
                isOwn(plans[index].source) && !(isApps && plans[index].source.kind == .phone)
            }
            for index in kept { plans[index].mask = .own }
            losses.add(
                .attributeDropped, .dropped, "/frames/*/mask", "masks", count: count - kept.count, unit: "frames",
                cause: "left out: the app uses these files for masks of people", remedy: .option("profile", "scan4d"))
        case .raw:
            guard count > 0 else { return }
            for index in plans.indices { plans[index].mask = isOwn(plans[index].source) ? .own : .full }
            losses.add(
                .attributeFilled, .generated, "/frames/*/mask", "masks", count: plans.count - count, unit: "frames",
                cause: "frames without a mask got one that keeps all pixels, as Nerfstudio needs")
        case .polycam, .polycamKeyframes:
            losses.add(
                .attributeDropped, .dropped, "/frames/*/mask", "masks", count: count, unit: "frames",
                cause: "Polycam packages can't store masks", remedy: .variant("raw"))
        }
    }

    // MARK: Names

    private mutating func planNames(_ plans: inout [PlannedFrame]) {
        var changed = 0
        switch variant {
        case .scan4D, .polycam:
            // The app's own names are kept, since other files refer to them; names of other apps are replaced.
            guard !plans.allSatisfy({ $0.source.kind != .phone || Self.isAppName($0.name) }) else { return }
            var number = 0
            for index in plans.indices where plans[index].source.kind == .phone {
                let digits = String(number)
                plans[index].name = "frame_" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
                number += 1
                changed += 1
            }
        case .polycamKeyframes:
            let names = keyframeNames(plans)
            for index in plans.indices where plans[index].name != names[index] {
                plans[index].name = names[index]
                changed += 1
            }
            plans.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        case .colmap:
            // A name in text ends at its first blank.
            var names = UniqueNames()
            for plan in plans where !Self.hasBlank(plan.name) { _ = names.next(plan.name) }
            for index in plans.indices where Self.hasBlank(plans[index].name) {
                plans[index].name = names.next(Self.withoutBlanks(plans[index].name))
                changed += 1
            }
        case .raw:
            changed = plans.count { $0.face == nil && $0.name != PackagePath.stem($0.source.imagePath ?? $0.name) }
        case .colmapBinary: break
        }
        losses.add(
            .nameChanged, .reencoded, "/frames/*/name", "names of frames", count: changed, unit: "frames",
            cause: "renamed as the target needs")
    }

    /// Pictures stay in the folders that names of COLMAP or several folders of `transforms.json` say: left and right. Nerfstudio
    /// looks files up by their base names.
    private mutating func planFolders(_ plans: inout [PlannedFrame]) {
        guard variant == .colmap || variant == .colmapBinary, [.nerfstudio, .colmap].contains(package.kind) else {
            return
        }
        let paths = plans.map { plan in
            let path = plan.source.imagePath ?? plan.source.missingPicture ?? ""
            return (path.hasPrefix("images/") ? String(path.dropFirst("images/".count)) : path).withoutExtension
        }
        guard package.kind == .colmap || Set(paths.map(\.pathFolder)).count > 1 else { return }
        // Names that repeat in a folder, such as a.png and a.jpg, or would without blanks, stay apart by numbers.
        var names = UniqueNames()
        for (index, path) in paths.enumerated() {
            let own = names.next(variant == .colmap ? Self.withoutBlanks(path) : path)
            // Those whose own name has blanks were counted with the names of frames.
            if own != path, variant != .colmap || !Self.hasBlank(plans[index].source.name) {
                losses.add(
                    .nameChanged, .reencoded, "/frames/*/name", "names of frames", unit: "frames",
                    cause: "renamed as the target needs")
            }
            (plans[index].folder, plans[index].pictureName) = (own.pathFolder, own.lastPathPart)
        }
    }

    private static func hasBlank(_ name: String) -> Bool { name.utf8.contains { $0 <= 0x20 } }

    static func withoutBlanks(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 <= 0x20 ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }

    private static func isAppName(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst(6)
        return name.hasPrefix("frame_") && digits.count >= 5 && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whole numbers, in microseconds if times are known, all of one length so that they sort as text.
    private func keyframeNames(_ plans: [PlannedFrame]) -> [String] {
        let own = plans.map(\.name)
        let areNumbers = own.allSatisfy { name in
            (1...18).contains(name.utf8.count) && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        if areNumbers { return own }
        let times = plans.compactMap { $0.source.timestamp }.filter { $0 >= 0 && $0 < 1e12 }.map { Int($0 * 1e6) }
        // Smaller times are raised to 16 digits, which every time since 2001 has.
        let base = 1_000_000_000_000_000
        if times.count == plans.count, Set(times).count == times.count {
            return times.map { String($0 < base ? base + $0 : $0) }
        }
        let end = package.metadata?.timestamp ?? 0
        let first = end >= 1e9 && end < 1e12 ? Int(end) * 1_000_000 : base
        return plans.indices.map { String(first + $0) }
    }
}
