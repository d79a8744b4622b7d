import MeshConvert
import MeshFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Converts every case to every variant with `--strict` and compares the outcome with the report without it.
///
/// A conversion with losses must be refused and leave its folder empty; one without must write its files. `--allow`
/// must allow exactly the given codes: with the codes of all losses the file is written, with all but one of them it is
/// not.
package struct StrictnessCheck {
    /// Counts of conversions, and failures.
    package struct Outcome: Sendable {
        /// The number of conversions without losses, which were done.
        package var done = 0
        /// The number of conversions with losses, which were refused.
        package var refused = 0
        /// The number of conversions with some codes allowed.
        package var allowed = 0
        /// The failures.
        package var failures: [CorpusCheck.Case] = []
    }

    /// The folder of the manifest.
    package let folder: String
    /// An empty folder for outputs, which are removed again.
    package let place: String
    private let pipeline = Pipeline()
    /// Converts a file to a file; tests inject faults here.
    var perform: (_ source: String, _ target: String, ConvertOptions) throws -> Report

    /// Creates a check of `folder/manifest.json` that writes into `place`, an empty folder.
    package init(folder: String, place: String) {
        self.folder = folder
        self.place = place
        perform = { [pipeline] in try pipeline.convert(.path($0), to: .path($1), options: $2) }
    }

    /// Checks every case with every variant under both rules.
    package func run() throws -> Outcome {
        var outcome = Outcome()
        for (path, document) in try CaseDocuments(folder: folder, pipeline) {
            for variant in RandomLaw().variants {
                var options = ConvertOptions()
                options.from = document.format
                options.variant = Variant(variant)
                check("\(folder)/\(path)", options, "\(path) → \(variant)", &outcome)
            }
        }
        return outcome
    }

    private func check(_ source: String, _ options: ConvertOptions, _ name: String, _ outcome: inout Outcome) {
        var options = options
        // A target that can't hold the content at all refuses it in any case.
        guard case .success(let losses) = convert(source, options) else {
            expect(isEmpty: true, "\(name), which is no file", &outcome)
            return
        }
        expect(isEmpty: false, name, &outcome)
        for (rule, worst) in [(ConvertOptions.Strictness.lossless, Loss.Severity.narrowed), (.exact, .rounded)] {
            options.strictness = rule
            options.allowed = []
            let codes = Set(losses.filter { $0.severity <= worst || $0.isUnseen }.map(\.code))
            attempt(source, options, mustFail: !codes.isEmpty, "\(name) --strict=\(rule)", &outcome)
            if codes.isEmpty { outcome.done += 1 } else { outcome.refused += 1 }
            guard !codes.isEmpty else { continue }
            for held in codes.sorted(by: { $0.rawValue < $1.rawValue }) {
                options.allowed = codes.subtracting([held])
                attempt(source, options, mustFail: true, "\(name) --strict=\(rule) without \(held.rawValue)", &outcome)
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
        let name = "result.\(LawCheck.fileExtension(options.variant?.rawValue ?? ""))"
        do {
            return .success(try perform(source, "\(place)/\(name)", options).losses)
        } catch {
            return .failure(error as? ConvertError ?? .usage("\(error)"))
        }
    }

    /// Checks the folder's contents, then empties it.
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
