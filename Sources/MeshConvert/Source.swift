public import MeshFormats
public import MeshModel

/// What can be converted: a path, or a ``Source``; with MeshConvertFoundation also a `URL`.
public protocol ConvertSource: Sendable {
    /// Returns the source.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` if it names no file.
    func conversionSource() throws(ConvertError) -> Source
}

extension String: ConvertSource {
    /// The file of this path.
    public func conversionSource() -> Source { .path(self) }
}

/// The source of a conversion: a file, bytes in memory, or a scene that the caller has built.
public struct Source: Sendable {
    enum Kind: Sendable {
        case path(String)
        case bytes([UInt8])
        case document(Document)
        /// A model in a folder or an archive that is no scan package.
        case entry(ModelFiles, String)
    }

    /// The path as given, or the name given for other sources. Reports and errors use it.
    public let name: String
    let kind: Kind
}

extension Source: ConvertSource {
    /// The source itself.
    public func conversionSource() -> Source { self }
}

// Where a ``ConvertSource`` is expected, these can be written as `.path(…)`.
extension ConvertSource where Self == Source {
    /// Creates a source from a file path, relative to the working folder; `-` is standard input.
    public static func path(_ path: String) -> Source { Source(name: path, kind: .path(path)) }

    /// Creates a source from the bytes of a file; they are shared, not copied.
    ///
    /// - Parameters:
    ///   - bytes: the whole file. Pass its side files in ``ConvertOptions/reading``.
    ///   - name: the file's name. Its extension decides between formats without a signature.
    public static func bytes(_ bytes: [UInt8], named name: String) -> Source {
        Source(name: name, kind: .bytes(bytes))
    }

    /// Creates a source from a scene that the caller has built or changed.
    ///
    /// - Throws: the first ``MeshModel/SceneDefect``, since writers rely on a consistent scene.
    public static func scene(_ scene: MeshScene, named name: String = "scene") throws(SceneDefect) -> Source {
        try scene.validate()
        return Source(name: name, kind: .document(Document(of: scene)))
    }

    /// Creates a source from arrays and buffers; see ``MeshArrays``.
    ///
    /// - Throws: a ``MeshModel/SceneDefect`` that names the buffer that does not fit.
    public static func buffers(_ buffers: MeshArrays, named name: String = "buffers") throws(SceneDefect) -> Source {
        try scene(buffers.scene(), named: name)
    }

    /// Creates a source from a document, so that one reading serves several targets.
    public static func document(_ document: Document, named name: String) -> Source {
        Source(name: name, kind: .document(document))
    }
}

extension Document {
    /// Creates a document with nothing but a scene.
    public init(of scene: MeshScene) {
        self.init(format: "scene", variant: "scene", native: SceneOnly(), scene: scene, byteCount: 0)
    }
}

/// The empty native structure of a scene that was not read from a file.
private struct SceneOnly: NativeDocument {}
