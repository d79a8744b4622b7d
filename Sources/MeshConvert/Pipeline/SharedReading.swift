import MeshFormats
import MeshRouting

/// One reading for several targets: the file that was read last, and what operations made of its scene.
///
/// ```swift
/// var options = ConvertOptions()
/// options.sharedReading = SharedReading()
/// for target in ["room.glb", "room.usdz"] { try convert("room.ply", to: target, options: options) }
/// ```
///
/// The file stays in memory until another one is read. One conversion at a time may use it, and all with the same options
/// but for the variant that is written.
public final class SharedReading: @unchecked Sendable {
    private var last: (name: String, document: Document, operations: OperationMemo)?

    /// Nothing was read yet.
    public init() {}

    /// The document of a file: read now, unless it was the last one.
    func document(
        _ name: String, _ read: () throws(ConvertError) -> Document
    ) throws(ConvertError) -> (document: Document, operations: OperationMemo) {
        if let last, last.name == name { return (last.document, last.operations) }
        // Two files need not be in memory beside each other.
        last = nil
        let found = (name, try read(), OperationMemo())
        last = found
        return (found.1, found.2)
    }
}
