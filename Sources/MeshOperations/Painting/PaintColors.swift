public import MeshModel

/// The result of painting a scene's colours.
public struct PaintedScene: Sendable {
    /// The scene with texture, coordinates and materials.
    public var scene: MeshScene
    /// The additions.
    public var painted: Correspondence.PaintedColors
    /// The detail of the colours in the image.
    public var detail: ColorPainting.Detail
    /// The number of faces in the image.
    public var faceCount: Int
}

extension MeshScene {
    /// Paints colours that no texture repeats into a new texture, and adds it to materials: see ``coloredSurfaces()``.
    ///
    /// White materials get it as their base colour. Faces without a material get a new one: not metallic, rough and
    /// double-sided. The colours themselves stay unchanged.
    ///
    /// - Parameters:
    ///   - options: the size limit and the blending of colours. The set of the coordinates is the first free one.
    ///   - encode: encodes the texels as an image file; nil if it can't.
    /// - Returns: nil if there is nothing to paint, or more than the largest image can hold.
    public func paintingColors(
        _ options: ColorPaintingOptions = ColorPaintingOptions(), encode: (ColorPainting) -> [UInt8]?
    ) -> PaintedScene? {
        let surfaces = coloredSurfaces()
        guard !surfaces.isEmpty else { return nil }
        var options = options
        options.texCoordSet = freeTexCoord(surfaces)
        let inputs = surfaces.map { surface in
            PaintedSurface(
                primitive: meshes[surface.mesh].primitives[surface.primitive],
                colors: surface.colors.withoutOpaqueAlpha,
                interpolation: surface.interpolation, indices: surface.indices)
        }
        guard let painting = try? paintColors(inputs, options), let bytes = encode(painting) else { return nil }
        let painted = self.painted(surfaces, painting, bytes, options)
        var scene = self
        scene.wear(painted)
        return PaintedScene(
            scene: scene, painted: painted, detail: painting.detail,
            faceCount: inputs.reduce(0) { $0 + $1.primitive.elementCount })
    }

    private func painted(
        _ surfaces: [ColoredSurface], _ painting: ColorPainting, _ bytes: [UInt8],
        _ options: ColorPaintingOptions
    ) -> Correspondence.PaintedColors {
        var coordinates: [Correspondence.PaintedColors.Surface] = []
        var corner = 0
        var poolCounts = vertexSets.map(\.pools.count)
        for surface in surfaces {
            let primitive = meshes[surface.mesh].primitives[surface.primitive]
            var own = painting.texCoords
            own.values = own.values.rows(corner..<corner + primitive.cornerCount)
            corner += primitive.cornerCount
            coordinates.append(
                Correspondence.PaintedColors.Surface(
                    mesh: surface.mesh, primitive: surface.primitive, pool: poolCounts[primitive.vertexSet],
                    coordinates: own))
            poolCounts[primitive.vertexSet] += 1
        }
        // Nothing beyond the edge of the image is repeated.
        var slot = TextureSlot("baseColor", texture: textures.count)
        if !options.isPlain {
            slot.options = [TextureOption("wrapS", ["33071"]), TextureOption("wrapT", ["33071"])]
        }
        if options.texCoordSet > 0 {
            slot.options.insert(TextureOption("texCoord", ["\(options.texCoordSet)"]), at: 0)
        }
        var own: [Int: (before: SceneMaterial, after: SceneMaterial)] = [:]
        for index in Set(surfaces.flatMap(\.materials)) {
            var material = materials[index]
            material.textures.append(slot)
            if material["baseColor"] == nil { material.parameters.append(MaterialParameter("baseColor", [1, 1, 1])) }
            own[index] = (materials[index], material)
        }
        var new: SceneMaterial?
        if surfaces.contains(where: \.hasBareFaces) {
            new = SceneMaterial(
                name: "Colors", model: bareModel, parameters: [MaterialParameter("baseColor", [1, 1, 1])],
                textures: [slot])
            if painting.components == 4, !options.isPlain {
                new?.parameters.append(MaterialParameter("alphaMode", [2]))
            }
        }
        return Correspondence.PaintedColors(
            surfaces: coordinates, image: SceneImage(uri: "colors.png", bytes: bytes, mediaType: "image/png"),
            width: painting.width, pixels: painting.pixels, components: painting.components,
            blending: options.blending ?? surfaces.first?.colors.frame.colorSpace ?? .srgb,
            largestDifference: painting.centerDifference, materials: own, newMaterial: new)
    }

    /// The index of the first set of texture coordinates that none of these vertex sets has.
    private func freeTexCoord(_ surfaces: [ColoredSurface]) -> Int {
        let sets = Set(surfaces.map { meshes[$0.mesh].primitives[$0.primitive].vertexSet })
        let taken = Set(sets.flatMap { (vertexSets[$0].attributes + vertexSets[$0].pools).map(\.semantic) })
        return (0...taken.count).first { !taken.contains(.texCoord($0)) } ?? 0
    }
}

extension Attribute {
    /// The colours without alpha, if all are opaque.
    fileprivate var withoutOpaqueAlpha: Attribute {
        guard values.components == 4, let alpha = values.component(3) else { return self }
        let most = normalized ? values.type.normalizedMaximum ?? 1 : frame.scale
        let facts = Content(MeshScene()).facts(of: alpha)
        guard facts.nonFiniteCount == 0, facts.minimum >= most || alpha.count == 0 else { return self }
        var opaque = self
        opaque.values = values.prefix(3)
        return opaque
    }
}
