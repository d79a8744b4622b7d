import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Answers what the page asks:
///
///     GET    /TOKEN/                                    the page
///     POST   /TOKEN/models                              a new model: its number
///     PUT    /TOKEN/models/ID/files/NAME                one of its files
///     GET    /TOKEN/models/ID/view/NAME                 a page that shows it
///     GET    /TOKEN/models/ID/plans/NAME                what each target would lose
///     POST   /TOKEN/models/ID/results/VARIANT/NAME      the report of a conversion, and what it made
///     GET    /TOKEN/models/ID/compare/VARIANT           the page that shows before and after
///     GET    /TOKEN/models/ID/downloads/VARIANT/FILE    an output
///     DELETE /TOKEN/models/ID                           forget it
struct PageAnswers: Sendable {
    let tokens: Tokens
    let models: DroppedModels
    let work: PageWork
    let threads: NIOThreadPool
    let logger: Logger
    /// The port that the server listens on, once it does.
    let port = Locked(0)

    func answer(_ request: Request, _ context: Connection) async -> Response {
        do {
            try guardAccess(request)
            var path = RequestPath(request.head.path ?? "/")
            path.parts.removeFirst()
            let response = try await answer(request, path)
            return request.method == .head ? response.createHeadResponse() : response
        } catch let refusal as Uploads.Refusal {
            if request.method == .put { context.closeSoon() }
            return Answers.text(refusal.text + "\n", status: refusal.status, headers: refusal.headers)
        } catch let refused as PageWork.Refused {
            return Answers.text(refused.text + "\n", status: .unprocessableContent)
        } catch let error as FileError where error.isNameTaken {
            return Answers.text("expected a name that no other file or folder of the model has\n", status: .conflict)
        } catch {
            logger.error("\(error)")
            return Answers.text("a fault of the program; its terminal says more\n", status: .internalServerError)
        }
    }

    /// Lets in who knows the token and comes from the page itself. A site elsewhere can make a browser send requests here, by
    /// this address or under a name of its own: `Host`, `Origin` and `Sec-Fetch-Site` tell them apart.
    private func guardAccess(_ request: Request) throws {
        let hosts = ["127.0.0.1", "localhost"].map { "\($0):\(port.with { $0 })" }
        guard let host = request.head.authority, hosts.contains(host) else {
            throw Uploads.Refusal(status: .misdirectedRequest, text: "expected the address that the program shows")
        }
        if let origin = request.headers[.origin], origin != "http://\(host)" {
            throw Uploads.Refusal(status: .forbidden, text: "expected a request of the page itself")
        }
        if let site = request.headers[HTTPField.Name.secFetchSite], !["same-origin", "none"].contains(site) {
            throw Uploads.Refusal(status: .forbidden, text: "expected a request of the page itself")
        }
        guard let first = RequestPath(request.head.path ?? "/").parts.first, tokens.contains(percentDecoded(first))
        else {
            throw Uploads.Refusal(
                status: .unauthorized, text: "expected the whole address that the program shows, with its token")
        }
    }

    private func answer(_ request: Request, _ path: RequestPath) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        if path.parts.isEmpty, isRead {
            guard path.isFolder else { throw notFound() }
            return PageDocument.response()
        }
        guard path.parts.first == "models" else { throw notFound() }
        let parts = Array(path.parts.dropFirst())
        if parts.isEmpty, request.method == .post {
            return try Answers.json(["id": try models.make()], status: .created)
        }
        guard let id = parts.first.flatMap({ Int($0) }), models.holds(id) else { throw notFound() }
        if parts.count == 1, request.method == .delete {
            models.remove(id)
            return Answers.text("", status: .ok)
        }
        guard parts.count >= 3 || parts.dropFirst().first == "compare" else { throw notFound() }
        let rest = Array(parts.dropFirst(2))
        switch (request.method, parts[1]) {
        case (.put, "files"): return try await receive(request, rest, of: id)
        case (.get, "view"):
            let file = try dropped(rest, of: id)
            let page = "\(models.folder(id))/view-\(Self.digest(file)).html"
            return try Self.page(try await onThread { try work.view(file, page: page) })
        case (.get, "plans"):
            let (file, folder) = (try dropped(rest, of: id), models.folder(id))
            return Answers.text(try await onThread { try work.plans(file, folder: folder) }, type: "application/json")
        case (.post, "results"): return try await convert(rest, of: id)
        case (.get, "compare"):
            guard rest.count == 1, let results = models.results(rest[0], of: id) else { throw notFound() }
            return try Self.page(PageWork.page(of: results))
        case (.get, "downloads"):
            guard rest.count == 2, let results = models.results(rest[0], of: id) else { throw notFound() }
            return try Self.download(percentDecoded(rest[1]), from: results + "/files")
        default: throw notFound()
        }
    }

    private func notFound() -> Uploads.Refusal { Uploads.Refusal(status: .notFound, text: "nothing is here") }

    /// The place of a file that was dropped.
    private func dropped(_ parts: [String], of id: Int) throws -> String {
        guard let file = models.file(parts, of: id), Files.isThere(file) else { throw notFound() }
        return file
    }

    /// What a conversion made.
    private struct Result: Encodable {
        struct File: Encodable {
            let name: String
            let bytes: Int64
        }
        let report: String
        let files: [File]
        /// Whether there is a page of before and after.
        let compares: Bool
    }

    private func convert(_ rest: [String], of id: Int) async throws -> Response {
        guard let variant = rest.first, let results = models.results(variant, of: id) else { throw notFound() }
        let file = try dropped(Array(rest.dropFirst()), of: id)
        let report = try await onThread { try work.convert(file, to: variant, in: results) }
        let made = results + "/files"
        let names = (FileManager.default.enumerator(atPath: made)?.allObjects as? [String] ?? []).sorted()
        let files = names.compactMap { name -> Result.File? in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(made)/\(name)", isDirectory: &isFolder), !isFolder.boolValue
            else { return nil }
            return .init(name: name, bytes: Files.size("\(made)/\(name)") ?? 0)
        }
        return try Answers.json(
            Result(report: report, files: files, compares: Files.isThere(PageWork.page(of: results))), status: .ok)
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await threads.runIfActive(body)
    }

    private static func digest(_ text: String) -> String {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        return String(hash.hexadecimal().prefix(16))
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .origin
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .origin
}
