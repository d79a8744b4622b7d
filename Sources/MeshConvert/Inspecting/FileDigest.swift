public import MeshBytes
public import MeshFormats
public import MeshModel

/// A digest of a file's contents. Equal digests of files in two formats prove that both hold the same.
public struct FileDigest: Sendable {
    /// The path as given.
    public let path: String
    /// The variant of the file.
    public let variant: String
    /// The size of the file.
    public let byteCount: Int
    /// The digest: one value ignores order and format, the other covers the exact contents.
    public let digest: Digest

    /// Computes the digest of a document, in time linear in its size.
    public init(_ document: Document, path: String) {
        self.path = path
        variant = document.variant
        byteCount = document.byteCount
        digest = Digest(document.scene)
    }

    /// The document `meshconv.digest/1`.
    public var json: JSONValue { Envelope.done("digest", Self.fields.members(of: self)) }

    static let fields: [Field<FileDigest>] = [
        .group("input", [Field("path", \.path), Field("bytes", \.byteCount), Field("variant", \.variant)]),
        Field("unordered", \.digest.unordered.description), Field("ordered", \.digest.ordered.description),
        .list(
            "attributes", \.digest.attributes,
            [Field("semantic", \.semantic), Field("unordered", \.value.description)]),
    ]
}
