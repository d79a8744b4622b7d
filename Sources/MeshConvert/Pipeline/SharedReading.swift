import MeshBytes
import MeshFormats
import MeshRouting

/// One reading for several targets: keeps the last file read and the results of operations on its scene.
///
/// ```swift
/// var options = ConvertOptions()
/// options.sharedReading = SharedReading()
/// for target in ["room.glb", "room.usdz"] { try convert("room.ply", to: target, options: options) }
/// ```
///
/// The file stays in memory until another one is read. A file that has changed, or whose options for reading have, is
/// read again. Conversions that share a reading wait for each other.
public final class SharedReading: @unchecked Sendable {
    private let lock = Lock()
    private var last: (key: [AnyHashable?], sideFiles: [[Int]?], document: Document, operations: OperationMemo)?

    private let streamLock = Lock()
    private var stream: Input?

    /// Creates an empty reading.
    public init() {}

    /// Returns what came through standard input, which can be read only once.
    func standardInput(_ open: () throws(ConvertError) -> Input) throws(ConvertError) -> Input {
        try streamLock.withLock {
            Result { () throws(ConvertError) in
                if let stream { return stream }
                let input = try open()
                stream = input
                return input
            }
        }.get()
    }

    /// Calls `use` with the document of a request, which is read unless it was the last one.
    func with<R>(
        _ request: Request, read: () throws(ConvertError) -> Document,
        _ use: (Document, OperationMemo) throws(ConvertError) -> R
    ) throws(ConvertError) -> R {
        try lock.withLock {
            Result { () throws(ConvertError) in
                let key = Self.key(request)
                if let last, last.key == key, last.sideFiles == Self.sideFiles(of: last.document) {
                    return try use(last.document, last.operations)
                }
                // Don't keep two files in memory.
                last = nil
                let document = try read()
                let operations = OperationMemo()
                last = (key, Self.sideFiles(of: document), document, operations)
                return try use(document, operations)
            }
        }.get()
    }

    /// Tells side files from what they are after a change.
    private static func sideFiles(of document: Document) -> [[Int]?] { document.sideFiles.map(Input.identity(ofPath:)) }

    /// Returns all that a document depends on. Bytes count as such; a stream can be read only once.
    private static func key(_ request: Request) -> [AnyHashable?] {
        let options = request.options
        var bytes: [UInt8]?
        if case .bytes(let given) = request.source.kind { bytes = given }
        // Without files of a scan there is nothing to prepare.
        let scanMesh = options.scanMesh.hasFiles ? options.scanMesh : nil
        return [
            request.source.name, request.input?.identity, bytes, options.from, options.input, options.purpose?.name,
            scanMesh, options.reading, options.shaping,
        ]
    }
}
