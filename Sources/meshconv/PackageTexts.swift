import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

extension PackageFiles {
    /// The files of a package; nil if there is no folder and no zip archive at the path, or the file is one of USD.
    static func opened(at path: String, _ options: ConvertOptions) throws(Failure) -> PackageFiles? {
        guard path != "-", options.from == nil else { return nil }
        do throws(ReadError) {
            if FolderTree.isFolder(path) { return try PackageFiles.folder(path, work: options.work) }
            guard Input.isFile(path), Detection.fileExtension(of: path)?.lowercased() != "usdz" else { return nil }
            let input: Input
            do throws(SystemError) {
                input = try Input.file(path, work: options.work)
                // A local header, or the end of an archive without entries.
                let head = try input.read(0..<4)
                guard head == [0x50, 0x4B, 3, 4] || head == [0x50, 0x4B, 5, 6] else { return nil }
            } catch {
                throw ReadError(error)
            }
            return try PackageFiles.zip(input)
        } catch {
            throw Failure(error, path: path)
        }
    }
}

extension PackageInfo {
    /// The facts about a package.
    static func read(_ files: PackageFiles, path: String, isLenient: Bool) throws(Failure) -> PackageInfo {
        var options = PackageOptions()
        options.lenient = isLenient
        do throws(ReadError) {
            return PackageInfo(try ScanPackage.read(files, options: options), path: path)
        } catch {
            throw Failure(error, path: path)
        }
    }
}

/// What is in a package, in words.
struct PackageTexts {
    let info: PackageInfo
    let isVerbose: Bool

    init(_ info: PackageInfo, isVerbose: Bool) {
        self.info = info
        self.isVerbose = isVerbose
    }

    var text: String {
        let package = info.package
        var lines = TextLines()
        func add(_ word: String, _ subject: String, _ remark: String = "") {
            lines.lines.append(TextLines.Line(word: word, color: .bold, subject: subject, remark: remark))
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
            add("cameras", "\([extent.x, extent.y, extent.z].map(Texts.short).joined(separator: " × ")) m")
        }
        if package.registration?.isApplied == true { add("placed", "registered to its location") }
        if !package.links.isEmpty { add("links", Texts.count(package.links.count, "links")) }
        if let plan = package.roomPlan {
            add("room", Texts.count(plan.surfaces.count, "surfaces"), Texts.count(plan.objects.count, "objects"))
        }
        if !package.stills.isEmpty { add("stills", Texts.number(package.stills.count)) }
        for (index, mesh) in package.meshPaths.enumerated() { add(index == 0 ? "meshes" : "", Texts.clean(mesh)) }
        if isVerbose {
            for (index, path) in package.otherPaths.enumerated() { add(index == 0 ? "others" : "", Texts.clean(path)) }
        }
        for found in package.diagnostics.sorted(by: { $0.severity < $1.severity }).prefix(isVerbose ? .max : 6) {
            let subject = found.count > 1 ? "\(found.message) (\(Texts.number(found.count)) times)" : found.message
            lines.lines.append(
                TextLines.Line(
                    word: found.severity == .info ? "note" : found.severity.rawValue,
                    color: found.severity == .info ? nil : .yellow, subject: Texts.clean(subject),
                    remark: Texts.clean(found.entry ?? "")))
        }
        return "\(ReportTexts.name(info.path))   \(package.kind.rawValue)   \(Texts.bytes(info.byteCount))\n"
            + lines.text(on: .standardOutput)
    }
}
