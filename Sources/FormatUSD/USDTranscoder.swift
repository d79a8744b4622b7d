import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel

/// Writes a document in another encoding. Layers keep their content, except for the names of other files.
///
/// Files that are found are copied next to the output and named after it, or into the package. Names of missing files
/// stay. From package to package, all files keep their names.
struct USDTranscoder {
    /// A file to copy.
    private struct File {
        var name: String
        var found: USDLayerLibrary.Found

        /// The name next to an output with this stem. The stem is empty in a package.
        func name(_ stem: String) -> String { stem.isEmpty ? name : "\(stem)_\(name)" }
    }

    private let document: Document
    private let options: USDOptions
    private var layers: USDLayerLibrary
    /// The files that layers name, in order of first use. `fileOf` has their indices by location.
    private var files: [File] = []
    private var fileOf: [USDLayerLibrary.Location: Int] = [:]
    /// The names of copied tiles, by the place of the first.
    private var tileNames: [USDLayerLibrary.Location: String] = [:]
    /// The names, as written in layers, of files that a package can't hold.
    private var left: Set<String> = []
    /// Files that are named only by layers outside the stage.
    private var unasked: [Residue] = []
    /// Values of the stage's layers that the target encoding can't hold.
    private var setAside = USDSetAside()
    /// Templates of value clips, whose files are listed where they are there.
    private var templates = (listed: 0, left: 0)

    init(_ document: Document, _ options: USDOptions) throws(WriteError) {
        guard let native = document.native as? USDDocument else {
            throw WriteError(.internal, path: "", "this document isn't USD")
        }
        guard !options.isQuickLook else {
            throw WriteError(
                .unrepresentable, path: "",
                "usdz.quicklook needs a newly made scene; it can't keep USD layers unchanged")
        }
        self.document = document
        self.options = options
        layers = native.layers
        guard !isRepacking else { return }
        templates = layers.listClipFiles()
        for var layer in layers.layers.map(\.layer) { try setAside.fit(&layer, for: options.encoding) }
        do throws(ReadError) {
            var copy = layers
            unasked = options.isPackage ? try copy.unaskedFiles() : []
            try layers.loadNamed()
        } catch {
            throw WriteError(.input, path: layers.layers[0].path, error.message)
        }
        for layer in layers.layers.indices { _ = renamed(layer, stem: "", root: "") }
        addOthers()
    }

    /// The losses: files that a package can't hold, and values that the encoding can't hold.
    func plan() -> [Loss] {
        guard !isRepacking else { return [] }
        let form =
            setAside.residue.filter { !document.setAside.contains($0) }.map {
                Loss(
                    .nativeReencoded, .reencoded, subject: ScenePath.native($0.path), name: $0.path, count: $0.count,
                    unit: "fields",
                    cause: options.encoding == .crate
                        ? "binary USD can't store this; meshconv keeps it in its own record"
                        : "text USD can't store this; meshconv keeps it in its own record",
                    remedy: options.encoding == .crate ? .variant("usda") : .variant("usdc"))
            }
            + clipLosses + expressionLosses
        guard options.isPackage else { return form }
        let kept = Set(
            Self.packable.flatMap { [USDLayerLibrary.filePath(ending: $0), USDLayerLibrary.unaskedPath(ending: $0)] })
        let others = (document.residue + unasked).filter { residue in
            residue.kind == USDLayerLibrary.fileKind && !kept.contains(residue.path.lowercased())
        }.map { residue in
            residue.unread(remedy: .variant("usdc"))
                ?? Loss(
                    .nativeUnmapped, .dropped, subject: ScenePath.native(residue.path), name: residue.path,
                    count: residue.count, unit: "files",
                    cause: "a USDZ package can hold only PNG, JPEG, EXR, AVIF and sound files",
                    remedy: .variant("usdc"))
        }
        let images = document.scene.images.enumerated().filter { $0.element.isFound && left.contains($0.element.uri) }
            .map {
                Loss(
                    .textureDropped, .dropped, subject: ScenePath.image($0.offset), name: "image \($0.element.uri)",
                    count: 1, unit: "images",
                    cause: "a USDZ package can't hold this image format, only PNG, JPEG, EXR and AVIF",
                    remedy: .variant("usdc"))
            }
        return images + others + form + USDUnseenMotion(packing: layers, document.scene).losses
    }

    /// The losses of expressions, whose values name the copies; those with several values keep none.
    private var expressionLosses: [Loss] {
        var (replaced, left) = (0, 0)
        for index in layers.layers.indices {
            var copy = layers.layers[index].layer
            copy.changeAssets(at: layers.layers[index].places.files) { name, _, _ in
                guard USDAssetPath.isExpression(name) else { return name }
                let values = layers.values(of: name, in: index)
                if values.count > 1 { left += 1 } else if values.first?.isEmpty == false { replaced += 1 }
                return name
            }
        }
        var losses: [Loss] = []
        if replaced > 0 {
            losses.append(
                Loss(
                    .nativeReencoded, .reencoded, subject: ScenePath.native("expressions"), name: "expressions",
                    count: replaced, unit: "paths",
                    cause: "the copies of the files have other names, so paths have the values of their expressions"))
        }
        if left > 0 {
            losses.append(
                Loss(
                    .nativeUnmapped, .dropped, subject: ScenePath.native("expressions"), name: "expressions",
                    count: left,
                    unit: "paths", cause: "the files of expressions with several values in one layer aren't copied"))
        }
        return losses
    }

    /// The losses of templates of value clips.
    private var clipLosses: [Loss] {
        var losses: [Loss] = []
        if templates.listed > 0 {
            losses.append(
                Loss(
                    .nativeReencoded, .reencoded, subject: ScenePath.native("clips"), name: "clips",
                    count: templates.listed, unit: "templates",
                    cause: "the copies of the files have other names, so the files are listed one by one"))
        }
        if templates.left > 0 {
            losses.append(
                Loss(
                    .nativeUnmapped, .dropped, subject: ScenePath.native("clips"), name: "clips", count: templates.left,
                    unit: "templates", cause: "the files of a template are copied only if one layer states it whole"))
        }
        return losses
    }

    /// Whether a package is rewritten as a package.
    private var isRepacking: Bool { layers.encoding == .usdz && options.isPackage }

    // MARK: Copied files

    /// A layer with the file names of the output.
    private mutating func renamed(_ index: Int, stem: String, root: String) -> USDLayer {
        var layer = layers.layers[index].layer
        layer.changeAssets(at: layers.layers[index].places.files) { name, _, _ in
            let values = layers.values(of: name, in: index)
            guard values.count == 1, let name = values.first, !name.isEmpty else { return name }
            if USDTile.names(name) { return tiled(name, from: index, stem).map { "./\($0)" } ?? name }
            if let other = layers.index(of: name, from: index) {
                return "./\(other == 0 ? root : self.name(ofLayer: other, stem: stem))"
            }
            return file(name, from: index).map { "./\(files[$0].name(stem))" } ?? name
        }
        return layer
    }

    /// A layer with the file names of the output, without values that the encoding can't hold.
    private mutating func fitted(_ index: Int, stem: String, root: String) throws(WriteError) -> USDLayer {
        var layer = renamed(index, stem: stem, root: root)
        var aside = USDSetAside()
        try aside.fit(&layer, for: options.encoding)
        return layer
    }

    /// The index of a file that a layer names, or nil if it was not found or can't be copied.
    private mutating func file(_ name: String, from layer: Int) -> Int? {
        guard let location = layers.location(name, from: layer) else { return nil }
        if let known = fileOf[location] { return known }
        let found = layers.find(name, from: layer)
        if case .missing = found { return nil }
        let ending = USDAssetPath.ending(name)
        guard !options.isPackage || Self.packable.contains(ending.lowercased()) else {
            left.insert(name)
            return nil
        }
        let kind = Self.images.contains(ending.lowercased()) ? "texture" : "file"
        fileOf[location] = files.count
        files.append(File(name: "\(kind)\(files.count)\(ending)", found: found))
        return files.count - 1
    }

    /// The name of copied tiles, with the mark, or nil if there are none that can be copied.
    private mutating func tiled(_ name: String, from layer: Int, _ stem: String) -> String? {
        let tiles = layers.tiles(of: name, from: layer)
        let ending = USDAssetPath.ending(tiles.first?.asset ?? "")
        guard let first = tiles.first, let place = layers.location(first.asset, from: layer) else { return nil }
        guard !options.isPackage || Self.packable.contains(ending.lowercased()) else {
            for tile in tiles { left.insert(tile.asset) }
            return nil
        }
        let base: String
        if let known = tileNames[place] {
            base = known
        } else {
            base = "tiles\(tileNames.count)"
            tileNames[place] = base
            for tile in tiles {
                if let own = layers.location(tile.asset, from: layer) { fileOf[own] = files.count }
                let found = layers.find(tile.asset, from: layer)
                files.append(File(name: "\(base).\(tile.number)\(ending)", found: found))
            }
        }
        return "\(stem.isEmpty ? "" : "\(stem)_")\(base).\(USDTile.mark)\(ending)"
    }

    /// Adds the package's files that no layer names.
    private mutating func addOthers() {
        guard layers.encoding == .usdz, let package = layers.packages.first?.package else { return }
        let names = Set(layers.layers.map(\.location)).union(fileOf.keys)
        for entry in package.files {
            let location = USDLayerLibrary.Location(package: 0, path: entry.name)
            guard !names.contains(location) else { continue }
            fileOf[location] = files.count
            files.append(
                File(name: "file\(files.count)\(USDAssetPath.ending(entry.name))", found: .entry(entry, package)))
        }
    }

    private static let images: Set<String> = [
        ".png", ".jpg", ".jpeg", ".exr", ".avif", ".hdr", ".bmp", ".tga", ".tif", ".tiff",
    ]
    /// File types that a package may hold besides layers (USDZ specification, File Types).
    private static let packable: Set<String> = [".png", ".jpg", ".jpeg", ".exr", ".avif", ".m4a", ".mp3", ".wav"]

    private func name(ofLayer index: Int, stem: String) -> String {
        let ending = options.encoding == .text ? "usda" : "usdc"
        return stem.isEmpty ? "layer\(index).\(ending)" : "\(stem)_layer\(index).\(ending)"
    }

    // MARK: Writing

    mutating func write(_ writing: WriteOptions, to output: Output) throws(WriteError) {
        if isRepacking {
            try repack(to: output)
        } else if options.isPackage {
            try pack(writing, to: output)
        } else {
            try writeFiles(writing, to: output)
        }
    }

    private mutating func writeFiles(_ writing: WriteOptions, to output: Output) throws(WriteError) {
        let stem = output.stem
        var all: [USDLayer] = []
        for index in layers.layers.indices { all.append(try fitted(index, stem: stem, root: output.name)) }
        for file in files {
            try Self.write(file, to: output.side(file.name(stem)))
        }
        for index in all.indices.dropFirst() {
            let sink = try output.side(name(ofLayer: index, stem: stem))
            try USDWriter.write(all[index], options.encoding, writing, to: sink)
        }
        try USDWriter.write(all[0], options.encoding, writing, to: try output.main())
    }

    private mutating func pack(_ writing: WriteOptions, to output: Output) throws(WriteError) {
        let root = "\(USDWriter.entryName(output.stem)).\(options.encoding == .text ? "usda" : "usdc")"
        var zip = ZipWriter(to: try output.main(), alignment: 64)
        for index in layers.layers.indices {
            let name = index == 0 ? root : name(ofLayer: index, stem: "")
            let layer = try fitted(index, stem: "", root: root)
            try zip.add(name, to: output) { (sink) throws(WriteError) in
                try USDWriter.write(layer, options.encoding, writing, to: sink)
            }
        }
        for file in files {
            try zip.add(file.name(""), to: output) { (sink) throws(WriteError) in try Self.write(file, to: sink) }
        }
        try zip.finish(output)
    }

    /// Copies all files of a package unchanged, its default layer first.
    private func repack(to output: Output) throws(WriteError) {
        guard let package = layers.packages.first?.package else {
            throw WriteError(.internal, path: output.name, "the document has no package")
        }
        let root = layers.layers[0].location
        let all = package.files
        // If the root layer lies in a nested package, that package comes first.
        let first = all.first { root.package == 0 && $0.name == root.path } ?? package.defaultLayer?.entry
        var zip = ZipWriter(to: try output.main(), alignment: 64)
        for entry in [first].compactMap(\.self) + all.filter({ $0.name != first?.name }) {
            try zip.add(entry.name, to: output) { (sink) throws(WriteError) in try package.write(entry, to: sink) }
        }
        try zip.finish(output)
    }

    private static func write(_ file: File, to sink: ByteSink) throws(WriteError) {
        switch file.found {
        case .bytes(let bytes): try SceneImage(uri: "", bytes: bytes).write(to: sink)
        case .missing: break
        case .file(let path, let folder, _):
            var image = SceneImage(uri: path, path: path)
            image.folder = folder
            try image.write(to: sink)
        case .entry(let entry, let package): try package.write(entry, to: sink)
        }
    }
}
