import MeshBytes
import MeshFormats
import MeshModel
import MeshRouting

extension Pipeline {
    /// Converts a source to a folder of tiles by ``ConvertOptions/tileRule``: GLB files, and a `tileset.json` of 3D Tiles
    /// 1.1 that names them.
    ///
    /// The folder appears whole or not at all. Each tile is a conversion of its own, with its losses, and is verified as
    /// such; together they have each point and each face of the source once.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - folder: the path of the folder, which doesn't exist or is empty.
    ///   - options: the options, with a rule for tiles.
    package func convertTiles(
        _ source: Source, to folder: String, options: ConvertOptions
    ) throws(ConvertError) -> Report {
        try options.timed(source.name) { () throws(ConvertError) in
            var request = try Request(source, options, self)
            request.choose("glb", of: self)
            request.options.reading.lateFrom = options.effectiveLateFrom
            do throws(ConvertError) { return try tiles(request, to: folder) } catch {
                try request.throwLateFailure()
                throw error
            }
        }
    }

    private func tiles(_ request: Request, to path: String) throws(ConvertError) -> Report {
        let options = request.options
        let folder: StagedFolder
        do throws(SystemError) { folder = try StagedFolder(path: path, work: options.work) } catch {
            throw .write(WriteError(error.isExisting ? .exists : .cannotCreate, path: error.path, error.message))
        }
        defer { folder.discard() }
        let document = try document(of: request)
        options.work?.begin(.fitting)
        let tiles = try TileSource(document.scene, options, path: request.source.name)
        var set = Tileset(frame: SceneFrame(of: document.scene))
        var made: Report?
        for number in 0..<tiles.count {
            let name = "tiles/\(number + 1).glb"
            let part: Report
            do throws(ConvertError) {
                part = try write(tiles.document(number, of: document), to: folder, name, request)
            } catch {
                throw error.naming(folder.path, insteadOf: folder.temporaryPath(of: ""))
            }
            set.add(tiles.box(number), uri: name)
            made = made?.adding(part) ?? part
        }
        try request.throwLateFailure()
        guard var report = made else {
            throw .write(
                WriteError(.unrepresentable, path: path, "expected points or faces to divide, found none"))
        }
        report.losses = report.losses.gathered()
        report.diagnostics = document.diagnostics + notes(document, request.source.name, to: "glb", options)
        do throws(SystemError) {
            if let bytes = request.byteCount { report.input.bytes = bytes }
            if options.hashes, let file = request.file {
                options.work?.begin(.hashing, total: file.byteCount)
                report.input.sha256 = try SHA256.digest(of: file)
            }
            let bytes = set.json.bytes(.pretty)
            try folder.open("tileset.json").write(bytes)
            var main = Report.File(path: "\(folder.path)/tileset.json", bytes: bytes.count)
            if options.hashes { main.sha256 = try SHA256.digest(of: .bytes(bytes, name: main.path)) }
            report.outputs.insert(main, at: 0)
        } catch {
            throw .write(WriteError(.system, path: error.path, error.message))
        }
        guard options.refused(report.losses).isEmpty else {
            report.status = .refused
            throw .refused(report)
        }
        options.work?.begin(.saving)
        do throws(SystemError) { try folder.commit() } catch { throw .write(WriteError(error)) }
        return report
    }

    /// Writes one tile.
    private func write(
        _ tile: Document, to folder: StagedFolder, _ name: String, _ request: Request
    ) throws(ConvertError) -> Report {
        let target: Target
        do throws(SystemError) { target = .path(try folder.place(name)) } catch { throw .write(WriteError(error)) }
        let conversion = try conversion(request, of: tile, OperationMemo(), to: target)
        defer { conversion.destination.discard() }
        var report = conversion.report
        do throws(SystemError) {
            report.outputs = try conversion.destination.files(hashes: request.options.hashes, request.options.work)
            report.outputs[0].path = "\(folder.path)/\(name)"
        } catch {
            throw .write(WriteError(.system, path: error.path, error.message))
        }
        if request.options.verify {
            try verify(conversion, target, request.options, &report)
            guard report.verified != false else {
                report.status = .failed
                throw .unverified(report)
            }
        }
        do throws(SystemError) { try conversion.destination.commit() } catch { throw .write(WriteError(error)) }
        return report
    }
}

extension ConvertError {
    /// The error with the path of the folder as it will be named, where it has that of the hidden folder.
    fileprivate func naming(_ folder: String, insteadOf hidden: String) -> ConvertError {
        func named(_ path: String) -> String {
            path.hasPrefix(hidden) ? "\(folder)/\(path.dropFirst(hidden.count))" : path
        }
        switch self {
        case .read(let error, let path): return .read(error, path: named(path))
        case .write(var error):
            error.path = named(error.path)
            return .write(error)
        default: return self
        }
    }
}

extension Report {
    /// The report of several tiles.
    fileprivate func adding(_ tile: Report) -> Report {
        var all = self
        all.outputs += tile.outputs
        all.losses += tile.losses
        if tile.verified == nil { all.verified = nil }
        return all
    }
}

/// The tiles of a scene, each made when it is written.
private struct TileSource {
    private enum Kind {
        case cloud(CloudTiles)
        case scene(SceneTiles)
    }

    private let kind: Kind

    init(_ scene: MeshScene, _ options: ConvertOptions, path: String) throws(ConvertError) {
        let rule = options.tileRule ?? .count(.max)
        do throws(TileError) {
            if let cloud = try CloudTiles.make(scene, rule, isCancelled: options.isCancelled) {
                kind = .cloud(cloud)
            } else {
                kind = .scene(try SceneTiles(scene, rule, isCancelled: options.isCancelled))
            }
        } catch {
            switch error {
            case .tooMany:
                throw .usage(
                    "expected at most \(TileRule.mostTiles) tiles, found more by --tile \(rule.word); choose a larger one"
                )
            case .cancelled: throw .read(ReadError(.cancelled, .whole, "the work was cancelled"), path: path)
            case .system(let error): throw .write(WriteError(error))
            }
        }
    }

    var count: Int {
        switch kind {
        case .cloud(let tiles): tiles.count
        case .scene(let tiles): tiles.count
        }
    }

    func box(_ number: Int) -> TileBox {
        switch kind {
        case .cloud(let tiles): tiles.box(number)
        case .scene(let tiles): tiles.box(number)
        }
    }

    /// The document of a tile. What is there once, such as cameras, tables and what the scene doesn't hold, is in the
    /// first.
    func document(_ number: Int, of document: Document) -> Document {
        var tile = document
        switch kind {
        case .cloud(let tiles): tile.scene = tiles.scene(number)
        case .scene(let tiles): tile.scene = tiles.scene(number)
        }
        guard number > 0 else { return tile }
        tile.residue = []
        tile.diagnostics = []
        tile.scene.tables = []
        for node in tile.scene.nodes.indices {
            tile.scene.nodes[node].camera = nil
            tile.scene.nodes[node].light = nil
        }
        tile.scene.cameras = []
        tile.scene.lights = []
        return tile
    }
}
