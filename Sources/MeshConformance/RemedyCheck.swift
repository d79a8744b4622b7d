import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Types each remedy that a report names, as it stands, and asks that the loss is gone from the new report.
///
/// Gone means: nothing of the same subject is lost under the same code, or under another one as badly. A remedy that is
/// an option is typed beside the same target; one that is an ending or `--to` names another.
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
                let failure: String? =
                    switch losses(remedy, variant) {
                    case nil: "can't be typed"
                    case .failure(let error)?: "refused: \(error.message)"
                    case .success(let rest)?: Self.remainder(of: loss, in: rest)
                    }
                guard let failure else { continue }
                let name = "\(path) → \(variant): \(loss.code.rawValue) \(loss.subject) (\(loss.cause)): \(remedy)"
                outcome.failures.append(CorpusCheck.Case(name: name, failures: [failure]))
            }
        }
    }

    /// What of a loss a remedy left, in words; nil: nothing.
    static func remainder(of loss: Loss, in rest: [Loss]) -> String? {
        let left = rest.first {
            $0.subject == loss.subject
                && ($0.code == loss.code || ($0.severity <= loss.severity && $0.severity < .reencoded))
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
