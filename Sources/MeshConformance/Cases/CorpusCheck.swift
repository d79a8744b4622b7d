import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// Reads each file of a manifest, compares it with its expectation and facts, converts it to every writable variant,
/// and checks the laws.
package struct CorpusCheck {
    /// One checked case.
    package struct Case: Sendable {
        /// `corpus/ply/x.ply`, `corpus/ply/x.ply → obj`.
        package var name: String
        /// The failures; empty when the case holds.
        package var failures: [String]
        /// The number of compared facts.
        package var factCount: Int

        package init(name: String, failures: [String], factCount: Int = 0) {
            self.name = name
            self.failures = failures
            self.factCount = factCount
        }

        init(name: String, _ outcome: LawCheck.Outcome) {
            self.init(name: name, failures: outcome.breaches)
        }
    }

    /// The folder of the manifest.
    package let folder: String
    /// The number of truncated versions of each file, in steps of 1/n of its length.
    package var cuts = 50
    /// Whether to convert each result to every variant, so that every ordered pair of variants is tested with every
    /// file.
    package var pairs = false
    /// Whether to convert each file also to triangles.
    package var triangles = false
    private let pipeline = Pipeline()

    /// Creates a check of `folder/manifest.json`.
    package init(folder: String) { self.folder = folder }

    /// Runs all cases, in the manifest's order. Fragments belong to other files and are left out; a case of a format that
    /// the pipeline does not have fails.
    package func run() throws -> [Case] {
        var cases: [Case] = []
        for entry in try Manifest(path: "\(folder)/manifest.json").entries where entry.expect != "fragment" {
            if pipeline.formats.contains(where: { $0.descriptor.id == entry.format }) {
                check(entry, &cases)
            } else {
                cases.append(Case(name: entry.path, failures: ["there is no format '\(entry.format)'"]))
            }
        }
        return cases
    }

    private func check(_ entry: Manifest.Entry, _ cases: inout [Case]) {
        let path = "\(folder)/\(entry.path)"
        let input: Input
        do throws(SystemError) { input = try Input.file(path) } catch {
            cases.append(Case(name: entry.path, failures: ["can't be opened: \(error.message)"]))
            return
        }
        let (document, failures, factCount) = read(input, entry)
        cases.append(Case(name: entry.path, failures: failures, factCount: factCount))
        if let document {
            convert(document, entry, &cases)
            for stated in entry.conversions {
                let (count, failures) = stated.check(document, pipeline)
                let name = "\(entry.path) → \(stated.target) as stated"
                cases.append(Case(name: name, failures: failures, factCount: count))
            }
            stream(input, document, entry, &cases)
        }
        cases.append(Case(name: "\(entry.path) cut short", failures: cutShort(input, entry)))
    }

    private func read(_ input: Input, _ entry: Manifest.Entry) -> (Document?, [String], factCount: Int) {
        var options = ConvertOptions()
        options.from = entry.format
        // The facts of USD stages cover all their layers, wherever they are.
        if entry.format == "usd" { options.reading.followsAllReferences = true }
        // Also tests the search for repetitions; reading back goes without it.
        options.reading.findsRepetitions = true
        let document: Document
        do throws(ReadError) { document = try pipeline.read(input, options: options) } catch {
            switch entry.expect {
            // The manifest's reader ignored a required extension that meshconv doesn't support.
            case "load" where error.location == .jsonPointer("/extensionsRequired") && error.code == .unsupported:
                return (nil, [], 1)
            case "load":
                return (nil, ["refused: \(error.location.text) \(error.message) [\(error.code.rawValue)]"], 0)
            default:
                var failures: [String] = []
                if error.location == .whole, input.byteCount > 0 {
                    failures.append("refused without a place: \(error.message)")
                }
                let code = entry.expect == "reject" ? entry.facts["code"]?.string : nil
                if let code, code != error.code.rawValue {
                    failures.append("refused with \(error.code.rawValue), expected \(code): \(error.message)")
                }
                return (nil, failures, code == nil ? 0 : 1)
            }
        }
        switch entry.expect {
        // A reader tells of a file without content; a conversion refuses it.
        case "reject" where document.diagnostics.contains { $0.defect == .nothing }: return (nil, [], 1)
        case "reject": return (document, ["loaded, though it must be refused"], 0)
        case "diagnose" where document.diagnostics.isEmpty && document.native.defects.isEmpty:
            return (document, ["loaded without a word"], 0)
        case "load":
            let facts = Facts.check(document, entry.facts)
            let failures = facts.mismatches.filter { fact in
                !entry.disagreements.contains { $0.hasPrefix(fact.prefix { $0 != ":" }) }
            }
            return (document, failures, facts.count - facts.mismatches.count + failures.count)
        default: return (document, [], 0)
        }
    }

    private func convert(_ document: Document, _ entry: Manifest.Entry, _ cases: inout [Case]) {
        let check = LawCheck(pipeline)
        for format in pipeline.formats where format is any WritableFormat {
            for variant in format.descriptor.variants {
                for forceScene in format.descriptor.id == document.format ? [false, true] : [true] {
                    let outcome = check.check(document, to: variant.id, forceScene: forceScene)
                    let label = forceScene && format.descriptor.id == document.format ? " (through the scene)" : ""
                    let name = "\(entry.path) → \(variant.id)\(label)"
                    cases.append(Case(name: name, outcome))
                    if pairs, let first = outcome.readBack { convertOn(first, name, &cases) }
                }
                guard triangles else { continue }
                let outcome = LawCheck(.demandingTriangles).check(document, to: variant.id, forceScene: true)
                cases.append(Case(name: "\(entry.path) → triangles → \(variant.id)", outcome))
            }
        }
    }

    /// Checks that streaming gives the same bytes, diagnostics and losses as converting the whole document, on two
    /// threads.
    private func stream(_ input: Input, _ document: Document, _ entry: Manifest.Entry, _ cases: inout [Case]) {
        guard let format = StandardFormats.format(named: document.format, in: pipeline.formats) as? any StreamingFormat
        else { return }
        for variant in format.descriptor.variants {
            let streamed = Output(memoryNamed: "law.\(document.format)")
            let whole = Output(memoryNamed: "law.\(document.format)")
            let options = ConvertOptions()
            var writing = WriteOptions()
            writing.threads = 2
            var failures: [String] = []
            do throws(WriteError) {
                guard
                    let stream = try format.stream(
                        input, to: variant.id, reading: ReadOptions(), writing: writing, digesting: true,
                        output: streamed)
                else { continue }
                let light = stream.document
                let predicted = try pipeline.route(light, to: variant.id, options: options)
                let route = try pipeline.route(document, to: variant.id, options: options)
                try pipeline.write(document, route, options: options, to: whole)
                if streamed.mainBytes() != whole.mainBytes() { failures.append("other bytes than by the document") }
                if light.residue != document.residue { failures.append("other residue than the document's") }
                if light.diagnostics != document.diagnostics { failures.append("other remarks than the document's") }
                if predicted.losses != route.losses { failures.append("other losses than the document's") }
                if predicted.steps != route.steps { failures.append("another route than the document's") }
                failures += proof(of: stream, predicted.losses, .bytes(streamed.mainBytes(), name: entry.path), format)
            } catch {
                failures.append("write failed: \(error.code.rawValue) \(error.message)")
            }
            cases.append(Case(name: "\(entry.path) → \(variant.id) (while it is read)", failures: failures))
        }
    }

    /// Returns the errors that the digests of a streamed result reveal.
    private func proof(
        of stream: StreamedDocument, _ losses: [Loss], _ result: Input, _ format: any StreamingFormat
    ) -> [String] {
        let back: StreamedDocument?
        do throws(ReadError) { back = try format.digest(result, reading: ReadOptions()) } catch {
            return ["can't be digested: \(error.message)"]
        }
        guard let back, let rows = stream.rows, let found = back.rows else { return ["has no digests"] }
        let breaches = pipeline.breaches(
            of: stream.document.scene, stream.document.residue, losses, nil, readBack: back.document)
        return breaches.map(\.description) + rows.differences(to: found).map { "other rows: \($0.subject)" }
    }

    /// Converts a result, read without the origin record, to every variant through the scene.
    private func convertOn(_ document: Document, _ name: String, _ cases: inout [Case]) {
        let check = LawCheck(pipeline)
        for variant in RandomLaw().variants {
            let outcome = check.check(document, to: variant, forceScene: true, isForeign: true)
            cases.append(Case(name: "\(name) → \(variant)", outcome))
        }
    }

    /// Checks that each truncated file is read or refused with a message; a trap would end the program.
    private func cutShort(_ input: Input, _ entry: Manifest.Entry) -> [String] {
        guard let bytes = try? input.read(0..<input.byteCount) else { return ["can't be read"] }
        var options = ConvertOptions()
        options.from = entry.format
        var failures: [String] = []
        for cut in 0..<cuts {
            let length = bytes.count * cut / cuts
            let part = Input.bytes(Array(bytes[..<length]), name: input.name)
            do throws(ReadError) { _ = try pipeline.read(part, options: options) } catch {
                if error.message.isEmpty { failures.append("cut at \(length): refused without a word") }
            }
        }
        return failures
    }
}
