public import MeshBytes
public import MeshFormats
import MeshModel
import MeshRouting
import ScanPackages

extension Pipeline {
    /// Converts a file, as the function of this name does.
    @discardableResult
    public func convert(
        _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Report {
        try convert(.path(source), to: .path(target), options: options)
    }

    /// Converts whatever into whatever, as the function of this name does.
    @discardableResult
    public func convert(
        _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Report {
        do throws(ConvertError) { return try convertUnlessCancelled(source, to: target, options) } catch {
            // Whatever a step says that was cut short: this is why.
            guard options.work?.isCancelled == true else { throw error }
            throw .read(ReadError(.cancelled, .whole, "the work was cancelled"), path: source.name)
        }
    }

    private func convertUnlessCancelled(
        _ source: Source, to target: Target, _ options: ConvertOptions
    ) throws(ConvertError) -> Report {
        let start = ContinuousClock.now
        let work = options.work
        work?.begin(.reading)
        let package = try PackageSource.open(source, options)
        let input = package == nil ? try Self.open(source, options: options) : package?.input
        work?.begin(.reading, total: input?.byteCount)
        _ = try variant(for: target.name, options: options)
        try Destination.probe(target, options)
        let conversion = try convert(source, input, package, to: target, options)
        defer { conversion.destination.discard() }
        var report = report(on: conversion, source, target, options)
        do throws(SystemError) {
            if let bytes = package?.byteCount ?? input?.byteCount { report.input.bytes = bytes }
            report.outputs = try conversion.destination.files(hashes: options.hashes, work)
            if options.hashes, let input {
                work?.begin(.hashing, total: input.byteCount)
                report.input.sha256 = try SHA256.digest(of: input)
                var document = conversion.document
                // Pictures of a package are inside of it.
                if package != nil { document.scene.images = [] }
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
        if refuses(report, options) {
            report.status = .refused
            reject(conversion, options, &report)
            throw .refused(report)
        }
        work?.begin(.saving)
        do throws(SystemError) { try conversion.destination.commit() } catch {
            throw .write(error.isExisting ? WriteError(.exists, path: error.path, error.message) : WriteError(error))
        }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    /// What was written, under no name yet, and what it was written from.
    struct Conversion {
        var document: Document
        /// What the rows hold that the document does not have in memory; nil: it has them.
        var rows: RowDigests?
        var route: Route
        var written: Written
        var destination: Destination
    }

    /// What is known once the output is written; the hashes, the proof and the time come later.
    private func report(
        on conversion: Conversion, _ source: Source, _ target: Target, _ options: ConvertOptions
    ) -> Report {
        let (document, route, losses) = (conversion.document, conversion.route, conversion.written.losses)
        // Scenes of many meshes have as many entries.
        let written = Dictionary(grouping: losses, by: \.code).mapValues { Set($0.map(\.subject)) }
        return Report(
            status: .done, input: Report.File(path: source.name, bytes: document.byteCount),
            inputVariant: document.variant, outputs: [Report.File(path: target.name, bytes: 0)],
            outputVariant: route.variant, route: route.steps, rejected: route.rejected, losses: losses.gathered(),
            predictedInVain: route.losses.filter { predicted in
                predicted.code.isDataDependent && written[predicted.code]?.contains(predicted.subject) != true
            },
            diagnostics: document.diagnostics + notes(document, source.name, to: route.variant, options), verified: nil,
            seconds: 0)
    }

    /// Reads, plans and writes: in one go where the format can do that and nobody asks for the document.
    ///
    /// - Parameters:
    ///   - input: The source's bytes; nil where it is a document or a folder.
    ///   - package: The source, where it is a package.
    private func convert(
        _ source: Source, _ input: Input?, _ package: PackageSource?, to target: Target, _ options: ConvertOptions
    ) throws(ConvertError) -> Conversion {
        let shared = package == nil && input != nil ? options.sharedReading : nil
        if shared == nil, package == nil, let input, let streamed = try stream(input, to: target, options) {
            return streamed
        }
        // Another target may want them.
        let willWeld = try willWeld(target, options)
        var options = self.options(options, for: try variant(for: target.name, options: options))
        options.reading.findsRepetitions = willWeld || shared != nil
        var operations = OperationMemo()
        let document: Document
        if let shared {
            (document, operations) = try shared.document(source.name) { () throws(ConvertError) in
                try self.document(of: source, input, package, options)
            }
        } else {
            document = try self.document(of: source, input, package, options)
        }
        try requireFrame(document, options)
        let variant = try variant(for: target.name, of: document, options: options)
        var route: Route
        options.work?.begin(.fitting)
        do throws(WriteError) {
            route = try self.route(document, to: variant, options: options, memo: operations)
        } catch {
            throw .write(WriteError(error.code, path: target.name, error.message))
        }
        let destination = Destination(target, options)
        options.work?.begin(.writing)
        do throws(WriteError) {
            let written = try write(document, route, options: options, to: destination.output)
            // What was put together for the writer is not needed any more, and verifying needs the memory.
            route.writing = nil
            return Conversion(document: document, route: route, written: written, destination: destination)
        } catch {
            destination.discard()
            throw .write(WriteError(error.code, path: error.path.isEmpty ? target.name : error.path, error.message))
        }
    }

    /// Whether equal vertices of a soup become one on the way to a target.
    private func willWeld(_ target: Target, _ options: ConvertOptions) throws(ConvertError) -> Bool {
        switch options.weld {
        case .none, .within: false
        case .auto, .exact:
            planner.format(ofVariant: try variant(for: target.name, options: options))?.descriptor.needs.sharesVertices
                ?? false
        }
    }

    /// Options of reading for one variant: where a format has no comments, none is made of the source.
    private func options(_ options: ConvertOptions, for variant: String) -> ConvertOptions {
        var options = options
        if planner.format(ofVariant: variant)?.descriptor.hasComments == false { options.scanMesh.tellsSource = false }
        return options
    }

    /// The document of a source, a file or the mesh of a scan package alike, as a conversion reads it.
    ///
    /// - Parameters:
    ///   - source: what is read.
    ///   - variant: what it is to become; nil: several things, or nothing, so that it holds no comment on where it is from.
    ///   - options: how it is read.
    public func document(
        of source: Source, for variant: String? = nil, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Document {
        let work = options.work
        work?.begin(.reading)
        let package = try PackageSource.open(source, options)
        let input = package == nil ? try Self.open(source, options: options) : package?.input
        work?.begin(.reading, total: input?.byteCount)
        var options = options
        if let variant { options = self.options(options, for: variant) } else { options.scanMesh.tellsSource = false }
        var document = try document(of: source, input, package, options)
        if let package { document.byteCount = package.byteCount }
        return document
    }

    private func document(
        of source: Source, _ input: Input?, _ package: PackageSource?, _ options: ConvertOptions
    ) throws(ConvertError) -> Document {
        if let package {
            do throws(ReadError) {
                return try PackageMesh.read(package.package, options: options, pipeline: self)
            } catch {
                throw .read(error, path: source.name)
            }
        }
        if options.scanMesh.path != nil || options.scanMesh.space == .raw {
            throw .usage("expected a scan package, since a mesh or a frame of one is asked for, found '\(source.name)'")
        }
        guard let input else {
            guard case .document(var document) = source.kind else {
                throw .read(ReadError(.missing, .whole, "there is nothing to read"), path: source.name)
            }
            assume(&document, options)
            return document
        }
        do throws(ReadError) {
            var document = try read(input, options: options)
            if options.scanMesh.hasFiles {
                var preparation = ScanMeshPreparation(options.scanMesh, lenient: options.reading.lenient)
                preparation.source = source.name.lastPathPart
                try preparation.takeFiles()
                try preparation.prepare(&document)
            }
            return document
        } catch {
            throw .read(error, path: source.name)
        }
    }

    /// The same without a document in memory; nil where that can't be done.
    private func stream(
        _ input: Input, to target: Target, _ options: ConvertOptions
    ) throws(ConvertError) -> Conversion? {
        guard !options.forceScene, !options.makesSplatColors, !options.scanMesh.hasFiles,
            options.frame == SceneFrame(),
            options.purpose == nil, !options.weld.isWish, options.normals == nil, !options.wishes.samplesTextures,
            !options.writing.paintsTextures,
            VariantChoices.named(in: options.reading).isEmpty,
            let format = try? Detection.format(of: input, named: options.from, among: formats) as? any StreamingFormat,
            let variant = try? variant(for: target.name, options: options),
            format.descriptor.variants.contains(where: { $0.id == variant })
        else { return nil }
        let destination = Destination(target, options)
        do throws(WriteError) {
            if let streamed = try format.stream(
                input, to: variant, reading: options.effectiveReading, writing: options.effectiveWriting,
                digesting: options.verify, output: destination.output)
            {
                var document = streamed.document
                assume(&document, options)
                let route = try route(document, to: variant, options: options)
                let correspondence = route.writing == nil ? nil : Correspondence.identity(of: document.scene)
                return Conversion(
                    document: document, rows: streamed.rows, route: route,
                    written: (Self.sorted(route.losses), correspondence), destination: destination)
            }
        } catch {
            destination.discard()
            throw .write(WriteError(error.code, path: error.path.isEmpty ? target.name : error.path, error.message))
        }
        destination.discard()
        return nil
    }

    /// Keeps what nobody is to take for a result out of the way, or for a look.
    private func reject(_ conversion: Conversion, _ options: ConvertOptions, _ report: inout Report) {
        if options.keepsRejected {
            conversion.destination.keepRejected()
        } else {
            for index in report.outputs.indices { report.outputs[index].contents = nil }
        }
    }

    private func refuses(_ report: Report, _ options: ConvertOptions) -> Bool {
        let counted = report.losses.filter { !options.allowed.contains($0.code.rawValue) }
        switch options.effectiveStrictness {
        case .none: return false
        case .lossless: return counted.contains { $0.severity <= .narrowed }
        case .exact: return counted.contains { $0.severity <= .rounded }
        }
    }

    /// `room.rejected.ply` for `room.ply`.
    public static func rejectedName(_ path: String) -> String {
        guard let ending = path.pathExtension else { return path + ".rejected" }
        return path.withoutExtension + ".rejected." + ending
    }

    // MARK: Inputs

    /// An input by its path; `-` is standard input.
    ///
    /// - Edge: a stream has to fit into ``Execution/memory``.
    public static func open(
        _ path: String, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Input {
        do throws(SystemError) {
            return try Input.file(path, limit: options.execution.memory ?? .max, work: options.work)
        } catch {
            if error.isMissing { throw .read(ReadError(.missing, .whole, error.message), path: path) }
            if error.isBeyondLimit, let limit = options.execution.memory {
                throw .read(
                    ReadError(
                        .memoryLimit, .whole,
                        "a stream is read whole, and this one has more than the memory limit of "
                            + "\(megabytes(limit, .down)) MB"), path: path)
            }
            throw .read(ReadError(error), path: path)
        }
    }

    /// The bytes of a source; nil where it is a document.
    static func open(_ source: Source, options: ConvertOptions) throws(ConvertError) -> Input? {
        switch source.kind {
        case .path(let path): try open(path, options: options)
        case .bytes(let bytes): .bytes(bytes, name: source.name, work: options.work)
        case .document: nil
        }
    }
}
