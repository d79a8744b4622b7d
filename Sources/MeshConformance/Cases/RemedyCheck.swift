import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Types each remedy that a report names, as it stands, and asks that the loss is gone from the new report.
///
/// Gone means: nothing of the same subject is reported under the same code. What is re-encoded is no loss any more, and
/// what was reported for another reason in the first place has a remedy of its own. A remedy that is an option is typed
/// beside the same target; one that is an ending or `--to` names another.
public struct RemedyCheck {
    /// How often what was tried, and what did not help.
    public struct Outcome: Sendable {
        /// Losses with a remedy.
        public var tried = 0
        /// Those whose remedy was none.
        public var failures: [CorpusCheck.Case] = []
        /// How often each remedy was named.
        public var remedies: [String: Int] = [:]
        /// Losses that nothing was named for, by code.
        public var without: [String: Int] = [:]
    }

    /// The folder of the manifest.
    public let folder: String
    private let pipeline = Pipeline()

    /// A check over `folder/manifest.json`.
    public init(folder: String) { self.folder = folder }

    /// Every remedy of every conversion of a case to a variant.
    public func run() throws -> Outcome {
        var outcome = Outcome()
        for (path, document) in try CaseDocuments(folder: folder, pipeline) { check(document, path, &outcome) }
        return outcome
    }

    /// What is left of each loss by its remedy.
    func check(_ document: Document, _ path: String, _ outcome: inout Outcome) {
        var results: [String: Result<[Loss], WriteError>] = [:]
        func losses(_ words: String, _ variant: String) -> Result<[Loss], WriteError>? {
            guard let typed = TypedTarget(words, pipeline, otherwise: variant) else { return nil }
            // What names another target is the same from wherever one comes.
            let key = typed.variant == variant ? "\(variant) \(words)" : words
            if let known = results[key] { return known }
            let result: Result<[Loss], WriteError>
            do throws(WriteError) { result = .success(try typed.convert(document, pipeline).losses) } catch {
                result = .failure(error)
            }
            results[key] = result
            return result
        }
        for variant in RandomLaw().variants {
            guard case .success(let found)? = losses("", variant) else { continue }
            for loss in found {
                guard let remedy = loss.remedy else {
                    if loss.severity <= .narrowed { outcome.without[loss.code.rawValue, default: 0] += 1 }
                    continue
                }
                outcome.tried += 1
                outcome.remedies[remedy, default: 0] += 1
                guard let failure = Self.failure(of: loss, among: found, by: losses(remedy, variant)) else { continue }
                let others = [".ply", ".obj", ".glb", ".usda", ".stl", "--to stl.ascii"].filter {
                    Self.failure(of: loss, among: found, by: losses($0, variant)) == nil
                }
                let what = "\(path) → \(variant): \(loss.code.rawValue) \(loss.subject) (\(loss.cause)): \(remedy)"
                let hint = others.isEmpty ? "nothing would help" : "these would help: \(others.joined(separator: " "))"
                outcome.failures.append(CorpusCheck.Case(name: what, failures: [failure, hint]))
            }
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

    /// What of a loss a remedy left, in words; nil: nothing.
    ///
    /// - Parameters:
    ///   - loss: one of those in `found`, which were reported without the remedy.
    ///   - rest: what is reported with it.
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

/// The files of a manifest that can be read, one after the other.
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
