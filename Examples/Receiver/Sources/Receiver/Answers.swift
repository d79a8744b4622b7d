import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What a request comes through.
struct Connection: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Closes a connection whose request body isn't wanted, after the answer had time to arrive: closing at once would
    /// throw it away together with what is still coming in.
    func closeSoon() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    }
}

/// Answers every request.
struct Answers: Sendable {
    let settings: Settings
    let store: Store
    let queue: Queue
    let uploads: Uploads
    let metrics: Metrics
    let logger: Logger

    func answer(_ request: Request, _ context: Connection) async -> Response {
        let response = await whole(request, context)
        // A body behind an answer to HEAD would be read as the next answer of the connection.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func whole(_ request: Request, _ context: Connection) async -> Response {
        do {
            return try await answer(request, path: RequestPath(request.head.path ?? "/"), context)
        } catch let refusal as Uploads.Refusal {
            return refuse(refusal, request, context)
        } catch {
            metrics.count(.fault)
            logger.error("\(error)")
            return refuse(.init(status: .internalServerError, text: "a fault of the receiver"), request, context)
        }
    }

    private func refuse(_ refusal: Uploads.Refusal, _ request: Request, _ context: Connection) -> Response {
        var headers = refusal.headers
        if request.method == .put {
            metrics.count(.refused)
            logger.info("refused: \(refusal.status.code): \(refusal.text)")
            headers[.connection] = "close"
            context.closeSoon()
        }
        return Self.text(refusal.text + "\n", status: refusal.status, headers: headers)
    }

    private func answer(_ request: Request, path: RequestPath, _ context: Connection) async throws -> Response {
        var path = path
        let isPublic = request.method == .get && path.parts == ["health"]
        guard isPublic || isAllowed(request, &path) else {
            throw Uploads.Refusal(
                status: .unauthorized,
                text: "expected a token: as 'Authorization: Bearer TOKEN', or in front of the path: /TOKEN/NAME",
                headers: [.wwwAuthenticate: "Bearer"])
        }
        let isRead = request.method == .get || request.method == .head
        if isRead, path.isFolder || path.parts.isEmpty {
            return Self.text(
                StatusPage.html(try await queue.newest(100), counts: try await queue.counts()), type: "text/html")
        }
        if isRead, path.parts == ["health"] { return try await health() }
        if isRead, path.parts == ["metrics"] {
            return Self.text(
                metrics.text(uploads: try await queue.counts(), free: Files.free(store.root)),
                type: "text/plain; version=0.0.4")
        }
        guard isRead || request.method == .put else {
            throw Uploads.Refusal(
                status: .methodNotAllowed, text: "expected PUT, HEAD or GET, found \(request.method.rawValue)",
                headers: [.allow: "PUT, HEAD, GET"])
        }
        // Folders in front of the name are part of the address that the app was given, as /uploads/ may be.
        let isUp = path.parts.contains { percentDecoded($0) == ".." }
        guard !isUp, !path.isFolder, let last = path.parts.last,
            let name = UploadName(last, contentType: request.headers[.contentType])
        else { throw Uploads.Refusal(status: .badRequest, text: "expected a file's name at the end of the path") }
        if isRead { return try await tell(name.text) }
        return try await uploads.receive(request, name: name.text, context: context)
    }

    /// Whether a token allows the request. One in the path is taken out, so that it never becomes a part of a name.
    private func isAllowed(_ request: Request, _ path: inout RequestPath) -> Bool {
        guard let tokens = settings.tokens else { return true }
        var isAllowed = false
        if let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") {
            isAllowed = tokens.contains(field.dropFirst(7).trimmingCharacters(in: .whitespaces))
        }
        if let first = path.parts.first, tokens.contains(percentDecoded(first)) {
            path.parts.removeFirst()
            isAllowed = true
        }
        return isAllowed
    }

    /// What is known of a name: HEAD and GET.
    private func tell(_ name: String) async throws -> Response {
        let versions = try await queue.versions(of: name)
        var response = try Self.json(versions, status: versions.isEmpty ? .notFound : .ok)
        if let newest = versions.first { response.headers[.eTag] = "\"\(newest.sha256)\"" }
        if let part = store.resumable(name) {
            response.headers[.uploadOffset] = "\(part.count)"
            response.headers[.uploadLength] = "\(part.total)"
        }
        return response
    }

    /// 200 if uploads can be taken and converted.
    private func health() async throws -> Response {
        let hasProgram = FileManager.default.isExecutableFile(atPath: settings.program)
        let hasRoom = Files.free(store.root) >= settings.reserve
        _ = try await queue.newest(1)
        if hasProgram, hasRoom { return Self.text("ok\n") }
        return Self.text(
            hasProgram ? "the disk is full\n" : "meshconv is missing\n", status: .serviceUnavailable,
            headers: [.retryAfter: "300"])
    }

    static func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8",
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return text(
            String(decoding: try encoder.encode(value), as: UTF8.self) + "\n", status: status, type: "application/json")
    }
}
