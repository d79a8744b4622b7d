public import MeshFormats
import MeshModel

/// What one of several models holds, as people choose by: of a capture's meshes, or of twins such as `model.obj` beside
/// `model.glb`.
public struct ModelSummary: Sendable, Hashable {
    /// The path in the capture, folder or archive.
    public let path: String
    /// The size of the file, in bytes.
    public let byteCount: Int
    /// The totals of stored data.
    public internal(set) var totals = Info.Totals()
    /// The number of images that were found and that materials show.
    public internal(set) var textureCount = 0
    /// Why the model can't be read; nil: it can.
    public internal(set) var problem: Wording?
    /// Whether it is the one that a conversion takes.
    public internal(set) var isTaken = false

    mutating func take(_ scene: MeshScene) {
        totals = Info.Totals(storedIn: scene)
        let shown = Set(scene.materials.flatMap(\.textures).map(\.texture))
        let images = shown.filter(scene.textures.indices.contains).map { scene.textures[$0].image }
        textureCount = Set(images).count { scene.images.indices.contains($0) && scene.images[$0].isFound }
    }

    /// Whether this one is to be taken rather than another: textured, else with more surface, else with more points.
    func isRicher(than other: ModelSummary) -> Bool {
        func worth(_ model: ModelSummary) -> [Int] {
            [
                model.problem == nil ? 1 : 0, model.textureCount > 0 ? 1 : 0, model.totals.triangles,
                model.totals.positions,
            ]
        }
        return worth(other).lexicographicallyPrecedes(worth(self))
    }

    /// `7,857 faces, 1 texture`.
    public var facts: String {
        if let problem { return "can't be read: \(problem.text)" }
        func count(_ number: Int, _ one: String, _ many: String) -> String {
            "\(PlainNumbers.grouped(number)) \(number == 1 ? one : many)"
        }
        let size =
            totals.faces > 0 ? count(totals.faces, "face", "faces") : count(totals.positions, "point", "points")
        return size + (textureCount > 0 ? ", \(count(textureCount, "texture", "textures"))" : ", no texture")
    }
}

extension ModelSummary: DocumentedObject {
    static let fields: [Field<ModelSummary>] = [
        Field("path", \.path), Field("bytes", \.byteCount), Field("faces", \.totals.faces),
        Field("triangles", \.totals.triangles), Field("positions", \.totals.positions),
        Field("textures", \.textureCount), Field("taken", \.isTaken), Field("error", \.problem?.typed),
    ]
}
