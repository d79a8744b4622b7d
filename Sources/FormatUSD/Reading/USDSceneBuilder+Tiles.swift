import MeshBytes
import MeshFormats
import MeshModel

// Textures in tiles: faces get a material for the tile that they lie in.

extension USDSceneBuilder {
    /// The texture of the first tile of an image; nil: the image has no tiles.
    mutating func tiledTexture(_ asset: String, _ shader: Int, _ layer: Int) -> Int? {
        let tiles = stage.tiles(of: asset, from: layer)
        guard let first = tiles.first else { return nil }
        let texture = texture(of: first, layer)
        if tilesOf[texture] == nil {
            tilesOf[texture] = (layer, tiles)
            note("usd.tiles", shader, "the texture '\(asset)' has \(tiles.count) tiles: faces have a material for each")
        }
        return texture
    }

    private mutating func texture(of tile: USDTile, _ layer: Int) -> Int {
        let (image, _) = stage.image(tile.asset, from: layer)
        imageNames.insert(USDLayerLibrary.Spelling(asset: tile.asset, layer: layer))
        let key = "\(image.path ?? "")\n\(image.uri)\n\(layer)"
        if let known = textureOf[key] { return known }
        scene.images.append(image)
        scene.textures.append(Texture(image: scene.images.count - 1))
        textureOf[key] = scene.textures.count - 1
        return scene.textures.count - 1
    }

    /// Gives faces with textures in tiles the materials of their tiles.
    mutating func splitTiles() {
        guard !tilesOf.isEmpty else { return }
        var materials: [TileKey: Int] = [:]
        let tiled = Set(
            scene.materials.indices.filter { material in
                scene.materials[material].textures.contains { tilesOf[$0.texture] != nil }
            })
        for mesh in scene.meshes.indices {
            for index in scene.meshes[mesh].primitives.indices {
                let primitive = scene.meshes[mesh].primitives[index]
                guard !primitive.wornMaterials.isDisjoint(with: tiled) else { continue }
                scene.meshes[mesh].primitives[index].material = split(
                    primitive, primitive.material, tiled, &materials)
                for (row, own) in primitive.variantMaterials.enumerated() {
                    scene.meshes[mesh].primitives[index].variantMaterials[row].material = split(
                        primitive, own.material, tiled, &materials)
                }
            }
        }
        if crossingFaces > 0 {
            warn(
                "usd.tiles", 0,
                "faces reach over several tiles of a texture: each has that of its middle (\(crossingFaces) faces)")
        }
        if untiledFaces > 0 {
            warn("usd.tiles", 0, "faces lie where a texture has no tile: they have its first (\(untiledFaces) faces)")
        }
    }

    /// A material and one of its tiles.
    struct TileKey: Hashable {
        var material: Int
        var column: Int
        var row: Int
    }

    private mutating func split(
        _ primitive: Primitive, _ binding: MaterialBinding, _ tiled: Set<Int>, _ known: inout [TileKey: Int]
    ) -> MaterialBinding {
        guard !binding.materials.isDisjoint(with: tiled) else { return binding }
        let bound = binding.numbers(count: primitive.elementCount)
        var result = bound
        var places: [Int: ContiguousArray<SIMD4<Float>>] = [:]
        for element in bound.indices where tiled.contains(Int(bound[element])) {
            let material = Int(bound[element])
            let set = tileSet(material)
            if places[set] == nil { places[set] = boxes(primitive, .texCoord(set)) }
            guard let boxes = places[set], element < boxes.count else { continue }
            let box = boxes[element]
            let middle = (SIMD2(box.x, box.y) + SIMD2(box.z, box.w)) / 2
            guard middle.x.isFinite, middle.y.isFinite else { continue }
            let square = middle.rounded(.down)
            // Corners on the far edge of a square belong to it.
            if box.x < square.x || box.y < square.y || box.z > square.x + 1 || box.w > square.y + 1 {
                crossingFaces += 1
            }
            let limit: Float = 1000
            let key = TileKey(
                material: material, column: Int(max(-limit, min(limit, square.x))),
                row: Int(max(-limit, min(limit, square.y))))
            let own = known[key] ?? tileMaterial(key, isFirst: !known.keys.contains { $0.material == material })
            known[key] = own
            if !hasTile(key) { untiledFaces += 1 }
            result[element] = Int32(own)
        }
        return MaterialBinding(numbers: result)
    }

    /// The number of the texture coordinates that a material's tiles have.
    private func tileSet(_ material: Int) -> Int {
        let slot = (originals[material] ?? scene.materials[material]).textures.first {
            tilesOf[$0.texture] != nil
        }
        return slot?.options.first { $0.name == "texCoord" }?.words.first.flatMap { Int($0) } ?? 0
    }

    private func hasTile(_ key: TileKey) -> Bool {
        (originals[key.material] ?? scene.materials[key.material]).textures.allSatisfy { slot in
            tilesOf[slot.texture].map { $0.tiles.contains { $0.column == key.column && $0.row == key.row } } ?? true
        }
    }

    /// A material with the textures of a tile, moved onto the unit square. The first takes the place of the whole.
    private mutating func tileMaterial(_ key: TileKey, isFirst: Bool) -> Int {
        let whole = originals[key.material] ?? scene.materials[key.material]
        originals[key.material] = whole
        var own = whole
        for index in own.textures.indices {
            guard let (layer, tiles) = tilesOf[own.textures[index].texture],
                let tile = tiles.first(where: { $0.column == key.column && $0.row == key.row })
            else { continue }
            own.textures[index].texture = texture(of: tile, layer)
            guard key.column != 0 || key.row != 0 else { continue }
            // Rows go up, the image's coordinates down.
            var offset = [0 - Double(key.column), Double(key.row)]
            let old = own.textures[index].options.first { $0.name == "offset" }?.words.compactMap { Double($0) }
            if let old, old.count == 2 { offset = [offset[0] + old[0], offset[1] + old[1]] }
            own.textures[index].options.removeAll { $0.name == "offset" }
            own.textures[index].options.append(
                TextureOption("offset", offset.map { JSONValue.number($0).text() }))
        }
        if isFirst {
            scene.materials[key.material] = own
            return key.material
        }
        own.name = whole.name.map { "\($0)_\(1001 + key.column + 10 * key.row)" }
        scene.materials.append(own)
        coordinateNames.append(coordinateNames.indices.contains(key.material) ? coordinateNames[key.material] : [])
        readsColors.append(readsColors.indices.contains(key.material) ? readsColors[key.material] : true)
        return scene.materials.count - 1
    }

    /// The smallest and largest coordinates of each face: x and y, then x and y.
    func boxes(_ primitive: Primitive, _ semantic: AttributeSemantic) -> ContiguousArray<SIMD4<Float>> {
        let set = scene.vertexSets[primitive.vertexSet]
        let use = primitive.cornerAttributes.first {
            set.pools.indices.contains($0.pool) && set.pools[$0.pool].semantic == semantic
        }
        guard let attribute = use.map({ set.pools[$0.pool] }) ?? set.attribute(semantic),
            attribute.values.components == 2
        else { return [] }
        var numbers = ContiguousArray<Float>()
        attribute.values.read(0..<attribute.values.count, into: &numbers)
        var boxes = ContiguousArray<SIMD4<Float>>()
        boxes.reserveCapacity(primitive.elementCount)
        var walk = ElementWalk(primitive)
        var rows = ContiguousArray<Int64>()
        while let block = walk.next() {
            if let use {
                use.readRows(of: block.corners, into: &rows)
            } else {
                primitive.readVertices(of: block.corners, into: &rows)
            }
            var corner = 0
            for arity in block.arities {
                var box = SIMD4<Float>(.infinity, .infinity, -.infinity, -.infinity)
                for row in rows[min(corner, rows.count)..<min(corner + arity, rows.count)] {
                    let place = Int(row) * 2
                    guard row >= 0, place + 1 < numbers.count else { continue }
                    box.x = min(box.x, numbers[place])
                    box.y = min(box.y, numbers[place + 1])
                    box.z = max(box.z, numbers[place])
                    box.w = max(box.w, numbers[place + 1])
                }
                corner += arity
                boxes.append(box)
            }
        }
        return boxes
    }
}
