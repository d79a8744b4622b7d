// Bounds: the pixels are copied by their own count.

#if canImport(RealityKit)
    import CoreFoundation
    import CoreGraphics
    import Foundation
    public import MeshConvert
    public import RealityKit
    import simd

    extension Entity {
        /// Makes entities of a scene in memory, for a preview while it is still edited or scanned: the hierarchy, meshes,
        /// materials and textures.
        ///
        /// ```swift
        /// let (entity, losses) = try await Entity.entity(of: mesh.scene())
        /// ```
        ///
        /// Scenes are fitted on another thread. Vertex colours, which RealityKit's materials don't show, become a texture
        /// of an unlit material, since colours of a scan contain the light of the room. Not shown, and listed: points and
        /// lines, cameras, lights, skins, morph targets, animations, variants. A file shows more of these: convert it to
        /// `.usdz` and use `Entity(contentsOf:)`.
        ///
        /// - Returns: a root entity in metres with Y up, and what it doesn't show of the scene, worst first.
        /// - Throws: a defect of an inconsistent scene; RealityKit's errors.
        @MainActor public static func entity(of scene: MeshScene) async throws -> (entity: Entity, losses: [Loss]) {
            let fitted = try await fitted(scene)
            var textures: [SurfaceMaterial.TextureUse: TextureResource] = [:]
            for material in fitted.materials {
                for (slot, use) in material.textures where textures[use] == nil {
                    textures[use] = try fitted.images[use].flatMap { try TextureResource.generate($0, for: slot) }
                }
            }
            let bare = PhysicallyBasedMaterial(.bare, textures)
            let materials = fitted.materials.map { material -> any RealityKit.Material in
                if material.isUnlit { return UnlitMaterial(material, textures) }
                return PhysicallyBasedMaterial(material, textures)
            }
            var models: [Int: ModelComponent] = [:]
            let root = Entity()
            var entities: [Entity] = []
            for node in fitted.nodes {
                let entity = Entity()
                entity.name = node.name ?? ""
                entity.isEnabled = node.isVisible
                entity.transform = Transform(matrix: simd_float4x4(node.matrix))
                if let mesh = node.mesh, !fitted.meshes[mesh].surfaces.isEmpty {
                    let own = fitted.meshes[mesh]
                    let model: ModelComponent
                    if let known = models[mesh] {
                        model = known
                    } else {
                        model = ModelComponent(
                            mesh: try await MeshResource.resource(of: own),
                            materials: own.surfaces.map { $0.material.map { materials[$0] } ?? bare })
                    }
                    models[mesh] = model
                    entity.components.set(model)
                }
                (node.parent.map { entities[$0] } ?? root).addChild(entity)
                entities.append(entity)
            }
            return (root, fitted.losses)
        }

        @concurrent private static func fitted(_ scene: MeshScene) async throws -> SurfaceScene {
            try SurfaceScene(scene, for: .realityKit)
        }
    }

    extension TextureResource {
        @MainActor fileprivate static func generate(
            _ image: SurfaceImage, for slot: SurfaceMaterial.Slot
        ) throws -> TextureResource? {
            guard let picture = CGImage.image(image) else { return nil }
            let semantic: Semantic =
                switch slot {
                case .baseColor, .emissive: .color
                case .normal: .normal
                default: .raw
                }
            return try generate(from: picture, withName: nil, options: CreateOptions(semantic: semantic))
        }
    }

    extension CGImage {
        fileprivate static func image(_ image: SurfaceImage) -> CGImage? {
            let isGray = image.channels == 1
            let data = unsafe image.pixels.withUnsafeBufferPointer { pixels in
                unsafe CFDataCreate(nil, pixels.baseAddress, pixels.count)
            }
            guard let data, let provider = CGDataProvider(data: data),
                let space = isGray ? CGColorSpaceCreateDeviceGray() : CGColorSpace(name: CGColorSpace.sRGB)
            else { return nil }
            return unsafe CGImage(
                width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 8 * image.channels,
                bytesPerRow: image.width * image.channels, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: (isGray ? CGImageAlphaInfo.none : .last).rawValue),
                provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
    }
#endif
