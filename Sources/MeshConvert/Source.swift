public import MeshFormats
public import MeshModel

/// What is converted: a file, bytes in memory, or a scene that the caller has built.
public struct Source: Sendable {
    enum Kind: Sendable {
        case path(String)
        case bytes([UInt8])
        case document(Document)
    }

    /// The path as given, or the name given with what is no file; reports and errors call it so.
    public let name: String
    let kind: Kind

    /// A file by its path, relative to the working folder; `-` is standard input.
    public static func path(_ path: String) -> Source { Source(name: path, kind: .path(path)) }

    /// The bytes of a file; they are shared, not copied.
    ///
    /// - Parameters:
    ///   - bytes: the whole file. Files that belong to it are given with ``ConvertOptions/reading``.
    ///   - name: what the file is called: its extension tells formats without a signature apart.
    public static func bytes(_ bytes: [UInt8], named name: String) -> Source {
        Source(name: name, kind: .bytes(bytes))
    }

    /// A scene that the caller has built or changed.
    ///
    /// - Throws: the first ``MeshModel/SceneDefect``: writers rely on a scene whose parts fit together.
    public static func scene(_ scene: Scene, named name: String = "scene") throws(SceneDefect) -> Source {
        try scene.validate()
        return Source(name: name, kind: .document(Document(of: scene)))
    }

    /// Arrays and buffers of the caller; see ``MeshBuffers``.
    ///
    /// - Throws: a ``MeshModel/SceneDefect`` that names the buffer which does not fit.
    public static func buffers(_ buffers: MeshBuffers, named name: String = "buffers") throws(SceneDefect) -> Source {
        try scene(buffers.scene(), named: name)
    }

    /// A document that was read before, for several targets of one reading.
    public static func document(_ document: Document, named name: String) -> Source {
        Source(name: name, kind: .document(document))
    }
}

extension Document {
    /// A document that has nothing but a scene: what a caller of the library hands in.
    public init(of scene: Scene) {
        self.init(format: "scene", variant: "scene", native: SceneOnly(), scene: scene, byteCount: 0)
    }
}

/// The native side of a scene that no file said.
private struct SceneOnly: NativeDocument {}
