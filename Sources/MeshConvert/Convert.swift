public import MeshBytes
public import MeshFormats
public import MeshModel
import MeshRouting

/// Converts a file: reads `source`, writes `target`, reports what was not carried over as it was.
///
/// The target appears whole, with its side files, or not at all. Formats come from the input's bytes and the target's
/// extension unless `options` name them.
///
/// - Throws: ``ConvertError``; nothing is left behind then.
@discardableResult
public func convert(
    _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
) throws(ConvertError) -> Report {
    try Pipeline().convert(source, to: target, options: options)
}

extension Pipeline {
    /// Converts a file; see ``MeshConvert/convert(_:to:options:)``.
    @discardableResult
    public func convert(
        _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Report {
        do throws(ConvertError) { return try convertUnlessCancelled(source, to: target, options) } catch {
            // Whatever a step says that was cut short: this is why.
            guard options.work?.isCancelled == true else { throw error }
            throw .read(ReadError(.cancelled, .whole, "the work was cancelled"), path: source)
        }
    }

    private func convertUnlessCancelled(
        _ source: String, to target: String, _ options: ConvertOptions
    ) throws(ConvertError) -> Report {
        let start = ContinuousClock.now
        let work = options.work
        work?.begin(.reading)
        let input = try Self.open(source, options: options)
        work?.begin(.reading, total: input.byteCount)
        try probe(target, options)
        let conversion = try convert(input, source, to: target, options)
        let (document, route, transaction) = (conversion.document, conversion.route, conversion.transaction)
        let written = conversion.written
        defer { transaction.discard() }
        var report = Report(
            status: .done, input: Report.File(path: source, bytes: input.byteCount), inputVariant: document.variant,
            outputs: [Report.File(path: target, bytes: 0)], outputVariant: route.variant, route: route.steps,
            rejected: route.rejected, losses: written.losses.gathered(),
            predictedInVain: route.losses.filter { predicted in
                predicted.code.isDataDependent
                    && !written.losses.contains { $0.code == predicted.code && $0.subject == predicted.subject }
            },
            diagnostics: document.diagnostics + notes(document, source, to: route.variant, options), verified: nil,
            seconds: 0)
        do throws(SystemError) {
            report.outputs = try Self.outputs(of: transaction, hashes: options.hashes, work)
            if options.hashes {
                work?.begin(.hashing, total: input.byteCount)
                report.input.sha256 = try SHA256.digest(of: input)
                report.sideFiles = try Self.sideFiles(of: document)
            }
        } catch {
            throw .write(WriteError(.system, path: error.path, error.message))
        }
        if options.verify {
            do throws(ConvertError) { try verify(document, route, written, transaction, options, &report) } catch {
                if options.keepsRejected { try? transaction.keep(as: Self.rejectedName(target)) }
                throw error
            }
        }
        if refuses(report, options) {
            report.status = .refused
            if options.keepsRejected { try? transaction.keep(as: Self.rejectedName(target)) }
            throw .refused(report)
        }
        work?.begin(.saving)
        do throws(SystemError) {
            try transaction.commit()
        } catch {
            throw .write(error.isExisting ? WriteError(.exists, path: error.path, error.message) : WriteError(error))
        }
        let elapsed = ContinuousClock.now - start
        report.seconds =
            Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        return report
    }

    /// What was written, under no name yet, and what it was written from.
    private struct Conversion {
        var document: Document
        var route: Route
        var written: (losses: [Loss], correspondence: Correspondence?)
        var transaction: OutputTransaction
    }

    /// Reads, plans and writes: in one go where the format can do that and nobody asks for the document.
    private func convert(
        _ input: Input, _ source: String, to target: String, _ options: ConvertOptions
    ) throws(ConvertError) -> Conversion {
        if let streamed = try stream(input, to: target, options) { return streamed }
        let document: Document
        do throws(ReadError) { document = try read(input, options: options) } catch {
            throw .read(error, path: source)
        }
        try requireFrame(document, options)
        let variant = try variant(for: target, of: document, options: options)
        let route: Route
        options.work?.begin(.fitting)
        do throws(WriteError) { route = try self.route(document, to: variant, options: options) } catch {
            throw .write(WriteError(error.code, path: target, error.message))
        }
        let transaction = Self.transaction(target, options)
        options.work?.begin(.writing)
        do throws(WriteError) {
            let written = try write(document, route, options: options, to: Output(transaction: transaction))
            return Conversion(document: document, route: route, written: written, transaction: transaction)
        } catch {
            transaction.discard()
            throw .write(WriteError(error.code, path: error.path.isEmpty ? target : error.path, error.message))
        }
    }

    /// The same without a document in memory; nil where that can't be done.
    private func stream(
        _ input: Input, to target: String, _ options: ConvertOptions
    ) throws(ConvertError) -> Conversion? {
        guard !options.verify, !options.forceScene, options.frame == SceneFrame(), options.purpose == nil,
            let format = try? Detection.format(of: input, named: options.from, among: formats) as? any StreamingFormat,
            let variant = try? variant(for: target, options: options),
            format.descriptor.variants.contains(where: { $0.id == variant })
        else { return nil }
        let transaction = Self.transaction(target, options)
        do throws(WriteError) {
            if let document = try format.stream(
                input, to: variant, reading: options.reading, writing: options.writing,
                output: Output(transaction: transaction))
            {
                let route = try route(document, to: variant, options: options)
                return Conversion(document: document, route: route, written: ([], nil), transaction: transaction)
            }
        } catch {
            transaction.discard()
            throw .write(WriteError(error.code, path: error.path.isEmpty ? target : error.path, error.message))
        }
        transaction.discard()
        return nil
    }

    /// Finds out before any work whether there is a place for the output.
    private func probe(_ target: String, _ options: ConvertOptions) throws(ConvertError) {
        _ = try variant(for: target, options: options)
        let transaction = Self.transaction(target, options)
        guard !transaction.writesToStream else { return }
        defer { transaction.discard() }
        do throws(WriteError) { _ = try Output(transaction: transaction).main() } catch { throw .write(error) }
    }

    private static func transaction(_ target: String, _ options: ConvertOptions) -> OutputTransaction {
        var rules = OutputTransaction.Options(
            replacesExisting: options.replacesExisting, replacesSideFiles: options.replacesSideFiles)
        rules.work = options.work
        return OutputTransaction(mainPath: target, options: rules)
    }

    /// An input by its path; `-` is standard input.
    ///
    /// - Edge: a stream has to fit into ``ConvertOptions/memoryLimit``.
    public static func open(
        _ path: String, options: ConvertOptions = ConvertOptions()
    ) throws(ConvertError) -> Input {
        do throws(SystemError) {
            return try Input.file(path, limit: options.memoryLimit ?? .max, work: options.work)
        } catch {
            if error.isMissing { throw .read(ReadError(.missing, .whole, error.message), path: path) }
            if error.isNoMemory, let limit = options.memoryLimit {
                throw .read(
                    ReadError(
                        .memoryLimit, .whole,
                        "a stream is read whole, and this one has more than the memory limit of "
                            + "\(megabytes(limit, .down)) MB"), path: path)
            }
            throw .read(ReadError(error), path: path)
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
        guard let ending = Detection.fileExtension(of: path) else { return path + ".rejected" }
        return String(path.dropLast(ending.count + 1)) + ".rejected." + ending
    }

    /// The files of a transaction, flushed, before they have their names: they are read back in this state, and what goes
    /// to a stream can't be looked at later.
    private static func outputs(
        of transaction: OutputTransaction, hashes: Bool, _ work: Work?
    ) throws(SystemError) -> [Report.File] {
        func file(_ path: String, _ sink: ByteSink, _ temporary: String?) throws(SystemError) -> Report.File {
            var file = Report.File(path: path, bytes: sink.byteCount)
            try sink.flush()
            guard hashes, let temporary else { return file }
            work?.begin(.hashing, total: sink.byteCount)
            file.sha256 = try SHA256.digest(of: Input.file(temporary, work: work))
            return file
        }
        var files = [try file(transaction.mainPath, transaction.openMain(), transaction.temporaryMainPath)]
        for side in transaction.sidePaths {
            files.append(try file(side, transaction.openSide(side), transaction.temporaryPath(ofSide: side)))
        }
        return files
    }

    // MARK: Reading back

    /// Reads the written file back before it has its name, as a reader that knows nothing of its origin, and compares.
    private func verify(
        _ document: Document, _ route: Route, _ written: (losses: [Loss], correspondence: Correspondence?),
        _ transaction: OutputTransaction, _ options: ConvertOptions, _ report: inout Report
    ) throws(ConvertError) {
        guard let path = transaction.temporaryMainPath else { return }
        var reading = ConvertOptions()
        reading.threads = options.threads
        reading.from = planner.format(ofVariant: route.variant)?.descriptor.id
        if written.correspondence != nil {
            reading.reading.options["origin"] = "ignore"
        } else {
            // The same format says the same things: what the caller knows of the input holds for the result.
            reading.upAxis = options.upAxis
            reading.metersPerUnit = options.metersPerUnit
            reading.reading.inputColor = options.reading.inputColor
        }
        for side in transaction.sidePaths {
            guard let temporary = transaction.temporaryPath(ofSide: side) else { continue }
            let name = side.split(separator: "/").last.map(String.init) ?? side
            reading.reading.sideFiles[name] = .path(temporary)
        }
        let back: Document
        do throws(ReadError) { back = try read(try Self.reopen(path, options.work), options: reading) } catch {
            throw .read(error, path: transaction.mainPath)
        }
        let breaches = breaches(
            of: document.scene, document.residue, written.losses, written.correspondence, readBack: back)
        report.verified = breaches.isEmpty
        if !breaches.isEmpty {
            report.status = .failed
            report.diagnostics += breaches.map {
                Diagnostic("verify.difference", .warning, at: .whole, $0.description)
            }
            throw .unverified(report)
        }
    }

    private static func reopen(_ path: String, _ work: Work?) throws(ReadError) -> Input {
        do throws(SystemError) {
            let input = try Input.file(path, work: work)
            work?.begin(.verifying, total: input.byteCount)
            return input
        } catch {
            throw ReadError(error)
        }
    }

    /// Where the report of a conversion and what reading back shows are not the same.
    ///
    /// - Parameter scene: the source's scene, before the operations of the route.
    public func breaches(
        of scene: Scene, _ residue: [Residue], _ losses: [Loss], _ correspondence: Correspondence?,
        readBack: Document
    ) -> [Law.Breach] {
        let links = correspondence ?? Correspondence.identity(of: scene)
        var differences = Comparison.differences(from: scene, to: readBack.scene, by: links)
        differences += Law.missing(residue, from: readBack.residue)
        return Law.breaches(differences, losses)
    }
}
