import MeshFormats
import MeshImages
import MeshModel
import MeshOperations
import MeshRouting

// Putting channels of several textures into one image, and applying the transforms of textures to coordinates.

extension OperationLosses {
    static func place(_ scene: MeshScene, keepsMTL: Bool) -> Operated {
        guard let made = scene.placingTextures(keepsMTL: keepsMTL) else { return Operated(scene: scene) }
        var losses: [Loss] = []
        for own in made.placed.made {
            let semantic = AttributeSemantic.texCoord(own.number)
            let set = scene.vertexSets[own.set]
            var made = own.coordinates.makeIterator()
            func lose(_ path: String, _ coordinates: Attribute) {
                // Coordinates that only became the first set have their values.
                guard let new = made.next(), !new.values.isSameView(as: coordinates.values) else { return }
                losses.add(
                    .texturePlaced, .approximated, path, semantic.plainName, count: coordinates.count, unit: "rows",
                    cause: "the texture's move, scale and rotation were applied to them", rank: .bookkeeping)
            }
            for coordinates in set.attributes where coordinates.semantic == semantic {
                lose(ScenePath.vertexAttribute(set: own.set, semantic), coordinates)
            }
            for (pool, coordinates) in set.pools.enumerated() where coordinates.semantic == semantic {
                lose(ScenePath.pool(set: own.set, pool), coordinates)
            }
        }
        for (index, material) in made.placed.materials.inKeyOrder {
            let (before, after) = material
            let moved = before.textures.filter { after.texture($0.slot) != $0 }
            losses.add(
                .texturePlaced, .approximated, ScenePath.material(index), "material \(before.name ?? "\(index + 1)")",
                count: moved.count, unit: "textures",
                cause: "placed by texture coordinates alone, as the target needs",
                remedy: .format(keeping: .textureOptions(moved.flatMap(\.options).map(\.name))), rank: .bookkeeping)
        }
        return Operated(scene: made.scene, step: .placed(made.placed), losses: losses)
    }

    static func pack(_ scene: MeshScene, isSketch: Bool) -> Operated {
        var decoded: [Int: Correspondence.SampledColors.Texels] = [:]
        func texels(_ texture: Int) -> Correspondence.SampledColors.Texels? {
            let image = scene.textures[texture].image
            if let known = decoded[image] { return known }
            decoded[image] = Self.texels(scene.images[image])
            return decoded[image]
        }
        let made = scene.packingTextures(
            components: { header(of: $0)?.decodedChannels },
            decode: { Self.texels($0) },
            make: { channels in
                defer { decoded = [:] }
                var image = SceneImage(uri: "", mediaType: "image/png")
                let layout: PixelLayout = channels.count == 4 ? .rgba : .rgb
                if isSketch {
                    let pixel = [UInt8](repeating: 255, count: channels.count)
                    image.bytes = try? PNGWriter(width: 1, height: 1, layout: layout).file(pixel)
                    return image
                }
                var sources: [(image: Correspondence.SampledColors.Texels, component: Int)?] = []
                for channel in channels {
                    guard let channel else {
                        sources.append(nil)
                        continue
                    }
                    guard let texels = texels(channel.texture) else { return nil }
                    sources.append((texels, channel.component))
                }
                guard let packed = Correspondence.PackedTextures.texels(sources) else { return nil }
                var writer = PNGWriter(width: packed.width, height: packed.height, layout: layout)
                writer.isSRGB = channels.count == 4
                image.bytes = try? writer.file(packed.samples)
                return image.bytes == nil ? nil : image
            })
        guard let made else { return Operated(scene: scene) }
        return Operated(scene: made.scene, step: .packed(made.packed), losses: losses(of: scene, made.packed))
    }

    private static func header(of image: SceneImage) -> ImageHeader? {
        (try? image.open()).flatMap { input in
            (try? input.read(0..<min(input.byteCount, 1 << 20))).flatMap { ImageHeader($0) }
        }
    }

    private static func losses(of scene: MeshScene, _ packed: Correspondence.PackedTextures) -> [Loss] {
        var losses: [Loss] = []
        for (number, made) in packed.made.enumerated() {
            let path = ScenePath.image(scene.images.count + number)
            losses.add(
                .texturePacked, .generated, path, "texture", count: 1, unit: "images",
                cause: "put together from other textures, since glTF has one image for several settings")
            let sources = made.channels.compactMap(\.self).compactMap {
                header(of: scene.images[scene.textures[$0.texture].image])
            }
            let isDeep = sources.contains { $0.bitDepth > 8 }
            guard isDeep || Set(sources.map { [$0.width, $0.height] }).count > 1 else { continue }
            losses.add(
                .textureReduced, .reencoded, path, "texture", count: 1, unit: "images",
                cause: isDeep
                    ? "16 bits of a channel were rounded to 8 where it was put together from other textures"
                    : "texels of a smaller image are repeated where it was put together from other textures")
        }
        for (index, material) in packed.materials.inKeyOrder {
            let (before, after) = material
            func lose(_ code: Loss.Code, _ severity: Loss.Severity, _ count: Int, _ cause: String) {
                losses.add(
                    code, severity, ScenePath.material(index), "material \(before.name ?? "\(index + 1)")",
                    count: count, unit: "values", cause: cause)
            }
            lose(
                .textureRearranged, .reencoded, before.textures.count { after.texture($0.slot) != $0 },
                "shows channels of another image, since glTF has one image for several settings")
            lose(
                .texturePacked, .generated,
                after.textures.count { before.texture($0.slot) == nil }
                    + after.parameters.count { before[$0.name] == nil },
                "written out for the image that has several settings")
        }
        return losses
    }
}
