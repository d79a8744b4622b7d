import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import NIOPosix

/// Takes uploads: `PUT /NAME`, whole or in parts.
///
/// An upload is acknowledged (2xx) when its bytes are on the disk under their final name and the queue knows it, in this order;
/// what a crash leaves in between is found at the next start.
struct Uploads: Sendable {
    let settings: Settings
    let store: Store
    let queue: Queue
    let budget: Budget
    let metrics: Metrics
    let workers: Workers
    /// Files are written on threads of their own, so that a slow disk holds up no answer.
    let disk: NIOThreadPool
    /// The files that are being written.
    let active = Locked(Set<String>())
    /// Parts that wait to be continued, by their files, so that their bytes needn't be read again for the digest.
    let waiting = Locked([String: Part]())

    /// Why an upload isn't taken, with headers that say what to do.
    struct Refusal: Error {
        let status: HTTPResponse.Status
        let text: String
        var headers: HTTPFields = [:]
    }

    /// What a request announces.
    struct Announcement {
        let name: String
        /// Where its bytes belong in the upload. Without `Content-Range`: all of it.
        let first: Int64
        let end: Int64
        let total: Int64
        let isResumable: Bool
        /// The SHA-256 of the whole upload that the sender expects.
        let digest: String?
    }

    /// Receives one request; throws `Refusal` before the body is read wherever that is possible.
    func receive(_ request: Request, name: String, context: Connection) async throws -> Response {
        let announced = try announcement(request, name: name)
        guard announced.total <= settings.largest else {
            throw Refusal(
                status: .contentTooLarge,
                text: "expected at most \(settings.largest) bytes, found \(announced.total)")
        }
        let path =
            announced.isResumable
            ? store.resumable(name, total: announced.total) : "\(store.incoming)/\(UUID().uuidString).part"
        guard active.with({ $0.insert(path).inserted }) else {
            throw Refusal(status: .conflict, text: "another request sends this part", headers: [.retryAfter: "1"])
        }
        defer { active.with { _ = $0.remove(path) } }
        let size = announced.end - announced.first
        guard try await onDisk({ budget.admit(size) }) else {
            throw Refusal(
                status: .serviceUnavailable, text: "the disk has no room for \(size) more bytes",
                headers: [.retryAfter: "300"])
        }
        // From here on the room that was taken is given back, however this ends.
        metrics.receiving(1)
        var written: Int64 = 0
        defer {
            metrics.receiving(-1)
            budget.release(size - written)
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        }
        return try await receive(request.body, announced, at: path, written: &written)
    }

    private func announcement(_ request: Request, name: String) throws -> Announcement {
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw Refusal(status: .unsupportedMediaType, text: "expected no Content-Encoding, found \(shown(coding))")
        }
        // Without a length the end of a broken connection looks like the end of the upload.
        guard let length = request.headers[.contentLength].flatMap({ ContentRange.number($0) }) else {
            throw Refusal(status: .lengthRequired, text: "expected Content-Length, found none")
        }
        guard length > 0 else { throw Refusal(status: .badRequest, text: "expected a file, found 0 bytes") }
        var digest: String?
        if let field = request.headers[.reprDigest] {
            guard let value = Self.sha256(field) else {
                throw Refusal(
                    status: .badRequest, text: "expected Repr-Digest: sha-256=:BASE64:, found \(shown(field))")
            }
            digest = value
        }
        guard let field = request.headers[.contentRange] else {
            return Announcement(
                name: name, first: 0, end: length, total: length, isResumable: false, digest: digest)
        }
        guard let range = ContentRange(field), range.end - range.first == length else {
            throw Refusal(
                status: .badRequest,
                text: "expected Content-Range: bytes FIRST-LAST/TOTAL for \(length) bytes, found \(shown(field))")
        }
        return Announcement(
            name: name, first: range.first, end: range.end, total: range.total, isResumable: true, digest: digest)
    }

    private func receive(
        _ body: RequestBody, _ announced: Announcement, at path: String, written: inout Int64
    ) async throws -> Response {
        let size = announced.end - announced.first
        let known = waiting.with { $0.removeValue(forKey: path) }
        var part = try await onDisk {
            announced.isResumable
                ? try Part(resuming: path, at: announced.first, known: known) : try Part(creating: path)
        }
        do {
            guard part.count == announced.first else {
                throw Refusal(
                    status: .rangeNotSatisfiable, text: "expected a part from byte \(part.count) on",
                    headers: [.uploadOffset: "\(part.count)"])
            }
            var pending = ByteBuffer()
            var pieces = body.makeAsyncIterator()
            // A connection that breaks ends the pieces, with an error or without: the bytes that are there count.
            while var piece = try? await pieces.next() {
                pending.writeBuffer(&piece)
                guard pending.readableBytes >= 1 << 17 else { continue }
                part = try await append(&pending, to: part, written: &written)
            }
            part = try await append(&pending, to: part, written: &written)
            guard written == size else {
                metrics.count(.broken)
                throw Refusal(status: .badRequest, text: "expected \(size) bytes, found \(written)")
            }
            let received = part
            try await onDisk { try received.sync() }
        } catch {
            let keeps = announced.isResumable && part.count > 0
            part.end()
            if !keeps { Files.remove(path) }
            if (error as? FileError)?.isFull == true {
                throw Refusal(
                    status: .init(code: 507, reasonPhrase: "Insufficient Storage"), text: "the disk is full",
                    headers: [.retryAfter: "300"])
            }
            throw error
        }
        part.end()
        guard part.count == announced.total else {
            waiting.with { if $0.count < 1000 { $0[path] = part } }
            return Response(
                status: .permanentRedirect,
                headers: [.range: "bytes=0-\(part.count - 1)", .uploadOffset: "\(part.count)"])
        }
        return try await accept(part, announced)
    }

    private func append(_ pending: inout ByteBuffer, to part: Part, written: inout Int64) async throws -> Part {
        let bytes = pending
        pending = ByteBuffer()
        let count = Int64(bytes.readableBytes)
        guard count > 0 else { return part }
        let longer = try await onDisk {
            var longer = part
            try bytes.withUnsafeReadableBytes { try longer.append($0) }
            return longer
        }
        written += count
        budget.wrote(count)
        metrics.add(bytes: count)
        return longer
    }

    /// Gives a complete upload its place and tells the queue.
    private func accept(_ part: Part, _ announced: Announcement) async throws -> Response {
        let key = UploadKey(name: announced.name, sha256: part.digest())
        if let expected = announced.digest, expected != key.sha256 {
            Files.remove(part.path)
            throw Refusal(status: .badRequest, text: "expected SHA-256 \(expected), found \(key.sha256)")
        }
        let known = try await queue.find(key)
        if let known, known.state != .gone, Files.size(store.file(key)) == part.count {
            Files.remove(part.path)
            metrics.count(.known)
            return try Answers.json(known, status: .ok)
        }
        try await onDisk { try store.place(part.path, as: key) }
        let upload = try await queue.add(
            key, bytes: part.count, again: known != nil, now: Date().timeIntervalSince1970)
        workers.wake()
        metrics.count(.accepted)
        return try Answers.json(upload, status: .created)
    }

    private func onDisk<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await disk.runIfActive(body)
    }

    /// What was sent, fit for a log.
    private func shown(_ field: String) -> String { String(field.filter { $0.isASCII && $0 >= " " }.prefix(80)) }

    /// The value of `sha-256=:BASE64:` (RFC 9530) as hexadecimal digits.
    static func sha256(_ field: String) -> String? {
        guard field.hasPrefix("sha-256=:"), field.hasSuffix(":"),
            let data = Data(base64Encoded: String(field.dropFirst(9).dropLast())), data.count == 32
        else { return nil }
        return SHA256.hexadecimal([UInt8](data))
    }
}

extension HTTPField.Name {
    static let reprDigest = name("Repr-Digest")
    static let uploadOffset = name("Upload-Offset")
    static let uploadLength = name("Upload-Length")

    private static func name(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("a header's name") }
        return name
    }
}
