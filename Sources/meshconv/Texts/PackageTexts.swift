import MeshConvert
import MeshFormats
import ScanPackages

extension PackageInfo {
    /// Reads the facts about a package and its meshes; nil if the path is not a package.
    static func read(_ path: String, _ options: ConvertOptions, _ pipeline: Pipeline) throws(Failure) -> PackageInfo? {
        try PackageFiles.look(at: path, options) { (files, reading) throws(ReadError) in
            try PackageInfo(
                try ScanPackage.read(files, options: reading), path: path, options: options, pipeline: pipeline)
        }
    }
}

extension Check {
    /// Checks a package; nil if the path is not a package.
    static func package(_ path: String, _ options: ConvertOptions, _ pipeline: Pipeline) throws(Failure) -> Check? {
        try PackageFiles.look(at: path, options) { (files, reading) throws(ReadError) in
            try Check(
                try PackageCheck(files, options: reading, work: options.work), path: path, options: options,
                pipeline: pipeline)
        }
    }
}

extension PackageFiles {
    /// Applies `body` to the files of a package; nil if the path is not a package.
    fileprivate static func look<R>(
        at path: String, _ options: ConvertOptions,
        _ body: (PackageFiles, PackageOptions) throws(ReadError) -> R
    ) throws(Failure) -> R? {
        Watchdog.shared.attend(to: path)
        return try Failure.of { () throws(ConvertError) in
            guard let files = try found(at: path, options: options) else { return nil }
            let reading = options.packageOptions(lenient: options.reading.lenient)
            do throws(ReadError) { return try body(files, reading) } catch { throw .read(error, path: path) }
        }
    }
}

/// The text about the contents of a package.
struct PackageTexts {
    let info: PackageInfo
    let isVerbose: Bool

    var text: String {
        let package = info.package
        var lines = TextLines()
        func add(_ word: String, _ subject: String, _ remark: String = "") {
            lines.add(word, subject, remark, color: .bold)
        }
        func count(_ isCounted: (ScanFrame) -> Bool) -> Int { package.frames.count(where: isCounted) }
        let keyframes = count(\.isKeyframe)
        add("holds", Texts.count(package.frames.count, "frames"), keyframes > 0 ? "\(keyframes) keyframes" : "")
        add("images", Texts.number(count { $0.imagePath != nil }), info.imageSizes.joined(separator: ", "))
        add("depth", Texts.number(count { $0.depthPath != nil }))
        add("confidence", Texts.number(count { $0.confidencePath != nil }))
        let layout = package.poseLayout.map { "written as \($0.rawValue)" } ?? ""
        add("poses", Texts.number(count(\.hasUsablePose)), layout)
        if let bounds = info.bounds {
            let extent = bounds.maximum - bounds.minimum
            let size = [extent.x, extent.y, extent.z].map(Texts.short).joined(separator: " × ")
            add("cameras", "\(size) \(package.hasKnownFrame ? "m" : "units of the model")")
        }
        if let model = package.sparseModel {
            let facts = [(model.cameraCount, "cameras"), (model.observationCount, "observations")].map(Texts.count)
            add("model", Texts.count(model.imageCount, "images"), facts.joined(separator: ", "))
        }
        if package.registration?.isApplied == true { add("placed", "registered to its location") }
        if !package.links.isEmpty { add("links", Texts.count(package.links.count, "links")) }
        if let plan = package.roomPlan {
            add("room", Texts.count(plan.surfaces.count, "surfaces"), Texts.count(plan.objects.count, "objects"))
        }
        if !package.stills.isEmpty { add("stills", Texts.number(package.stills.count)) }
        for (index, mesh) in info.models.enumerated() {
            let remark = mesh.facts + (mesh.isTaken && info.models.count > 1 ? "; this one is converted" : "")
            add(index == 0 ? "meshes" : "", Texts.clean(mesh.path), Texts.clean(remark))
        }
        if info.models.count > 1 { add("", "to take another: --set mesh=NAME") }
        if isVerbose {
            for (index, path) in package.otherPaths.enumerated() { add(index == 0 ? "others" : "", Texts.clean(path)) }
        }
        for found in package.diagnostics.sorted(by: { $0.severity < $1.severity }).prefix(isVerbose ? .max : 6) {
            let subject = found.count > 1 ? "\(found.message) (\(Texts.number(found.count)) times)" : found.message
            lines.add(
                found.severity.rawValue, Texts.clean(subject), Texts.clean(found.entry ?? ""),
                color: found.severity == .note ? nil : .yellow)
        }
        return "\(ReportTexts.name(info.path))   \(package.kind.rawValue)   \(Texts.bytes(info.byteCount))\n"
            + lines.text(on: .standardOutput)
    }
}
