import MeshConvert
import MeshFormats
import MeshModel
import ScanPackages

extension PackageInfo {
    /// Reads the facts about a package and its meshes; nil if the path is not a package.
    static func read(_ path: String, _ options: ConvertOptions, _ pipeline: Pipeline) throws(Failure) -> PackageInfo? {
        Watchdog.shared.attend(to: path)
        return try Failure.of { () throws(ConvertError) in try found(at: path, options, pipeline) }
    }
}

extension Check {
    /// Checks a package; nil if the path is not a package.
    static func package(_ path: String, _ options: ConvertOptions, _ pipeline: Pipeline) throws(Failure) -> Check? {
        Watchdog.shared.attend(to: path)
        return try Failure.of { () throws(ConvertError) in try found(at: path, options, pipeline) }
    }
}

/// The card of a package: what was captured, which meshes are in it, and what it is good for.
struct PackageTexts {
    let info: PackageInfo
    let isVerbose: Bool

    private var package: ScanPackage { info.package }

    var text: String {
        var lines = CardLines(
            ReportTexts.name(info.path), "\(package.kind.plainName)   \(Texts.bytes(info.byteCount))",
            isVerbose: isVerbose)
        addFrames(to: &lines)
        addParts(to: &lines)
        addMeshes(to: &lines)
        lines.add("good for", rows: uses)
        if isVerbose { lines.add("others", rows: package.otherPaths.map { [Texts.clean($0)] }) }
        let found = package.diagnostics.inOrder { $0.severity < $1.severity }
        let limit = isVerbose || found.count <= 4 ? found.count : 3
        for diagnostic in found.prefix(limit) {
            let times = diagnostic.count > 1 ? " (\(Texts.number(diagnostic.count)) times)" : ""
            let entry = diagnostic.entry.map { "\($0): " } ?? ""
            lines.add(diagnostic.severity.rawValue, Texts.clean(entry + diagnostic.message + times))
        }
        if found.count > limit { lines.addMore(found.count - limit) }
        return lines.text
    }

    private func count(_ isCounted: (ScanFrame) -> Bool) -> Int { package.frames.count(where: isCounted) }

    private func addFrames(to lines: inout CardLines) {
        let keyframes = count(\.isKeyframe)
        let marked = keyframes > 0 ? " (\(Texts.count(keyframes, "keyframes")))" : ""
        lines.add("holds", Texts.count(package.frames.count, "frames") + marked)
        let photos = count { $0.imagePath != nil }
        var rows: [[String]] = []
        if photos > 0 { rows.append([Texts.count(photos, "photos"), sizes]) }
        let depth = count { $0.depthPath != nil }
        let confidence = count { $0.confidencePath != nil }
        if depth > 0 {
            let also = confidence > 0 ? "\(Texts.number(confidence)) with confidence" : ""
            rows.append([Texts.count(depth, "depth maps"), also])
        }
        rows.append([Texts.count(count(\.hasUsablePose), "camera poses"), path])
        if let model = package.sparseModel {
            let facts = [(model.cameraCount, "cameras"), (model.observationCount, "observations")].map(Texts.count)
            rows.append([Texts.count(model.imageCount, "images"), "\(facts.joined(separator: ", ")) in COLMAP's model"])
        }
        lines.add("", rows: rows)
    }

    /// The sizes of photos, the most frequent first.
    private var sizes: String {
        let sizes = info.imageSizes.map { $0.split(separator: "x").joined(separator: " × ") }
        let rest = sizes.count > 3 && !isVerbose ? " …" : ""
        return sizes.isEmpty
            ? "" : "of \(sizes.prefix(isVerbose ? .max : 3).joined(separator: ", "))\(rest) pixels"
    }

    /// The space in which the cameras are.
    private var path: String {
        guard let bounds = info.bounds, bounds.minimum != bounds.maximum else { return "" }
        let extent = bounds.maximum - bounds.minimum
        let size = [extent.x, extent.y, extent.z].map(CardSize.number).joined(separator: " × ")
        return "within \(size) \(package.hasKnownFrame ? "m" : "units, which are not metres")"
    }

    private func addParts(to lines: inout CardLines) {
        if package.registration?.isApplied == true { lines.add("placed", "registered to its location") }
        if !package.links.isEmpty { lines.add("links", "\(Texts.number(package.links.count)) to other scans") }
        if let plan = package.roomPlan {
            let parts = [(plan.surfaces.count, "surfaces"), (plan.objects.count, "objects")].map(Texts.count)
            lines.add("room", parts.joined(separator: ", "))
        }
        if !package.stills.isEmpty { lines.add("360° photos", Texts.number(package.stills.count)) }
    }

    private func addMeshes(to lines: inout CardLines) {
        let isChoice = info.models.count > 1
        let rows = info.models.map { mesh in
            let mark = mesh.isTaken && isChoice ? "; this one is converted" : ""
            return [Texts.clean(mesh.path), Texts.clean(mesh.facts + mark)]
        }
        lines.add("meshes", rows: rows, atMost: 8)
        if isChoice { lines.add("", "to take another: --set mesh=NAME") }
    }

    private var uses: [[String]] {
        let depth = count { $0.depthPath != nil }
        var rows: [[String]] = []
        if info.models.contains(where: \.isTaken) {
            rows.append(["3D model", "meshconv SCAN out.glb (or .usdz, .obj, .ply)"])
        } else if depth > 0 {
            rows.append(["3D model", "meshconv SCAN out.glb --reconstruct tsdf makes a mesh of the depth maps"])
        }
        if count({ $0.imagePath != nil && $0.hasUsablePose }) > 0 {
            rows.append(["splats, NeRF", "meshconv SCAN out/ --for nerfstudio"])
            rows.append(["photogrammetry", "meshconv SCAN out/ --for colmap"])
        }
        return rows
    }
}

extension PackageKind {
    /// What people call it.
    var plainName: String {
        switch self {
        case .scan4D: "Scan4D scan"
        case .polycamFlat: "Scan4D scan in flat folders"
        case .polycamRaw: "Polycam raw data"
        case .nerfstudio: "Nerfstudio dataset"
        case .scannerApp: "3D Scanner App capture"
        case .strayScanner: "Stray Scanner capture"
        case .colmap: "COLMAP model"
        }
    }
}
