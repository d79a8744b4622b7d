import MeshBytes
import MeshModel

/// A `tileset.json` of 3D Tiles 1.1: a root without content, and below it all tiles.
struct Tileset {
    /// The unit and the up axis of the boxes.
    let frame: SceneFrame
    private var tiles: [(box: TileBox, uri: String)] = []

    init(frame: SceneFrame) { self.frame = frame }

    /// Adds a tile.
    ///
    /// - Parameters:
    ///   - box: the box around it, in the scene's frame.
    ///   - uri: its file, relative to the tileset.
    mutating func add(_ box: TileBox, uri: String) { tiles.append((box.inTileset(frame), uri)) }

    var json: JSONValue {
        var all = TileBox()
        for tile in tiles { all.add(tile.box) }
        // What is missing when only the root is shown: everything. A root of one place is never too small to open.
        let error = JSONValue.number(max(all.diagonal, 1))
        let children = tiles.map { tile -> JSONValue in
            .object([
                ("boundingVolume", tile.box.json), ("geometricError", .int(0)),
                ("content", .object([("uri", .string(tile.uri))])),
            ])
        }
        return .object([
            ("asset", .object([("version", "1.1")])), ("geometricError", error),
            (
                "root",
                .object([
                    ("boundingVolume", all.json), ("geometricError", error), ("refine", "ADD"),
                    ("children", .array(children)),
                ])
            ),
        ])
    }
}
