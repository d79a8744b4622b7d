import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel

/// The layers of an input: the file itself and all layers that it names, each read once.
struct USDLayerLibrary: Sendable {
    /// The location of a layer or another file: in a package, or in the input's folder.
    struct Location: Hashable, Sendable {
        /// The index in ``packages``, or −1 for none.
        var package: Int
        /// The path inside the package, or relative to the input's folder.
        var path: String
    }

    /// All layers, in order of first use. The first is the root.
    private(set) var layers: [USDLayerEntry] = []
    /// Diagnostics about the layers.
    private(set) var diagnostics: [Diagnostic] = []
    /// The paths of the other layers and packages that were read.
    var filePaths: [String] = []
    /// The opened packages, with their names for messages.
    private(set) var packages: [(package: USDPackage, name: String)] = []
    /// The encoding of the root layer, or of the package that it is from.
    private(set) var encoding = USDEncoding.usda
    /// Values that records in layers restored, because the layer's encoding can't hold them.
    private(set) var setAside = USDSetAside()

    let options: ReadOptions
    private(set) var files: SideFiles
    private var known: [Location: Int] = [:]
    private var openPackages: [Location: Int] = [:]
    private var notes: [String: [Wording: Int]] = [:]
    /// The layers that were read from files, by the file's identity.
    private var layerOf: [[Int]: Int] = [:]
    /// The asset paths of expressions: several where the variables differ by place, empty ones for none.
    private var evaluations: [Spelling: [String]] = [:]
    /// The tiles of asset paths that stand for several files.
    var tilesOf: [Spelling: [USDTile]] = [:]
    /// Why files are no layers that can be read.
    private(set) var unreadable: [Location: Wording] = [:]

    /// The maximum number of different diagnostics per code.
    private static let notesPerCode = 50

    /// The maximum nesting of packages.
    private static let packageDepth = 8

    /// Opens the root layer of an input: text, crate, or the default layer of a package.
    init(_ input: Input, options: ReadOptions = ReadOptions()) throws(ReadError) {
        self.options = options
        files = SideFiles(beside: input.name, options)
        let name = String(input.name.dropFirst(input.name.pathFolder.count))
        let location = Location(package: -1, path: name)
        let head = try ReadError.of(input.read(0..<8))
        if USDPackage.recognizes(head) || USDCrateReader.recognizes(head) {
            let bytes = Bytes(try input.memory(options), input.byteCount)
            _ = try read(bytes, location, named: name, depth: 0)
        } else {
            var result = try USDTextReader.read(input, options: options, gaps: USDTextGaps.Sizes())
            diagnostics = result.diagnostics + setAside.restore(&result.layer)
            known[location] = 0
            layers = [USDLayerEntry(result.layer, location, path: name)]
        }
        if let identity = Input.identity(ofPath: input.name) { layerOf[identity] = 0 }
    }

    /// Creates a library of one layer in memory.
    init(_ layer: USDLayer, path: String = "") {
        options = ReadOptions()
        files = SideFiles(beside: path, options)
        let location = Location(package: -1, path: String(path.dropFirst(path.pathFolder.count)))
        layers = [USDLayerEntry(layer, location, path: path)]
        known[location] = 0
    }

    /// Replaces a layer by a changed one.
    mutating func replace(_ index: Int, by layer: USDLayer) {
        layers[index] = USDLayerEntry(layer, layers[index].location, path: layers[index].path)
    }

    /// Why the first image that can't be unpacked from its package can't; a broken package is refused.
    private(set) var brokenEntry: ReadError?

    // MARK: Expressions

    /// Evaluates an asset path of a layer if it is an expression. Returns nil if it names nothing or is wrong, which is
    /// reported.
    mutating func evaluated(_ asset: String, in layer: Int, _ variables: USDVariables) -> String? {
        guard USDAssetPath.isExpression(asset) else { return asset }
        do throws(USDExpression.Failure) {
            let text = try USDExpression.text(asset, variables) ?? ""
            let spelling = Spelling(asset: asset, layer: layer)
            if evaluations[spelling]?.contains(text) != true { evaluations[spelling, default: []].append(text) }
            return text.isEmpty ? nil : text
        } catch {
            noteExpression(asset, error)
            return nil
        }
    }

    mutating func noteExpression(_ text: String, _ failure: USDExpression.Failure) {
        note("usd.expression", "the expression \(text) has no value: \(failure.text)")
    }

    /// The values that an asset path of a layer has: itself, or those of the expression that it is.
    func values(of asset: String, in layer: Int) -> [String] {
        guard USDAssetPath.isExpression(asset) else { return [asset] }
        return evaluations[Spelling(asset: asset, layer: layer)] ?? []
    }

    /// The first value of an asset path.
    func spelled(_ asset: String, in layer: Int) -> String? { values(of: asset, in: layer).first }

    // MARK: Finding

    /// A file that was found, or the reason why not.
    enum Found: Sendable {
        /// A file by its path, with the folder that it must lie in, if it must; the remark says where it is, if the asset
        /// path alone does not.
        case file(String, folder: String?, remark: String?)
        /// An entry of a package.
        case entry(ZipEntry, USDPackage)
        /// Bytes provided by the caller.
        case bytes([UInt8])
        /// The reason why nothing was found.
        case missing(Wording)
    }

    /// Resolves an asset path of a layer, without checking that the file exists. Returns nil if that is impossible.
    mutating func location(_ asset: String, from layer: Int) -> Location? {
        guard let asset = spelled(asset, in: layer), !asset.isEmpty else { return nil }
        if let (package, file) = USDAssetPath.packaged(asset) {
            guard let outer = location(package, from: layer), let index = self.package(at: outer) else { return nil }
            return inner(file, of: index, depth: 0)
        }
        let own = layers[layer].location
        guard own.package >= 0 else { return fileLocation(asset, from: own) }
        guard let path = USDAssetPath.normalized(own.path.pathFolder + asset) else { return nil }
        let entries = packages[own.package].package.reader
        if entries[path] != nil || asset.hasPrefix(".") { return Location(package: own.package, path: path) }
        // Without a leading dot, the path is also tried from the default layer's folder and the package's root.
        let first = packages[own.package].package.defaultLayer?.entry.name ?? ""
        for folder in [first.pathFolder, ""] {
            if let path = USDAssetPath.normalized(folder + asset), entries[path] != nil {
                return Location(package: own.package, path: path)
            }
        }
        return Location(package: own.package, path: path)
    }

    /// The location of a file in a package, or in a package nested in it.
    private mutating func inner(_ file: String, of package: Int, depth: Int) -> Location? {
        guard depth < Self.packageDepth else { return nil }
        guard let (next, rest) = USDAssetPath.packaged(file) else {
            return USDAssetPath.normalized(file).map { Location(package: package, path: $0) }
        }
        guard let path = USDAssetPath.normalized(next) else { return nil }
        guard let index = self.package(at: Location(package: package, path: path)) else { return nil }
        return inner(rest, of: index, depth: depth + 1)
    }

    func fileLocation(_ asset: String, from own: Location) -> Location {
        Location(package: -1, path: files.path(asset, from: own.path.pathFolder) ?? asset)
    }

    /// Looks for what lies at a location, to which an asset path of a layer leads, and what is used as this kind.
    func find(
        _ location: Location, spelled asset: String, from layer: Int, as kind: SideFileKind = .usdLayer
    ) -> Found {
        if location.package >= 0 {
            let (package, name) = packages[location.package]
            guard let entry = package.reader[location.path] else {
                return .missing("'\(location.path)' is not in \(name)")
            }
            return .entry(entry, package)
        }
        return Found(files.findExactly(asset, from: layers[layer].location.path.pathFolder, as: kind), files)
    }

    /// Whether ``find(_:spelled:from:as:)`` may find something: a quick look.
    mutating func mayBeThere(_ location: Location, spelled asset: String, from layer: Int) -> Bool {
        location.package >= 0 || files.mayBeThere(asset, from: layers[layer].location.path.pathFolder)
    }

    /// Finds the file of a layer's asset path.
    ///
    /// - Edge: packages not opened yet are opened for this call only.
    mutating func find(_ asset: String, from layer: Int, as kind: SideFileKind = .usdAsset) -> Found {
        guard !asset.isEmpty else { return .missing("the path is empty") }
        guard let asset = spelled(asset, in: layer) else {
            return .missing("'\(asset)' is an expression without a value")
        }
        var copy = self
        guard let location = copy.location(asset, from: layer) else { return .missing("'\(asset)' is not found") }
        let own = layers[layer].location
        // What is read as a layer is looked for as reading does: exactly there.
        guard own.package < 0, location.package < 0, !USDAssetPath.isLayer(asset) else {
            return copy.find(location, spelled: asset, from: layer, as: USDPackage.isLayer(asset) ? .usdLayer : kind)
        }
        return Found(files.find(asset, from: own.path.pathFolder, as: kind), files)
    }

    /// The image of a layer's asset path: a file, or bytes from a package.
    ///
    /// - Returns: an image, without path and bytes where it is not found, and what is to be said of it.
    mutating func image(_ asset: String, from layer: Int) -> (image: SceneImage, remark: Wording?) {
        let values = values(of: asset, in: layer)
        if values.count > 1 {
            note("usd.expression", "the expression \(asset) has several values in one layer: images have the first")
        }
        let asset = values.first ?? asset
        switch find(asset, from: layer, as: .image) {
        case .file(let path, let folder, let remark):
            var image = SceneImage(uri: asset, path: path)
            image.folder = folder
            return (image, remark.map { Wording($0) })
        case .bytes(let bytes): return (SceneImage(uri: asset, bytes: bytes), nil)
        case .entry(let entry, let package):
            do throws(ReadError) { return (SceneImage(uri: asset, bytes: try package.bytes(of: entry)), nil) } catch {
                brokenEntry = brokenEntry ?? error
                return (SceneImage(uri: asset), error.wording)
            }
        case .missing(let reason): return (SceneImage(uri: asset), reason)
        }
    }

    /// The index of the layer that an asset path names, or nil if no such layer was read.
    mutating func index(of asset: String, from layer: Int) -> Int? {
        guard let location = location(asset, from: layer), let index = known[location], index >= 0 else { return nil }
        return index
    }

    // MARK: Reading

    /// The index of the layer that an asset path names. Returns nil if it can't be read, which is reported once.
    ///
    /// - Throws: only errors that end all reading, such as cancellation.
    mutating func layer(_ asset: String, from layer: Int) throws(ReadError) -> Int? {
        guard let asset = spelled(asset, in: layer) else { return nil }
        guard let location = location(asset, from: layer) else {
            note("usd.layer-missing", "'\(asset)' is not found", .error)
            return nil
        }
        if let index = known[location] { return index >= 0 ? index : nil }
        guard layers.count < options.limits.sideFileCount else {
            throw ReadError(
                beyond: .sideFiles, .whole,
                "expected at most \(options.limits.sideFileCount) layers, found more")
        }
        known[location] = -1
        if let kind = USDUnreadFile.kind(ending: USDAssetPath.ending(asset)) {
            unreadable[location] = kind.reason
            note("usd.shape-unread", "'\(asset)': \(kind.reason)", .note)
            return nil
        }
        let found = find(location, spelled: asset, from: layer)
        do throws(ReadError) {
            guard let bytes = try contents(found) else {
                if case .missing(let reason) = found { note("usd.layer-missing", reason, .error) }
                return nil
            }
            guard case .file(let path, _, _) = found else {
                return try read(bytes, location, named: title(of: location), depth: 0)
            }
            // Outside of the input's folder, a path may lead back to a layer under another name.
            let identity = Input.identity(ofPath: path) ?? []
            if let index = layerOf[identity] {
                known[location] = index
                return index
            }
            filePaths.append(path)
            let index = try read(bytes, location, named: title(of: location), depth: 0)
            if !identity.isEmpty { layerOf[identity] = index }
            return index
        } catch {
            if error.code == .cancelled || error.code == .memoryLimit || error.code == .timeLimit { throw error }
            unreadable[location] = error.wording
            // A package whose entries can't be unpacked is a broken file.
            if case .sideFile = error.location, !options.lenient { throw error }
            // Only a warning: the path may name another kind of file, such as an image.
            let place = InputLocation.sideFile(title(of: location), error.location)
            diagnostics.append(
                Diagnostic(
                    "usd.layer-unreadable", .warning, at: place,
                    wording: "\(error.wording) [\(error.code.rawValue)]"))
            return nil
        }
    }

    func title(of location: Location) -> String {
        location.package < 0 ? location.path : "\(packages[location.package].name)[\(location.path)]"
    }

    /// The bytes of a layer or package, with their memory block if they fill it.
    struct Bytes {
        fileprivate var storage: ByteStorage
        fileprivate var range: Range<Int>
        fileprivate var block: MemoryBlock?

        /// A copy of the bytes.
        var copy: [UInt8] { storage.copy(of: range) }

        fileprivate init(_ storage: ByteStorage, _ range: Range<Int>) { (self.storage, self.range) = (storage, range) }

        fileprivate init(_ block: MemoryBlock, _ byteCount: Int) {
            self.init(ByteStorage(block, byteCount: byteCount), 0..<byteCount)
            if block.byteCount == byteCount { self.block = block }
        }
    }

    func contents(_ found: Found) throws(ReadError) -> Bytes? {
        let input: Input
        switch found {
        case .missing: return nil
        case .entry(let entry, let package):
            let (storage, range) = try package.contents(of: entry)
            return Bytes(storage, range)
        case .bytes(let bytes): input = .bytes(bytes, name: "")
        case .file(let path, let folder, _):
            input = try ReadError.of(Input.regularFile(path, inside: folder))
        }
        guard input.byteCount <= options.limits.sideFileByteCount else {
            throw ReadError(
                beyond: .sideFileSize, .whole,
                "expected at most \(options.limits.sideFileByteCount) bytes, found \(input.byteCount)")
        }
        return Bytes(try input.memory(options), input.byteCount)
    }

    /// Reads a layer in any encoding and returns its index.
    private mutating func read(
        _ bytes: Bytes, _ location: Location, named name: String, depth: Int
    ) throws(ReadError) -> Int {
        let head = bytes.storage.head(of: bytes.range)
        let isRoot = layers.isEmpty
        if USDPackage.recognizes(head) {
            if isRoot { encoding = .usdz }
            guard depth < Self.packageDepth else {
                throw ReadError(.limitExceeded, .whole, "packages are nested more than \(Self.packageDepth) deep")
            }
            let index = try open(bytes, location, named: name)
            guard let (entry, isFirst) = packages[index].package.defaultLayer else {
                throw ReadError(.invalidValue, .byte(0), "the package has no USD layer")
            }
            if !isFirst {
                note(
                    "usdz.first-file",
                    "the first file of \(name) is not a USD layer; '\(entry.name)' is used as the root")
            }
            let inner = Location(package: index, path: entry.name)
            let (storage, range) = try packages[index].package.contents(of: entry)
            let place = try read(
                Bytes(storage, range), inner, named: "\(name)[\(entry.name)]", depth: depth + 1)
            known[location] = place
            return place
        }
        var layer: USDLayer
        if USDCrateReader.recognizes(head) {
            if isRoot, depth == 0 { encoding = .usdc }
            layer = try USDCrateReader.read(bytes.storage, in: bytes.range, nesting: options.limits.nesting)
        } else if !isRoot, USDAssetPath.isMaterialX(location.path) {
            layer = try materialX(bytes.copy, location, named: name)
        } else {
            let text =
                bytes.block.map { Input.block($0, name: name) }
                ?? Input.bytes(bytes.storage.copy(of: bytes.range), name: name)
            let result = try USDTextReader.read(text, options: options)
            layer = result.layer
            diagnostics += result.diagnostics.map { diagnostic in
                guard !isRoot || depth > 0 else { return diagnostic }
                var copy = diagnostic
                copy.location = .sideFile(name, diagnostic.location)
                return copy
            }
        }
        diagnostics += setAside.restore(&layer)
        known[location] = layers.count
        layers.append(USDLayerEntry(layer, location, path: name))
        return layers.count - 1
    }

    private mutating func package(at location: Location) -> Int? {
        if let index = openPackages[location] { return index >= 0 ? index : nil }
        openPackages[location] = -1
        guard let found = try? contents(find(location, spelled: location.path, from: 0)) else { return nil }
        return try? open(found, location, named: title(of: location))
    }

    private mutating func open(_ bytes: Bytes, _ location: Location, named name: String) throws(ReadError) -> Int {
        if let index = openPackages[location], index >= 0 { return index }
        guard packages.count < options.limits.sideFileCount else {
            throw ReadError(
                beyond: .sideFiles, .whole,
                "expected at most \(options.limits.sideFileCount) packages, found more")
        }
        let storage = bytes.range == 0..<bytes.storage.byteCount ? bytes.storage : bytes.storage.part(bytes.range)
        let package = try USDPackage(storage, limits: options.limits)
        openPackages[location] = packages.count
        packages.append((package, name))
        for finding in package.reader.findings { remark(finding, name) }
        return packages.count - 1
    }

    /// Reports findings that make other readers reject a package.
    private mutating func remark(_ finding: ZipFinding, _ name: String) {
        switch finding.kind {
        case .unaligned:
            note("usdz.unaligned", "files in \(name) don't start at multiples of 64 bytes", .error)
        case .deflated: note("usdz.compressed", "files in \(name) are compressed, which other programs refuse", .error)
        default: note("usdz.\(finding.kind.rawValue)", "\(name): \(finding.message)")
        }
    }

    /// Adds a diagnostic or increases its count. Beyond a limit per code, the rest share one diagnostic.
    mutating func note(_ code: String, _ message: Wording, _ severity: Diagnostic.Severity = .warning) {
        var message = message
        if notes[code, default: [:]][message] == nil, notes[code, default: [:]].count >= Self.notesPerCode {
            message = "more of the same kind"
        }
        if let index = notes[code]?[message] {
            diagnostics[index].count += 1
        } else {
            notes[code, default: [:]][message] = diagnostics.count
            diagnostics.append(Diagnostic(code, severity, at: .whole, wording: message))
        }
    }
}

extension USDLayerLibrary.Found {
    /// What was found on disk.
    init(_ found: SideFiles.Found, _ files: SideFiles) {
        switch found {
        case .path(let path, let remark): self = .file(path, folder: files.home(of: path), remark: remark)
        case .bytes(let bytes): self = .bytes(bytes)
        case .missing(let reason), .outside(let reason): self = .missing(reason)
        }
    }
}
