import MeshBytes
public import MeshFormats
public import ScanPackages

/// Tells scan packages from other sources, and opens both.
enum PackageSource {
    /// Opens a source: its bytes, unless it is a folder or a document, and its package, if it is a folder, a zip archive
    /// other than a USD package, or declared a package by the options.
    ///
    /// Defects of frames don't affect the mesh: what can't be read is left out.
    static func open(
        _ source: Source, _ options: ConvertOptions, _ formats: [any Format]
    ) throws(ConvertError) -> (package: ScanPackage?, input: Input?) {
        let path: String
        switch source.kind {
        case .path(let given): path = given
        case .bytes(let bytes): return (nil, .bytes(bytes, name: source.name, work: options.work))
        case .document: return (nil, nil)
        }
        let (files, input) = try files(at: path, options)
        guard let files else { return (nil, input) }
        let reading = options.packageOptions(lenient: true, formats)
        return try ConvertError.reading(path) { () throws(ReadError) in
            (try ScanPackage.read(files, options: reading), input)
        }
    }

    /// Opens a path; the files are nil for anything but a package, and the input for a folder.
    static func files(
        at path: String, _ options: ConvertOptions
    ) throws(ConvertError) -> (files: PackageFiles?, input: Input?) {
        let kind = options.packageKind
        let mayBePackage = path != "-" && (options.from == nil || kind != nil)
        if mayBePackage, FolderTree.isFolder(path) {
            return try ConvertError.reading(path) { () throws(ReadError) in
                (try .folder(path, work: options.work), nil)
            }
        }
        let input = try Pipeline.open(path, options: options)
        // An archive that comes through a pipe is no package.
        guard mayBePackage, input.identity != nil else { return (nil, input) }
        return try ConvertError.reading(path) { () throws(ReadError) in
            if kind == nil, try !isPackage(input, path) { return (nil, input) }
            return (try .zip(input), input)
        }
    }

    /// Whether the input is an archive whose first file is not a USD layer.
    private static func isPackage(_ input: Input, _ path: String) throws(ReadError) -> Bool {
        guard path.pathExtension?.lowercased() != "usdz" else { return false }
        let head = try ReadError.reading { () throws(SystemError) in
            try input.read(0..<min(input.byteCount, 30 + 0xFFFF))
        }
        if head.starts(with: [0x50, 0x4B, 5, 6]) { return true }
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count >= 30 else { return false }
        let name = head.dropFirst(30).prefix(Int(head[26]) | Int(head[27]) << 8)
        let ending = String(decoding: name, as: UTF8.self).pathExtension?.lowercased() ?? ""
        return !["usd", "usda", "usdc"].contains(ending)
    }
}

extension PackageFiles {
    /// Returns the files of a scan package: a folder, a zip archive whose first file is not a USD layer, or an archive
    /// that `ConvertOptions.from` declares a package; nil for other files or none.
    public static func found(at path: String, options: ConvertOptions) throws(ConvertError) -> PackageFiles? {
        guard path != "-", FolderTree.isFolder(path) || Input.isFile(path) else { return nil }
        return try PackageSource.files(at: path, options).files
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
        for ending in formats.flatMap(\.descriptor.extensions) where !options.meshExtensions.contains(ending) {
            options.meshExtensions.append(ending)
        }
        return options
    }
}
