import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Tries each remedy that a report names, exactly as written, and checks that the new report no longer has the loss.
///
/// The loss must not be reported for the same subject under the same code. Re-encoded entries don't count, nor do
/// entries with another cause that was reported before: they have a remedy of their own. An option is tried with the
/// same target; an extension or `--to` names another.
package struct RemedyCheck {
    /// The numbers of tried remedies, and the failures.
    package struct Outcome: Sendable {
        /// The number of losses with a remedy.
        package var tried = 0
        /// The losses whose remedy did not help.
        package var failures: [CorpusCheck.Case] = []
        /// The number of times that each remedy was named.
        package var remedies: [String: Int] = [:]
        /// The number of losses without a remedy, by code.
        package var without: [String: Int] = [:]
    }

    /// The folder of the manifest.
    package let folder: String
    private let pipeline = Pipeline()

    /// Creates a check of `folder/manifest.json`.
    package init(folder: String) { self.folder = folder }

    /// Tries every remedy of every conversion of a case to a variant.
    package func run() throws -> Outcome {
        var outcome = Outcome()
        for (path, document) in try CaseDocuments(folder: folder, pipeline) { check(document, path, &outcome) }
        return outcome
    }

    /// Tries the remedies of all losses of a document.
    func check(_ document: Document, _ path: String, _ outcome: inout Outcome) {
        var results: [String: Result<[Loss], WriteError>] = [:]
        func losses(_ words: String, _ variant: String) -> Result<[Loss], WriteError>? {
            guard let typed = TypedTarget(words, pipeline, otherwise: variant) else { return nil }
            // The result for another target doesn't depend on this one.
            let key = typed.variant == variant ? "\(variant) \(words)" : words
            if let known = results[key] { return known }
            let result: Result<[Loss], WriteError>
            do throws(WriteError) { result = .success(try typed.convert(document, pipeline).route.losses) } catch {
                result = .failure(error)
            }
            results[key] = result
            return result
        }
        for variant in RandomLaw().variants {
            guard case .success(let found)? = losses("", variant) else { continue }
            for loss in found {
                guard let remedy = loss.remedy?.typed else {
                    if loss.severity <= .narrowed { outcome.without[loss.code.rawValue, default: 0] += 1 }
                    continue
                }
                outcome.tried += 1
                outcome.remedies[remedy, default: 0] += 1
                guard let failure = Self.failure(of: loss, among: found, by: losses(remedy, variant)) else { continue }
                let others = targets.filter { Self.failure(of: loss, among: found, by: losses($0, variant)) == nil }
                let what = "\(path) → \(variant): \(loss.code.rawValue) \(loss.subject) (\(loss.cause)): \(remedy)"
                let hint = others.isEmpty ? "nothing would help" : "these would help: \(others.joined(separator: " "))"
                outcome.failures.append(CorpusCheck.Case(name: what, failures: [failure, hint]))
            }
        }
    }

    /// Everything that may be typed as a target: extensions, and variants that no extension gives.
    private var targets: [String] {
        pipeline.formats.map(\.descriptor).flatMap { format in
            format.extensions.map { ".\($0)" } + format.variants.dropFirst().map { "--to \($0.id)" }
        }
    }

    private static func failure(
        of loss: Loss, among found: [Loss], by result: Result<[Loss], WriteError>?
    ) -> String? {
        switch result {
        case nil: "can't be typed"
        case .failure(let error)?: "refused: \(error.message)"
        case .success(let rest)?: remainder(of: loss, among: found, in: rest)
        }
    }

    /// Describes the part of a loss that remains with its remedy; nil if none.
    ///
    /// - Parameters:
    ///   - loss: one of the losses in `found`, which were reported without the remedy.
    ///   - rest: the losses reported with the remedy.
    static func remainder(of loss: Loss, among found: [Loss], in rest: [Loss]) -> String? {
        let isLost = loss.severity <= .rounded
        let left = rest.first { left in
            left.subject == loss.subject && left.code == loss.code && (left.severity <= .rounded || !isLost)
                && !found.contains {
                    $0 != loss && $0.code == left.code && $0.subject == left.subject && $0.cause == left.cause
                }
        }
        return left.map { "still \($0.severity.rawValue): \($0.code.rawValue) (\($0.cause))" }
    }
}

/// The readable files of a manifest, one after the other.
struct CaseDocuments: Sequence, IteratorProtocol {
    private var entries: ArraySlice<Manifest.Entry>
    private let folder: String
    private let pipeline: Pipeline

    init(folder: String, _ pipeline: Pipeline) throws {
        let formats = Set(pipeline.formats.map(\.descriptor.id))
        entries = try Manifest(path: "\(folder)/manifest.json").entries.filter { formats.contains($0.format) }[...]
        self.folder = folder
        self.pipeline = pipeline
    }

    mutating func next() -> (path: String, document: Document)? {
        while let entry = entries.popFirst() {
            var options = ConvertOptions()
            options.from = entry.format
            options.reading.findsRepetitions = true
            guard let input = try? Input.file("\(folder)/\(entry.path)"),
                let document = try? pipeline.read(input, options: options)
            else { continue }
            return (entry.path, document)
        }
        return nil
    }
}
