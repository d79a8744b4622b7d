import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

// Files in both directions: dropped ones come, pages and outputs go.
extension PageAnswers {
    /// Takes one of a model's files. A connection that breaks leaves nothing.
    func receive(_ request: Request, _ parts: [String], of id: Int) async throws -> Response {
        guard let path = models.file(parts, of: id) else {
            throw Uploads.Refusal(status: .badRequest, text: "expected a file's name, found one that leads elsewhere")
        }
        guard let length = request.headers[.contentLength].flatMap({ ContentRange.number($0) }) else {
            throw Uploads.Refusal(status: .lengthRequired, text: "expected Content-Length, found none")
        }
        guard models.admit(length, to: id) else {
            throw Uploads.Refusal(
                status: .contentTooLarge, text: "expected at most \(models.largest) bytes for all files of a model")
        }
        var isKept = false
        defer { if !isKept { models.release(length, of: id) } }
        try Files.make(folder: Files.parent(of: path), below: models.root)
        let part = "\(models.folder(id))/\(UUID().uuidString).part"
        var received = try Part(creating: part)
        defer {
            received.end()
            Files.remove(part)
        }
        // A connection that breaks ends the pieces, with an error or without.
        var pieces = request.body.makeAsyncIterator()
        while let piece = try? await pieces.next() {
            try piece.withUnsafeReadableBytes { try received.append($0) }
        }
        guard received.count == length else {
            throw Uploads.Refusal(status: .badRequest, text: "expected \(length) bytes, found \(received.count)")
        }
        try Files.move(part, to: path)
        isKept = true
        return Answers.text("", status: .created)
    }

    /// A page that meshconv wrote. It runs apart from this one: it can't ask the server for anything.
    static func page(_ path: String) throws -> Response {
        try file(
            path,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: "sandbox allow-scripts",
            ])
    }

    /// An output, to be kept by the browser under its name.
    static func download(_ name: String, from folder: String) throws -> Response {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...4).contains(parts.count), parts.allSatisfy(DroppedModels.isName) else {
            throw Uploads.Refusal(status: .notFound, text: "nothing is here")
        }
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
        let shown = parts[parts.count - 1].addingPercentEncoding(withAllowedCharacters: allowed) ?? "model"
        return try file(
            "\(folder)/\(name)",
            headers: [
                .contentType: "application/octet-stream",
                .contentDisposition: "attachment; filename*=UTF-8''\(shown)",
            ])
    }

    /// A file, read in blocks as the connection takes them.
    private static func file(_ path: String, headers: HTTPFields) throws -> Response {
        guard let size = Files.size(path), let handle = FileHandle(forReadingAtPath: path) else {
            throw Uploads.Refusal(status: .notFound, text: "nothing is here")
        }
        let source = Locked(handle)
        let body = ResponseBody(contentLength: Int(size)) { writer in
            while let block = try source.with({ try $0.read(upToCount: 1 << 18) }), !block.isEmpty {
                try await writer.write(ByteBuffer(bytes: block))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers.merging(PageDocument.guards), body: body)
    }
}

extension HTTPFields {
    /// These fields and others, of which each replaces one of its name.
    func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}
