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
/// The file stays in memory until another one is read. Only one conversion at a time may use it, and all must have the
/// same options except for the target variant.
public final class SharedReading: @unchecked Sendable {
    private var last: (name: String, document: Document, operations: OperationMemo)?

    /// Creates an empty reading.
    public init() {}

    /// Returns the document of a file, reading it unless it was the last one.
    func document(
        _ name: String, _ read: () throws(ConvertError) -> Document
    ) throws(ConvertError) -> (document: Document, operations: OperationMemo) {
        if let last, last.name == name { return (last.document, last.operations) }
        // Don't keep two files in memory.
        last = nil
        let found = (name, try read(), OperationMemo())
        last = found
        return (found.1, found.2)
    }
}
