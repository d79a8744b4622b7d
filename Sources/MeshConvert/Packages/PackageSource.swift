import MeshBytes
import MeshFormats
public import ScanPackages

/// A scan package as the source of a mesh.
struct PackageSource: Sendable {
    let package: ScanPackage
    /// The archive; nil: a folder.
    let input: Input?

    /// The size of the archive, or of all files in the folder.
    var byteCount: Int { input?.byteCount ?? package.files.byteCount }

    /// Twice the size of its largest mesh: while it is read, the file and its arrays are both in memory.
    var meshByteCount: Int {
        let largest = package.meshPaths.compactMap { package.files[$0]?.byteCount }.max() ?? 0
        return min(largest, .max / 8) * 2
    }

    /// Opens a source that is a folder, a zip archive other than a USD package, or declared a package by the options.
    ///
    /// Defects of frames don't affect the mesh: what can't be read is left out.
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

    /// Returns the files at a path that is a folder, a zip archive other than a USD package, or declared a package by
    /// the options; nil for anything else.
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

    /// Whether the input is an archive whose first file is not a USD layer.
    private static func isPackage(_ input: Input, _ path: String) throws(ReadError) -> Bool {
        guard Detection.fileExtension(of: path)?.lowercased() != "usdz" else { return false }
        let head: [UInt8]
        do throws(SystemError) { head = try input.read(0..<min(input.byteCount, 30 + 0xFFFF)) } catch {
            throw ReadError(error)
        }
        if head.starts(with: [0x50, 0x4B, 5, 6]) { return true }
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count >= 30 else { return false }
        let name = head.dropFirst(30).prefix(Int(head[26]) | Int(head[27]) << 8)
        let ending = Detection.fileExtension(of: String(decoding: name, as: UTF8.self))?.lowercased() ?? ""
        return !["usd", "usda", "usdc"].contains(ending)
    }
}

extension PackageFiles {
    /// Returns the files of a scan package: a folder, a zip archive whose first file is not a USD layer, or an archive
    /// that `ConvertOptions.from` declares a package; nil for other files or none.
    public static func found(at path: String, options: ConvertOptions) throws(ConvertError) -> PackageFiles? {
        try PackageSource.files(at: path, options)?.files
    }
}

extension ConvertOptions {
    /// The kind of package given as input format; nil: a file format, or none given.
    public var packageKind: PackageKind? { from.flatMap(PackageKind.init(rawValue:)) }
}
