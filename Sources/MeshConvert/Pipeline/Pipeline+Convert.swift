public import MeshBytes
public import MeshFormats
import MeshModel
import MeshRouting
import ScanPackages

extension Pipeline {
    /// Converts a source to a target, as the free function does.
    @discardableResult
    package func convert(
        _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Report {
        try options.timed(source.name) { () throws(ConvertError) in
            try target.requireOther(than: source)
            var request = try Request(source, options, self)
            request.choose(try variant(for: target.name, options: options), of: self)
            try Destination.probe(target, request.options)
            return try convert(request, to: target)
        }
    }

    private func convert(_ request: Request, to target: Target) throws(ConvertError) -> Report {
        let options = request.options
        let work = options.work
        let conversion: Conversion
        do throws(ConvertError) { conversion = try self.conversion(request, to: target) } catch {
            // The cause of an error may be that bytes could not be read late.
            try request.throwLateFailure()
            throw error
        }
        defer { conversion.destination.discard() }
        var report = conversion.report
        if !conversion.isStreamed { report.diagnostics += shapeNotes(conversion.document.scene, options) }
        report.diagnostics += notes(conversion.document, request.source.name, to: report.outputVariant, options)
        do throws(SystemError) {
            if let bytes = request.byteCount { report.input.bytes = bytes }
            report.outputs = try conversion.destination.files(hashes: options.hashes, work)
            if options.hashes, let file = request.file {
                work?.begin(.hashing, total: file.byteCount)
                report.input.sha256 = try SHA256.digest(of: file)
                var document = conversion.document
                // Images of a package or an archive are inside it.
                if request.isInside { document.scene.images = [] }
                report.sideFiles = try Self.sideFiles(of: document, options.reading.sideFiles)
            }
        } catch {
            throw .write(WriteError(.system, path: error.path, error.message))
        }
        if options.verify {
            try verify(conversion, target, options, &report)
            if report.verified == false {
                report.status = .failed
                reject(conversion, options, &report)
                throw .unverified(report)
            }
        }
        // What was read late may have failed without a word: nothing of it is kept then.
        try request.throwLateFailure()
        if !options.refused(report.losses).isEmpty {
            report.status = .refused
            reject(conversion, options, &report)
            throw .refused(report)
        }
        work?.begin(.saving)
        do throws(SystemError) { try conversion.destination.commit() } catch {
            throw .write(error.isExisting ? WriteError(.exists, path: error.path, error.message) : WriteError(error))
        }
        report.diagnostics += Self.repairs()
        return report
    }

    /// Notes of what killed runs had left half-done in the folders that this process wrote to, since the last call.
    package static func repairs() -> [Diagnostic] {
        OutputTransaction.takeRepaired().map { path in
            Diagnostic(
                "output.repaired", .note, at: .whole,
                "a killed run had replaced only some files of '\(path)'; they were restored first")
        }
    }

    /// Returns a scene as a GLB without compression, and where its parts come from.
    func glb(
        of scene: MeshScene, named name: String, options: ConvertOptions
    ) throws(ConvertError) -> (bytes: [UInt8], origins: Correspondence) {
        let source: Source
        do throws(SceneDefect) { source = try .scene(scene, named: name) } catch {
            throw .read(ReadError(.invalidValue, .whole, error.message), path: name)
        }
        let target = Target.data(named: "model.glb")
        var request = try Request(source, options, self)
        request.choose(try variant(for: target.name, options: options), of: self)
        let conversion = try conversion(request, to: target)
        defer { conversion.destination.discard() }
        do throws(SystemError) {
            let files = try conversion.destination.files(hashes: false, nil)
            return (files.first?.contents ?? [], conversion.correspondence ?? Correspondence())
        } catch {
            throw .write(WriteError(error))
        }
    }

    /// An uncommitted result, with the document that it was written from, and what its proof compares both by.
    struct Conversion {
        var document: Document
        /// The digests of rows that the document does not have in memory; nil: it has them.
        var rows: RowDigests?
        /// Whether the document's elements were not in memory.
        var isStreamed = false
        /// The losses before those of several instances are merged.
        var losses: [Loss]
        /// Nil for a native route.
        var correspondence: Correspondence?
        var destination: Destination
        /// The report after writing; notes, hashes, verification and time are added later.
        var report: Report

        /// The route's plan is not kept: its memory is the writer's.
        init(
            _ document: Document, rows: RowDigests? = nil, by route: Route, _ correspondence: Correspondence?,
            _ request: Request, to target: Target, _ destination: Destination
        ) {
            (self.document, self.rows, self.destination) = (document, rows, destination)
            (losses, self.correspondence) = (route.losses, correspondence)
            report = Report(
                status: .done, input: Report.File(path: request.source.name, bytes: document.byteCount),
                inputVariant: document.variant, outputs: [Report.File(path: target.name, bytes: 0)],
                outputVariant: route.variant, route: route.steps, rejected: route.rejected,
                losses: route.losses.gathered(), diagnostics: document.diagnostics, options: request.options.json)
        }
    }

    /// Reads, plans and writes. Streams where the format supports it and the document is not needed.
    private func conversion(_ request: Request, to target: Target) throws(ConvertError) -> Conversion {
        // Documents and packages are not shared.
        let shared = request.format == nil ? nil : request.options.sharedReading
        if shared == nil, let streamed = try stream(request, to: target) { return streamed }
        var request = request
        // With a shared reading, another target may need them.
        request.options.reading.findsRepetitions = willWeld(request) || shared != nil
        if shared == nil { request.options.reading.lateFrom = request.options.effectiveLateFrom }
        guard let shared else {
            return try conversion(request, of: try document(of: request), OperationMemo(), to: target)
        }
        return try shared.with(request) { () throws(ConvertError) in
            try document(of: request)
        } _: { document, operations throws(ConvertError) in
            try conversion(request, of: document, operations, to: target)
        }
    }

    /// Plans and writes a document.
    func conversion(
        _ request: Request, of document: Document, _ operations: OperationMemo, to target: Target
    ) throws(ConvertError) -> Conversion {
        let options = request.options
        try requireFrame(document, options)
        let variant = variant(request.variant, for: target.name, of: document, options: options)
        let route: Route
        options.work?.begin(.fitting)
        do throws(WriteError) {
            route = try self.route(document, to: variant, options: options, memo: operations)
        } catch  where error.code == .referenceMissing || error.code == .inputUnsupported {
            throw .read(
                ReadError(ReadError.Code(rawValue: error.code.rawValue), .whole, wording: error.wording),
                path: request.source.name)
        } catch {
            // A file of the input has its own path.
            let path = error.path.isEmpty ? target.name : error.path
            throw .write(WriteError(error.code, path: path, wording: error.wording))
        }
        let destination = Destination(target, options)
        options.work?.begin(.writing)
        do throws(WriteError) {
            try write(document, route, options: options, to: destination.output)
            return Conversion(document, by: route, route.correspondence, request, to: target, destination)
        } catch {
            destination.discard()
            throw .write(
                WriteError(error.code, path: error.path.isEmpty ? target.name : error.path, wording: error.wording))
        }
    }

    /// Whether the conversion welds unshared vertices.
    private func willWeld(_ request: Request) -> Bool {
        switch request.options.weld {
        case .none, .within, .withinMeters: false
        case .auto, .exact: request.target?.descriptor.needs.sharesVertices ?? false
        }
    }

    /// Reads the document of a source (a file or the mesh of a scan package) as a conversion does.
    ///
    /// - Parameters:
    ///   - source: the source to read.
    ///   - variant: the target variant; nil: none or several, so no comments about the source are added.
    ///   - options: options for reading.
    public func document(
        of source: Source, for variant: String? = nil, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Document {
        var request = try Request(source, options, self)
        request.choose(variant, of: self)
        return try document(of: request)
    }

    func document(of request: Request) throws(ConvertError) -> Document {
        let document = try readDocument(of: request)
        // The pictures are painted on what it has become.
        if request.package != nil, request.options.reconstruction?.paintsTexture == true { return document }
        return try ConvertError.reading(request.source.name) { () throws(ReadError) in
            _ = try request.options.moment?.found(in: document.scene)
            return try Shaping.shape(document, request.options)
        }
    }

    private func readDocument(of request: Request) throws(ConvertError) -> Document {
        let (source, options) = (request.source, request.options)
        if let package = request.package {
            return try ConvertError.reading(source.name) { () throws(ReadError) in
                var document = try PackageMesh.read(package, options: options, pipeline: self)
                document.byteCount = request.byteCount ?? 0
                return document
            }
        }
        if options.scanMesh.path != nil || options.scanMesh.space == .raw {
            throw .usage(
                """
                '\(source.name)' is not a scan, a folder or an archive, so no mesh or frame of it can be chosen
                """)
        }
        if let reconstruction = options.reconstruction, !source.isCombined, reconstruction.needsFrames {
            throw .usage("'\(source.name)' is not a scan: it has no depth frames to make a shape of")
        }
        guard let input = request.input, let format = request.format else {
            guard case .document(var document) = source.kind else {
                throw .read(ReadError(.missing, .whole, "there is nothing to read"), path: source.name)
            }
            assume(&document, options)
            return document
        }
        return try ConvertError.reading(source.name) { () throws(ReadError) in
            var document = try ReadError.located(in: request.entry, of: request.entry.map { _ in source.name }) {
                () throws(ReadError) in
                try read(input, try format.get(), options)
            }
            if request.isInside { document.sideFiles = [] }
            document.diagnostics += request.notes
            if let empty = document.diagnostics.first(where: { $0.defect == .nothing }) {
                throw ReadError(.truncated, empty.location, wording: empty.wording)
            }
            if options.scanMesh.hasFiles {
                var preparation = ScanMeshPreparation(options.scanMesh, lenient: options.reading.lenient)
                preparation.source = source.name.lastPathPart
                try preparation.takeFiles()
                try preparation.prepare(&document)
            }
            return document
        }
    }

    /// Converts without a document in memory; nil where that is impossible.
    private func stream(_ request: Request, to target: Target) throws(ConvertError) -> Conversion? {
        let (options, variant) = (request.options, request.variant)
        guard !options.forceScene, options.reconstruction == nil, options.shaping.isEmpty,
            !options.reading.colorsSplats, !options.reading.lenient, !options.scanMesh.hasFiles,
            options.reading.limits.elementCount == .max,
            options.input == SceneFrame(), options.effectiveOutput == SceneFrame(), options.purpose == nil,
            !options.weld.isWish,
            options.normals == nil, options.moment == nil, !options.wishes.samplesTextures,
            options.writing.painting != .texture,
            VariantChoices.named(in: options.reading).isEmpty,
            let input = request.input, let format = try? request.format?.get() as? any StreamingFormat,
            format.descriptor.variants.contains(where: { $0.id == variant })
        else { return nil }
        let destination = Destination(target, options)
        do throws(WriteError) {
            if let streamed = try format.stream(
                input, to: variant, reading: options.effectiveReading, writing: options.effectiveWriting,
                digesting: options.verify, output: destination.output)
            {
                var document = streamed.document
                document.diagnostics += request.notes
                assume(&document, options)
                let route = try route(document, to: variant, options: options)
                let correspondence = route.isNative ? nil : Correspondence.identity(of: document.scene)
                var conversion = Conversion(
                    document, rows: streamed.rows, by: route, correspondence, request, to: target, destination)
                conversion.isStreamed = true
                return conversion
            }
        } catch {
            destination.discard()
            throw .write(
                WriteError(error.code, path: error.path.isEmpty ? target.name : error.path, wording: error.wording))
        }
        destination.discard()
        return nil
    }

    /// Discards a refused result, or keeps it for inspection.
    private func reject(_ conversion: Conversion, _ options: ConvertOptions, _ report: inout Report) {
        if options.keepsRejected {
            conversion.destination.keepRejected()
        } else {
            for index in report.outputs.indices { report.outputs[index].contents = nil }
        }
    }

    /// Returns the name for a refused output: `room.rejected.ply` for `room.ply`.
    public static func rejectedName(_ path: String) -> String {
        guard let ending = path.pathExtension else { return path + ".rejected" }
        return path.withoutExtension + ".rejected." + ending
    }

    // MARK: Inputs

    /// Opens an input by its path; `-` is standard input.
    ///
    /// - Edge: a stream must fit into ``Execution/memory``, unless memory spills.
    public static func open(
        _ path: String, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Input {
        let limits = options.reading.limits
        let most = Spilling.isOn ? .max : options.execution.memory ?? .max
        let input: Input
        do throws(SystemError) {
            input = try Input.file(path, limit: min(most, limits.fileByteCount), work: options.work)
        } catch {
            if error.isMissing { throw .read(ReadError(.missing, .whole, error.message), path: path) }
            if error.isBeyondLimit, limits.fileByteCount < most {
                throw .read(
                    ReadError(
                        beyond: .fileSize, .whole, "expected at most \(limits.fileByteCount) bytes, found more"),
                    path: path)
            }
            if error.isBeyondLimit, let limit = options.execution.memory {
                throw .read(
                    ReadError(
                        .memoryLimit, .whole,
                        "a stream must fit in memory, and this one is larger than the limit of "
                            + "\(megabytes(limit, .down)) MB"), path: path)
            }
            throw .read(ReadError(error), path: path)
        }
        try ConvertError.reading(path) { () throws(ReadError) in try limits.check(input) }
        return input
    }
}
