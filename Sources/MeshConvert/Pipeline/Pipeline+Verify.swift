import MeshBytes
public import MeshFormats
public import MeshModel
import MeshRouting

extension Pipeline {
    /// Reads what was written back before it has its name, as a reader that knows nothing of its origin, and compares.
    func verify(
        _ conversion: Conversion, _ target: Target, _ options: ConvertOptions, _ report: inout Report
    ) throws(ConvertError) {
        let (document, route) = (conversion.document, conversion.route)
        var reading = ConvertOptions()
        reading.execution = options.execution
        reading.work = options.work
        reading.from = planner.format(ofVariant: conversion.route.variant)?.descriptor.id
        if route.correspondence != nil {
            reading.reading.options["origin"] = "ignore"
        } else {
            // The same format says the same things: what the caller knows of the input holds for the result.
            reading.upAxis = options.upAxis
            reading.metersPerUnit = options.metersPerUnit
            reading.reading.inputColor = options.reading.inputColor
            reading.reading.options[VariantChoices.option] = options.reading.options[VariantChoices.option]
        }
        let back: Document
        var different: [Difference] = []
        do throws(ReadError) {
            let input: Input
            do throws(SystemError) {
                guard let files = try conversion.destination.reopened(options.work) else { return }
                (input, reading.reading.sideFiles) = files
            } catch {
                throw ReadError(error)
            }
            options.work?.begin(.verifying, total: input.byteCount)
            if let rows = conversion.rows {
                let result = try digest(input, conversion.route.variant, reading)
                back = result.document
                different = rows.differences(to: result.rows ?? RowDigests([]))
            } else {
                // What the writer needed makes room for the result.
                if input.byteCount >= Self.largeInput { MemoryBlock.returnFreed() }
                back = try read(input, options: reading)
            }
        } catch {
            throw .read(error, path: target.name)
        }
        var breaches = breaches(
            of: document.scene, document.residue, Self.sorted(route.losses), route.correspondence,
            setAside: document.setAside,
            native: route.correspondence == nil ? document.native : nil, readBack: back,
            workers: options.execution.workers)
        // What streams loses nothing of its rows.
        breaches += different.map(Law.Breach.unreported)
        report.verified = breaches.isEmpty
        report.diagnostics += breaches.map { Diagnostic("verify.difference", .warning, at: .whole, $0.description) }
    }

    /// The result of a conversion that kept no rows in memory, without rows as well.
    private func digest(
        _ input: Input, _ variant: String, _ options: ConvertOptions
    ) throws(ReadError) -> StreamedDocument {
        guard let format = planner.format(ofVariant: variant) as? any StreamingFormat,
            var result = try format.digest(input, reading: options.effectiveReading)
        else { throw ReadError(.invalidValue, .whole, "expected rows of one length up to the end of the file") }
        assume(&result.document, options)
        return result
    }

    /// Where the report of a conversion and what reading back shows are not the same.
    ///
    /// - Parameters:
    ///   - scene: the source's scene, before the operations of the route.
    ///   - residue: what the source holds beside its scene.
    ///   - losses: the report.
    ///   - correspondence: where each part of the result comes from; nil for a native route.
    ///   - setAside: what the source's variant had no form for.
    ///   - native: the source's own structure, where that was written as it is.
    ///   - readBack: the result, read as a reader does that knows nothing of its origin.
    ///   - workers: who compares long columns.
    public func breaches(
        of scene: Scene, _ residue: [Residue], _ losses: [Loss], _ correspondence: Correspondence?,
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
        return Law.breaches(differences, losses)
    }
}
