import CMeshConv
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

// Bounds: what was lent is kept alive as long as the handle.

/// A scene, as it was read or is being built, and the memory that it lends.
final class SceneHandle: Handle, @unchecked Sendable {
    private let lock = Lock()
    private var document: Document
    private var isChanged: Bool
    /// The name that reports use.
    let name: String
    private var lent: [ColumnKey: LentColumn] = [:]
    private var kept: [AnyObject] = []
    private var index: SceneIndex?

    init(_ document: Document, named name: String) {
        (self.document, self.name, isChanged) = (document, name, false)
    }

    /// Creates an empty scene.
    override init() {
        (document, name, isChanged) = (Document(of: MeshScene()), "scene", true)
    }

    var scene: MeshScene { lock.withLock { document.scene } }
    /// Where primitives and nodes are.
    var sceneIndex: SceneIndex {
        lock.withLock {
            if let index { return index }
            let made = SceneIndex(document.scene)
            index = made
            return made
        }
    }
    var diagnostics: [Diagnostic] { lock.withLock { document.diagnostics } }
    var format: (name: String, variant: String) { lock.withLock { (document.format, document.variant) } }

    /// Returns the document to write. One that was changed is checked, and its meshes are shown.
    func finished() throws(Failure) -> Document {
        let (document, isChanged) = lock.withLock { (self.document, self.isChanged) }
        guard isChanged else { return document }
        var scene = document.scene
        if scene.nodes.isEmpty, !scene.meshes.isEmpty {
            scene.nodes = scene.meshes.indices.map { Node(mesh: $0) }
            scene.scenes = [SceneRoot(roots: Array(scene.nodes.indices))]
            scene.defaultScene = 0
        }
        do throws(SceneDefect) { try scene.validate() } catch { throw Failure(error) }
        // A number alone takes no memory, and may be as large as anything.
        if let set = scene.vertexSets.firstIndex(where: { $0.count > 0 && $0.attributes.isEmpty }) {
            throw Failure(usage: "expected attributes of vertex set \(set), found none")
        }
        if let table = scene.tables.first(where: { $0.rowCount > 0 && $0.columns.isEmpty }) {
            throw Failure(usage: "expected columns of the table \(table.name), found none")
        }
        var result = Document(of: scene)
        result.diagnostics = document.diagnostics
        return result
    }

    /// Changes the scene. What the file had beyond the scene is gone. A body that throws must have changed nothing.
    func change<R>(_ body: (inout MeshScene) throws(Failure) -> R) throws(Failure) -> R {
        // Taken out while it changes, so that its arrays are not copied.
        var scene = MeshScene()
        lock.withLock { swap(&scene, &document.scene) }
        defer { lock.withLock { swap(&scene, &document.scene) } }
        let result = try body(&scene)
        lock.withLock {
            isChanged = true
            index = nil
        }
        return result
    }

    /// Forgets a column whose numbers changed. Memory that was lent stays.
    func forget(_ key: ColumnKey) { lock.withLock { lent[key] = nil } }

    /// Lends a column. It is made on the first call.
    func lend(_ key: ColumnKey, _ make: () throws(Failure) -> LentColumn) throws(Failure) -> meshconv_column {
        if let known = lock.withLock({ lent[key] }) { return unsafe known.column }
        let made = try make()
        return unsafe lock.withLock {
            // Another thread may have been faster.
            if let known = lent[key] { return unsafe known.column }
            lent[key] = made
            kept.append(made.owner)
            return unsafe made.column
        }
    }
}

/// Tells columns of a scene apart.
struct ColumnKey: Hashable {
    enum Kind: Hashable {
        case values, view, offsets
        case primitive(Int32)
        case corners
        case instances
        case image
        case setting
    }

    var kind: Kind
    var place: Int32 = 0
    var owner: Int
    var index = 0
}
