import MeshBytes
public import MeshFormats
public import ScanPackages

/// Tells scan packages, folders and archives of models, and files apart, and opens them.
enum PackageSource {
    /// What lies at a path.
    enum Place {
        case file(Input)
        case capture(PackageFiles, archive: Input?)
        case models(ModelFiles, archive: Input?)
    }

    /// Opens a path: a package if it is declared one by the options, or its files say so.
    static func look(
        at path: String, _ options: ConvertOptions, _ formats: [any Format]
    ) throws(ConvertError) -> Place {
        let kind = options.packageKind
        let reading = options.packageOptions(lenient: true, formats)
        let mayBePackage = options.from == nil || kind != nil
        if mayBePackage, try look(at: path) == .folder {
            return try ConvertError.reading(path) { () throws(ReadError) in
                let (files, others) = try PackageFiles.listed(path, limits: reading.limits, work: options.work)
                let named = try? PackageFiles(files.entries, name: path)
                guard ScanPackage.isPackage(named ?? files, options: reading) else {
                    return .models(ModelFiles(files, path, isArchive: false, others: others, reading), archive: nil)
                }
                if let other = others.first { throw other }
                return .capture(named ?? files, archive: nil)
            }
        }
        func open() throws(ConvertError) -> Input { try Pipeline.open(path, options: options) }
        let shared = path == "-" ? options.sharedReading : nil
        let input = if let shared { try shared.standardInput(open) } else { try open() }
        guard mayBePackage else { return .file(input) }
        return try ConvertError.reading(path) { () throws(ReadError) in
            let isArchive = try isArchive(input, path)
            guard kind != nil || isArchive else { return .file(input) }
            let files = try ReadError.located(in: nil, of: path) { () throws(ReadError) in
                try PackageFiles.zip(input, limits: reading.limits)
            }
            if ScanPackage.isPackage(files, options: reading) { return .capture(files, archive: input) }
            return .models(ModelFiles(files, path, isArchive: true, reading), archive: input)
        }
    }

    /// Whether a path is a file or a folder; what comes from a pipe comes only once.
    static func canBeLookedInto(_ path: String) throws(ConvertError) -> Bool {
        [.file, .folder].contains(try look(at: path))
    }

    private static func look(at path: String) throws(ConvertError) -> PathKind {
        guard path != "-" else { return .other }
        return try ConvertError.reading(path) { () throws(ReadError) in try ReadError.of(PathKind(at: path)) }
    }

    /// Whether the input is an archive and no package of USD. One is known by its name; by its first file, a layer; under
    /// the name of an archive also by that file's place, a multiple of 64 bytes, which archivers don't care for.
    private static func isArchive(_ input: Input, _ path: String) throws(ReadError) -> Bool {
        let ending = path.pathExtension?.lowercased()
        guard ending != "usdz" else { return false }
        let head = try ReadError.of(input.read(0..<min(input.byteCount, 30 + 0xFFFF)))
        if head.starts(with: [0x50, 0x4B, 5, 6]) { return true }
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count >= 30 else { return false }
        let (nameCount, extraCount) = (Int(head[26]) | Int(head[27]) << 8, Int(head[28]) | Int(head[29]) << 8)
        guard ModelFiles.isLayer(String(decoding: head.dropFirst(30).prefix(nameCount), as: UTF8.self)) else {
            return true
        }
        return ending == "zip" && (30 + nameCount + extraCount) % 64 != 0
    }
}

extension PackageFiles {
    /// Returns the files of a scan package: a folder or a zip archive whose files say so, or that
    /// `ConvertOptions.from` declares one; nil for other files, folders and archives, or none.
    public static func found(at path: String, options: ConvertOptions) throws(ConvertError) -> PackageFiles? {
        guard try PackageSource.canBeLookedInto(path),
            case .capture(let files, _) = try PackageSource.look(at: path, options, StandardFormats.all)
        else { return nil }
        return files
    }
}

extension ConvertOptions {
    /// The kind of package given as input format; nil: a file format, or none given.
    public var packageKind: PackageKind? { from.flatMap(PackageKind.init(rawValue:)) }

    /// Returns options for reading a package: of the kind that is given, with meshes of these formats.
    public func packageOptions(lenient: Bool, _ formats: [any Format] = StandardFormats.all) -> PackageOptions {
        var options = PackageOptions()
        options.kind = packageKind
        options.lenient = lenient
        options.limits.apply(reading.limits)
        options.depthByteOrder = scanMesh.depthByteOrder
        options.depthScale = scanMesh.depthScale
        for ending in formats.flatMap(\.descriptor.extensions) where !options.meshExtensions.contains(ending) {
            options.meshExtensions.append(ending)
        }
        return options
    }
}
