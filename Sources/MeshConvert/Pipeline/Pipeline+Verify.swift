import MeshBytes
import MeshComparison
public import MeshFormats
public import MeshModel
import MeshRouting

extension Pipeline {
    /// Reads the result back before it is committed, without using origin records, and compares it with the source.
    func verify(
        _ conversion: Conversion, _ target: Target, _ options: ConvertOptions, _ report: inout Report
    ) throws(ConvertError) {
        let (document, correspondence) = (conversion.document, conversion.correspondence)
        var reading = ConvertOptions()
        reading.execution = options.execution
        reading.work = options.work
        reading.reading.limits = options.reading.limits.forResults
        reading.reading.lateFrom = options.effectiveLateFrom
        reading.from = planner.format(ofVariant: report.outputVariant)?.descriptor.id
        if correspondence != nil {
            reading.reading.ignoresOrigin = true
        } else {
            // Within a format, the caller's information about the input also applies to the result.
            reading.input = options.input
            reading.reading.inputColor = options.reading.inputColor
            reading.reading.options[VariantChoices.option] = options.reading.options[VariantChoices.option]
        }
        let back: Document
        var different: [Difference] = []
        let input: Input
        do throws(ReadError) {
            do throws(SystemError) {
                guard let files = try conversion.destination.reopened(options.work) else { return }
                (input, reading.reading.sideFiles) = files
            } catch {
                throw ReadError(error)
            }
            options.work?.begin(.verifying, total: input.byteCount)
            if let rows = conversion.rows {
                let result = try digest(input, report.outputVariant, reading)
                back = result.document
                different = rows.differences(to: result.rows ?? RowDigests([]))
            } else {
                // Make room by returning the writer's memory.
                if input.byteCount >= Self.largeInput { MemoryBlock.returnFreed() }
                back = try read(input, options: reading)
            }
        } catch {
            throw .read(error, path: target.name)
        }
        var breaches = breaches(
            of: document.scene, document.residue, conversion.losses, correspondence, setAside: document.setAside,
            native: correspondence == nil ? document.native : nil, readBack: back, workers: options.execution.workers)
        // Streaming loses no rows, so every difference of rows is unreported.
        breaches += different.map(Law.Breach.unreported)
        if let failure = input.lateFailure { throw .read(ReadError(failure), path: target.name) }
        report.verified = breaches.isEmpty
        report.diagnostics += breaches.map { Diagnostic("verify.difference", .warning, at: .whole, $0.description) }
    }

    /// Reads the result of a streamed conversion, also without rows in memory.
    private func digest(
        _ input: Input, _ variant: String, _ options: ConvertOptions
    ) throws(ReadError) -> StreamedDocument {
        guard let format = planner.format(ofVariant: variant) as? any StreamingFormat,
            var result = try format.digest(input, reading: options.effectiveReading)
        else {
            throw ReadError(.invalidValue, .whole, "the result can't be read back: its rows don't end with the file")
        }
        assume(&result.document, options)
        return result
    }

    /// Returns the mismatches between the reported losses and the differences found by reading back.
    ///
    /// - Parameters:
    ///   - scene: the source's scene, before the operations of the route.
    ///   - residue: the source's residue.
    ///   - losses: the reported losses.
    ///   - correspondence: the source of each part of the result; nil for a native route.
    ///   - setAside: native facts that the source's variant can't express.
    ///   - native: the source's native structure, if that was written unchanged.
    ///   - readBack: the result, read without origin records.
    ///   - workers: the workers that compare long columns.
    public func breaches(
        of scene: MeshScene, _ residue: [Residue], _ losses: [Loss], _ correspondence: Correspondence?,
        setAside: [Residue] = [], native: (any NativeDocument)? = nil, readBack: Document,
        workers: any Workers = OneWorker()
    ) -> [Law.Breach] {
        let links = correspondence ?? Correspondence.identity(of: scene)
        var differences = Comparison.differences(
            from: scene, to: readBack.scene, by: links, imagesAreEqual: ImageFiles.areEqual, workers: workers)
        differences += Law.missing(residue, from: readBack.residue)
        let known = Set(setAside)
        differences += readBack.setAside.filter { !known.contains($0) }.map {
            Difference(.type, ScenePath.native($0.path), count: $0.count)
        }
        if let native { differences += Law.missing(native.unaskedFiles, from: readBack.native.unaskedFiles) }
        differences += MissingFiles.differences(of: scene, residue, from: readBack.residue, besides: differences)
        // What viewers don't play is in the file: files don't differ by it.
        let breaches = Law.breaches(differences, losses.filter { $0.code != .animationUnseen })
        guard links.motionTolerance != nil else { return breaches }
        // How what moves is stored is reported, but compared only by what it shows.
        return breaches.filter { breach in
            if case .falseAlarm(let loss) = breach { return !loss.isOfMotion }
            return true
        }
    }
}
