import MeshBytes
import MeshFormats
public import ScanPackages

/// A source that is a scan package, whose mesh is converted.
struct PackageSource: Sendable {
    let package: ScanPackage
    /// The archive; nil: a folder.
    let input: Input?

    /// The bytes of the archive, or of all files.
    var byteCount: Int { input?.byteCount ?? package.files.byteCount }

    /// The bytes of its largest mesh, and as much again for arrays: while it is read, both are there.
    var meshByteCount: Int {
        let largest = package.meshPaths.compactMap { package.files[$0]?.byteCount }.max() ?? 0
        return min(largest, .max / 8) * 2
    }

    /// Opens a source that is a folder, a zip archive that is no USD package, or said to be a package.
    ///
    /// What is wrong with frames does not concern the mesh: what can't be read is left out.
    ///
    /// - Returns: nil for anything else.
    static func open(_ source: Source, _ options: ConvertOptions) throws(ConvertError) -> PackageSource? {
        guard case .path(let path) = source.kind, let (files, input) = try files(at: path, options) else { return nil }
        var reading = PackageOptions()
        reading.kind = options.packageKind
        reading.lenient = true
        do throws(ReadError) {
            return PackageSource(package: try ScanPackage.read(files, options: reading), input: input)
        } catch {
            throw .read(error, path: path)
        }
    }

    /// The files of a path that is a folder, a zip archive that is no USD package, or said to be a package; nil: it is
    /// anything else.
    static func files(
        at path: String, _ options: ConvertOptions
    ) throws(ConvertError) -> (files: PackageFiles, input: Input?)? {
        let kind = options.packageKind
        guard path != "-", options.from == nil || kind != nil else { return nil }
        do throws(ReadError) {
            if FolderTree.isFolder(path) { return (try .folder(path, work: options.work), nil) }
            guard Input.isFile(path) else { return nil }
            let input: Input
            do throws(SystemError) { input = try Input.file(path, work: options.work) } catch {
                throw ReadError(error)
            }
            if kind == nil, try !isPackage(input, path) { return nil }
            return (try .zip(input), input)
        } catch {
            throw .read(error, path: path)
        }
    }

    /// Whether it is an archive whose first file is no layer of USD.
    private static func isPackage(_ input: Input, _ path: String) throws(ReadError) -> Bool {
        guard path.pathExtension?.lowercased() != "usdz" else { return false }
        let head: [UInt8]
        do throws(SystemError) { head = try input.read(0..<min(input.byteCount, 30 + 0xFFFF)) } catch {
            throw ReadError(error)
        }
        if head.starts(with: [0x50, 0x4B, 5, 6]) { return true }
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count >= 30 else { return false }
        let name = head.dropFirst(30).prefix(Int(head[26]) | Int(head[27]) << 8)
        let ending = String(decoding: name, as: UTF8.self).pathExtension?.lowercased() ?? ""
        return !["usd", "usda", "usdc"].contains(ending)
    }
}

extension PackageFiles {
    /// The files of a scan package, as conversions find them: a folder, a zip archive whose first file is no layer of USD,
    /// or what `ConvertOptions.from` says to be a package; nil: it is a file of another kind, or no file.
    public static func found(at path: String, options: ConvertOptions) throws(ConvertError) -> PackageFiles? {
        try PackageSource.files(at: path, options)?.files
    }
}

extension ConvertOptions {
    /// The kind of package that the input is said to be; nil: a format, or nothing.
    public var packageKind: PackageKind? { from.flatMap(PackageKind.init(rawValue:)) }
}
