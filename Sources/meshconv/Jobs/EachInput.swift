import MeshBytes
import MeshConvert

/// Looks at each of several inputs: prints a block or a document for each, and a last line that counts them.
struct EachInput {
    /// What was found out about an input; only what is printed is made.
    struct Result {
        let document: () -> JSONValue
        let text: () -> String
        let status: ExitStatus

        init(
            document: @escaping @autoclosure () -> JSONValue, text: @escaping @autoclosure () -> String,
            status: ExitStatus = .done
        ) {
            (self.document, self.text, self.status) = (document, text, status)
        }
    }

    let inputs: [FolderInput]
    let common: CommonOptions
    /// The schema of the documents.
    let document: String
    private let isListing: Bool
    /// Whether JSON is a line for each input, even if there is only one.
    private let isBatch: Bool

    /// - Parameters:
    ///   - paths: files and folders; one with several models stands for all of them.
    ///   - isBatch: whether the paths are from a list.
    ///   - isListing: whether each text is a line of a list, which has no last line.
    init(
        _ paths: [String], _ common: CommonOptions, document: String, _ options: ConvertOptions, _ pipeline: Pipeline,
        isListing: Bool = false, isBatch: Bool = false
    ) throws(Failure) {
        guard !paths.isEmpty else { throw Failure(usage: "no file is named; to name one: meshconv \(document) FILE") }
        if common.quiet { ProgressLine.shared.disable() }
        BatchLog.stand(in: document, for: paths, writesJSON: common.json)
        inputs = FolderInput.all(paths, into: nil, options, pipeline)
        (self.common, self.document, self.isListing) = (common, document, isListing)
        self.isBatch = isBatch || inputs.contains(where: \.isOfTree)
    }

    /// Looks at each input. Returns the highest of their exit codes.
    func perform(_ look: (FolderInput) throws(Failure) -> Result) throws(Failure) -> ExitStatus {
        if inputs.count == 1, !(common.json && isBatch), let input = inputs.first {
            if let failure = input.failure { throw Failure(failure) }
            let result = try look(input)
            common.show(result.document(), result.text())
            return result.status
        }
        let log = BatchLog(document, inputs.map(\.path), writesJSON: common.json)
        Watchdog.shared.atEnd { log.cutShort($0) }
        var counts: [ExitStatus: Int] = [:]
        for (number, input) in inputs.enumerated() {
            let status = one(input, log, look)
            counts[status, default: 0] += 1
            let rest = inputs.count - number - 1
            if rest > 0, let error = Watchdog.shared.error {
                log.addRest(error)
                counts[Failure(error).status, default: 0] += rest
                break
            }
        }
        if !common.json, !common.quiet, !isListing { Console.out(total(counts)) }
        let status = counts.keys.max { $0.rawValue < $1.rawValue } ?? .done
        log.finish(status)
        return status
    }

    private func one(
        _ input: FolderInput, _ log: BatchLog, _ look: (FolderInput) throws(Failure) -> Result
    ) -> ExitStatus {
        if let remark = input.remark, !common.quiet { Console.err("\(Texts.clean(remark))\n") }
        do throws(Failure) {
            if let failure = input.failure { throw Failure(failure) }
            let result = try look(input)
            if common.json {
                log.add(result.document())
            } else if !common.quiet {
                Console.out(result.text() + (isListing ? "" : "\n"))
            }
            return result.status
        } catch {
            log.add(error)
            return error.status
        }
    }

    /// The last line: `5 files, 2 with errors; 1 failed.`
    private func total(_ counts: [ExitStatus: Int]) -> String {
        let (differing, done) = (counts[.differs] ?? 0, counts[.done] ?? 0)
        let failed = inputs.count - differing - done
        return Texts.count(inputs.count, "files") + (differing > 0 ? ", \(Texts.number(differing)) with errors" : "")
            + (failed > 0 ? "; \(Texts.number(failed)) failed" : "") + ".\n"
    }
}
