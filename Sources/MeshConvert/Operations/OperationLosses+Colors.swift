import MeshFormats
import MeshImages
import MeshModel
import MeshOperations
import MeshRouting

// Painting a texture from colours that no texture shows.

extension OperationLosses {
    static func paint(_ scene: MeshScene, isPlain: Bool, isSketch: Bool) -> Operated {
        var options = ColorPaintingOptions()
        options.isPlain = isPlain
        options.isSketch = isSketch
        let made = scene.paintingColors(options) { painting in
            var writer = PNGWriter(
                width: isSketch ? 1 : painting.width, height: isSketch ? 1 : painting.height,
                layout: painting.components == 4 ? .rgba : .rgb)
            writer.isSRGB = true
            return try? writer.file(isSketch ? Array(painting.pixels.prefix(painting.components)) : painting.pixels)
        }
        guard let made else { return Operated(scene: scene) }
        return Operated(scene: made.scene, step: .painted(made.painted), losses: losses(of: scene, made))
    }

    private static func losses(of scene: MeshScene, _ made: PaintedScene) -> [Loss] {
        let painted = made.painted
        var losses: [Loss] = []
        func lose(_ subject: String, _ name: String, _ count: Int, _ unit: String, _ cause: String) {
            losses.add(.colorBaked, .generated, subject, name, count: count, unit: unit, cause: cause)
        }
        lose(ScenePath.image(scene.images.count), "texture", 1, "images", words(of: made))
        let cause = "shows the texture that was painted from the colours"
        for (index, material) in painted.materials.inKeyOrder {
            let (before, after) = material
            lose(
                ScenePath.material(index), "material \(before.name ?? "\(index + 1)")",
                after.textures.count - before.textures.count + after.parameters.count - before.parameters.count,
                "values", cause)
        }
        if painted.newMaterial != nil {
            lose(ScenePath.material(scene.materials.count), "material", 1, "materials", cause)
        }
        for surface in painted.surfaces {
            let primitive = scene.meshes[surface.mesh].primitives[surface.primitive]
            lose(
                ScenePath.pool(set: primitive.vertexSet, surface.pool), "texture coordinates",
                surface.coordinates.count, "corners", "made for the texture that was painted from the colours")
            guard painted.newMaterial != nil else { continue }
            lose(
                ScenePath.materialBinding(mesh: surface.mesh, primitive: surface.primitive), "material of polygons",
                primitive.bareElementCount, "elements", cause)
        }
        return losses
    }

    private static func words(of made: PaintedScene) -> String {
        let painted = made.painted
        var words =
            "painted from the colours, \(painted.width) × \(painted.height) pixels for "
            + "\(PlainNumbers.grouped(made.faceCount)) faces"
        switch made.detail {
        case .corners: words += ", as many viewers show textures only"
        case .centers: words += ", which share corners: fewer faces would show more detail"
        case .faces: words += ", one colour for each: fewer faces would show more detail"
        }
        return words
    }
}
