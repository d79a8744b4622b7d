import Dispatch
import MeshBytes
import MeshFormats
import MeshRouting
import ScanPackages

struct PackageConversion: Sendable {
    let source: String
    let target: String
    let variant: PackageVariant
    var options: PackageConvertOptions

    /// Returns the conversion with other common options.
    func with(_ common: ConvertOptions) -> PackageConversion {
        var conversion = self
        conversion.options.common = common
        return conversion
    }

    /// Converts, and measures the time.
    func perform() throws(ConvertError) -> Report {
        try options.common.timed(source) { () throws(ConvertError) in try report() }
    }

    private func report() throws(ConvertError) -> Report {
        let common = options.common
        try Target.path(target).requireOther(than: .path(source))
        common.work?.begin(.reading)
        var (package, archive, additions, writing) = try prepare()
        let ownLosses = additions.losses
        if common.effectiveStrictness != .none {
            writing.acceptsLosses = { common.refused($0 + ownLosses).isEmpty }
        }
        var result: PackageWriteResult
        var isRefused = false
        do throws(PackageWriteError) {
            result = try PackageWriter(variant, writing).write(package, to: destination)
        } catch {
            guard case .refused(let refused) = error else { throw thrown(error) }
            (result, isRefused) = (refused, true)
        }
        result.losses = ownLosses + result.losses
        var report = try report(package, archive, result)
        report.sideFiles = common.hashes ? try additions.files() : []
        if !options.parts.isEmpty {
            let count = additions.entries.count
            report.route.insert(Route.Step("add \(count) file\(count == 1 ? "" : "s")", why: "asked for"), at: 1)
        }
        if isRefused {
            report.status = .refused
            throw .refused(report)
        }
        return report
    }

    /// Reads the source with its parts, and completes the options for writing.
    private func prepare() throws(ConvertError) -> (ScanPackage, Input?, PackageAdditions, PackageWriteOptions) {
        var writing = writing
        var (package, archive, additions) = try Self.read(source, variant, options, writing.reading)
        try additions.findMissing(in: package.files)
        if variant == .colmap || variant == .colmapBinary {
            do throws(ReadError) { try StartCloud.give(package, options.common, to: &writing) } catch {
                throw .read(error, path: source)
            }
        }
        writing.keptPaths.formUnion(additions.kept)
        return (package, archive, additions, writing)
    }

    /// Reads the source and adds its parts.
    static func read(
        _ source: String, _ variant: PackageVariant, _ options: PackageConvertOptions, _ reading: PackageOptions
    ) throws(ConvertError) -> (ScanPackage, Input?, PackageAdditions) {
        let work = options.common.work
        let additions = try PackageAdditions(options.parts, variant, reading, work: work)
        do throws(ReadError) {
            let (files, archive) = try PackageFiles.opened(source, limits: reading.limits, work: work)
            if let archive { try options.common.reading.limits.check(archive) }
            let parts = additions.entries.map(\.entry)
            return (try ScanPackage.read(files, adding: parts, options: reading), archive, additions)
        } catch {
            // Errors in a part are reported under its own path.
            guard case .sideFile(let name, let place) = error.location,
                let part = additions.entries.first(where: { $0.entry.path == name })
            else { throw .read(error, path: source) }
            throw .read(ReadError(error.code, place, wording: error.wording), path: part.path)
        }
    }

    /// Options for writing, with the common options applied.
    private var writing: PackageWriteOptions {
        var writing = options.writing
        writing.threads = options.common.execution.threads
        writing.work = options.common.work
        writing.replacesExisting = options.common.replacesExisting
        writing.toolVersion = writing.toolVersion ?? Tool.version
        let work = options.common.work
        if writing.rewriteImage == nil, let rewrite = options.rewriteImage {
            writing.rewriteImage = { image, bytes in try AwaitedCall.result(work) { try await rewrite(image, bytes) } }
        }
        if writing.rewriteDepth == nil, let rewrite = options.rewriteDepth {
            writing.rewriteDepth = { depth, map in try AwaitedCall.result(work) { try await rewrite(depth, map) } }
        }
        return writing
    }

    private var destination: PackageDestination {
        let isArchive = options.isArchive || target == "-" || target.lowercased().hasSuffix(".zip")
        return isArchive ? .zip(target) : .folder(target)
    }

    private func report(
        _ package: ScanPackage, _ archive: Input?, _ result: PackageWriteResult
    ) throws(ConvertError) -> Report {
        var input = Report.File(path: source, bytes: package.files.byteCount)
        var output = Report.File(path: target, bytes: result.byteCount)
        do throws(SystemError) {
            // What came through a pipe has no digest of its own.
            if let archive, archive.identity != nil {
                input.bytes = archive.byteCount
                if options.common.hashes { input.sha256 = try SHA256.digest(of: archive) }
            }
            if options.common.hashes, Input.isFile(target) {
                output.sha256 = try SHA256.digest(of: try Input.file(target))
            }
        } catch {
            throw .read(ReadError(error), path: error.path)
        }
        var common = options.common
        common.variant = Variant(variant.rawValue)
        return Report(
            status: .done, input: input, inputVariant: package.kind.rawValue, outputs: [output],
            outputVariant: variant.rawValue, route: route(package), losses: result.losses,
            diagnostics: package.diagnostics + result.notes + Self.leftOut(result),
            options: common.json)
    }

    private func route(_ package: ScanPackage) -> [Route.Step] {
        [
            Route.Step("read package \(package.kind.rawValue)", why: "recognized by its files"),
            Route.Step(
                "write package \(variant.rawValue)",
                why: "asked for, with the conventions of \(options.writing.profile.rawValue)"),
        ]
    }

    func plan() throws(ConvertError) -> (package: ScanPackage, target: Plan.Target) {
        let (package, _, additions, writing) = try prepare()
        do throws(PackageWriteError) {
            let result = try PackageWriter(variant, writing).plan(package)
            return (
                package,
                Plan.Target(
                    variant: variant.rawValue, isAutomatic: false, route: route(package), rejected: [],
                    losses: additions.losses + result.losses, error: nil)
            )
        } catch {
            throw thrown(error)
        }
    }

    private func thrown(_ error: PackageWriteError) -> ConvertError {
        switch error {
        case .read(let error): return .read(error, path: source)
        case .write(let error): return .write(error)
        case .rewriter(let thrown, let path):
            let code: WriteError.Code = error.isCancelled ? .cancelled : .init(rawValue: error.code)
            return .write(WriteError(code, path: path, "the rewriter failed: \(thrown)"))
        case .refused(let result):
            return .write(
                WriteError(.unrepresentable, path: result.path, "not written, because something would be lost"))
        }
    }

    /// Returns a note on frames that a rewriter left out, which is not a loss.
    private static func leftOut(_ result: PackageWriteResult) -> [Diagnostic] {
        guard !result.leftOut.isEmpty else { return [] }
        return [
            Diagnostic(
                "frame.left-out", .note, count: result.leftOut.count, at: .whole,
                "frames were left out by the rewriter")
        ]
    }
}

/// Calls an asynchronous function from a thread that may block: one of Dispatch's, never a shared one of `async` code.
private final class AwaitedCall<R: Sendable>: @unchecked Sendable {
    private var outcome: Result<R, any Error> = .failure(CancellationError())
    private let end = DispatchSemaphore(value: 0)

    /// Returns the result of `body`, which is cancelled with the work.
    static func result(_ work: Work?, _ body: @escaping @Sendable () async throws -> R) throws -> R {
        let call = AwaitedCall()
        let task = Task {
            do { call.outcome = .success(try await body()) } catch { call.outcome = .failure(error) }
            call.end.signal()
        }
        while call.end.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
            if work?.isCancelled == true { task.cancel() }
        }
        return try call.outcome.get()
    }
}
