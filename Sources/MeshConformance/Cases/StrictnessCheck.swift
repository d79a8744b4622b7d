import MeshConvert
import MeshFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Converts every case to every variant with `--strict` and holds it against what the report without it says.
///
/// A conversion that would lose something is refused and leaves its folder empty; one that loses nothing leaves what it
/// leaves anyway. `--allow` lets pass what it names and nothing else: with the codes of all losses the file is there, with
/// all but one of them it is not, whichever that is.
public struct StrictnessCheck {
    /// How often what was tried, and what went wrong.
    public struct Outcome: Sendable {
        /// Conversions that lose nothing, and were done.
        public var done = 0
        /// Conversions that lose something, and were refused.
        public var refused = 0
        /// Conversions with some codes allowed.
        public var allowed = 0
        /// What was not so.
        public var failures: [CorpusCheck.Case] = []
    }

    /// The folder of the manifest.
    public let folder: String
    /// An empty folder, where outputs are written and taken away again.
    public let place: String
    private let pipeline = Pipeline()
    /// Does a conversion from file to file; tests put faults into it.
    var perform: (_ source: String, _ target: String, ConvertOptions) throws -> Report

    /// A check over `folder/manifest.json` that writes into `place`, an empty folder.
    public init(folder: String, place: String) {
        self.folder = folder
        self.place = place
        perform = { [pipeline] in try pipeline.convert($0, to: $1, options: $2) }
    }

    /// Every case to every variant, under both rules.
    public func run() throws -> Outcome {
        var outcome = Outcome()
        for (path, document) in try CaseDocuments(folder: folder, pipeline) {
            for variant in RandomLaw().variants {
                var options = ConvertOptions()
                options.from = document.format
                options.variant = variant
                check("\(folder)/\(path)", options, "\(path) → \(variant)", &outcome)
            }
        }
        return outcome
    }

    private func check(_ source: String, _ options: ConvertOptions, _ name: String, _ outcome: inout Outcome) {
        var options = options
        // What a target can't say at all is refused in any case.
        guard case .success(let losses) = convert(source, options) else {
            expect(isEmpty: true, "\(name), which is no file", &outcome)
            return
        }
        expect(isEmpty: false, name, &outcome)
        for (rule, worst) in [(ConvertOptions.Strictness.lossless, Loss.Severity.narrowed), (.exact, .rounded)] {
            options.strictness = rule
            options.allowed = []
            let codes = Set(losses.filter { $0.severity <= worst }.map(\.code.rawValue))
            attempt(source, options, mustFail: !codes.isEmpty, "\(name) --strict=\(rule)", &outcome)
            if codes.isEmpty { outcome.done += 1 } else { outcome.refused += 1 }
            guard !codes.isEmpty else { continue }
            for held in codes.sorted() {
                options.allowed = codes.subtracting([held])
                attempt(source, options, mustFail: true, "\(name) --strict=\(rule) without \(held)", &outcome)
            }
            options.allowed = codes
            attempt(source, options, mustFail: false, "\(name) --strict=\(rule) with all allowed", &outcome)
            outcome.allowed += codes.count + 1
        }
    }

    private func attempt(
        _ source: String, _ options: ConvertOptions, mustFail: Bool, _ name: String, _ outcome: inout Outcome
    ) {
        switch convert(source, options) {
        case .success where mustFail: fail(name, "was written", &outcome)
        case .failure(.refused) where mustFail: break
        case .failure(let error) where mustFail: fail(name, "no refusal: \(error.message)", &outcome)
        case .success: break
        case .failure(let error): fail(name, "was refused: \(error.message)", &outcome)
        }
        expect(isEmpty: mustFail, name, &outcome)
    }

    private func convert(_ source: String, _ options: ConvertOptions) -> Result<[Loss], ConvertError> {
        let name = "result.\(LawCheck.fileExtension(options.variant ?? ""))"
        do {
            return .success(try perform(source, "\(place)/\(name)", options).losses)
        } catch {
            return .failure(error as? ConvertError ?? .usage("\(error)"))
        }
    }

    /// Looks what lies in the folder, and takes it away.
    private func expect(isEmpty: Bool, _ name: String, _ outcome: inout Outcome) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        if files.isEmpty != isEmpty {
            fail(name, isEmpty ? "left \(files.sorted().joined(separator: ", "))" : "left nothing", &outcome)
        }
        for file in files { try? FileManager.default.removeItem(atPath: "\(place)/\(file)") }
    }

    private func fail(_ name: String, _ what: String, _ outcome: inout Outcome) {
        outcome.failures.append(CorpusCheck.Case(name: name, failures: [what]))
    }
}
