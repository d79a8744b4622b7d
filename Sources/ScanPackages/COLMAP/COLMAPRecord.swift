import MeshBytes
import MeshFormats

/// A record of one of the three files of COLMAP's sparse model: a camera, an image or a point.
protocol COLMAPRecord {
    /// What messages call several of them.
    static var noun: String { get }
    /// Reads the next one of a binary file; nil: more bytes are needed.
    static func read(_ bytes: inout COLMAPBytes) throws(COLMAPFault) -> Self?
    /// Reads one from its line of a text file.
    static func read(_ line: inout TextCursor) throws(COLMAPFault) -> Self
    /// Whether a second line of a text file belongs to it.
    static var hasSecondLine: Bool { get }
    /// Takes the second line.
    mutating func readSecond(_ line: inout TextCursor) throws(COLMAPFault)
}

extension COLMAPRecord {
    static var hasSecondLine: Bool { false }
    mutating func readSecond(_ line: inout TextCursor) throws(COLMAPFault) {}

    /// Hands all records of a file to `body`, one by one; by its extension the file is binary or text. It is read in
    /// chunks, so what the records don't keep, such as observations, is never in memory.
    ///
    /// - Throws: an error that names the file, after the records before the fault were handed out.
    static func read(_ entry: PackageEntry, _ body: (Self) -> Void) throws(ReadError) {
        if PackagePath.fileExtension(entry.path) == "bin" {
            var binary = COLMAPBinary<Self>(byteCount: entry.byteCount)
            try read(entry, &binary, body)
        } else {
            var text = COLMAPText<Self>(lineLimit: entry.limits.textByteCount)
            try read(entry, &text, body)
        }
    }

    private static func read<Parser: COLMAPParser<Self>>(
        _ entry: PackageEntry, _ parser: inout Parser, _ body: (Self) -> Void
    ) throws(ReadError) {
        var failure: COLMAPFault?
        try entry.forEachPiece { piece in
            do throws(COLMAPFault) { try parser.take(piece, body) } catch { failure = error }
            return failure == nil
        }
        if failure == nil {
            do throws(COLMAPFault) { try parser.finish(body) } catch { failure = error }
        }
        if let failure { throw entry.fault(failure.code, failure.message, at: parser.place) }
    }
}

/// Turns chunks of a file into records.
protocol COLMAPParser<Record> {
    associatedtype Record
    /// The place of the record that is read.
    var place: InputLocation { get }
    mutating func take(_ piece: [UInt8], _ body: (Record) -> Void) throws(COLMAPFault)
    /// Checks that the file is complete.
    mutating func finish(_ body: (Record) -> Void) throws(COLMAPFault)
}

/// A fault in a file of the model; the parser knows its place.
struct COLMAPFault: Error {
    var code = ReadError.Code.invalidValue
    let message: String

    init(_ message: String) { self.message = message }

    init(truncated message: String) {
        code = .truncated
        self.message = message
    }
}
