#if canImport(RealityKit)
    import MeshConvert
    import Metal
    import RealityKit

    #if canImport(UIKit)
        import UIKit
        private typealias PlatformColor = UIColor
    #else
        import AppKit
        private typealias PlatformColor = NSColor
    #endif

    extension PhysicallyBasedMaterial {
        /// Makes a material of numbers and the textures that were made.
        init(_ material: SurfaceMaterial, _ textures: [SurfaceMaterial.TextureUse: TextureResource]) {
            self.init()
            func texture(_ slot: SurfaceMaterial.Slot) -> MaterialParameters.Texture? {
                material.textures[slot].flatMap { use in textures[use].map { MaterialParameters.Texture($0, use) } }
            }
            baseColor = BaseColor(tint: PlatformColor(linear: material.baseColor), texture: texture(.baseColor))
            metallic = Metallic(scale: Float(material.metallic), texture: texture(.metallic))
            roughness = Roughness(scale: Float(material.roughness), texture: texture(.roughness))
            clearcoat = Clearcoat(scale: Float(material.clearcoat), texture: texture(.clearcoat))
            clearcoatRoughness = ClearcoatRoughness(
                scale: Float(material.clearcoatRoughness), texture: texture(.clearcoatRoughness))
            emissiveColor = EmissiveColor(
                color: PlatformColor(linear: material.emissive), texture: texture(.emissive))
            emissiveIntensity = 1
            if let map = texture(.normal) { normal = Normal(texture: map) }
            if let map = texture(.occlusion) { ambientOcclusion = AmbientOcclusion(texture: map) }
            faceCulling = material.isDoubleSided ? .none : .back
            switch material.transparency {
            case .opaque: blending = .opaque
            case .cutout(let threshold): opacityThreshold = Float(threshold)
            case .blended: blending = .transparent(opacity: Opacity(scale: Float(material.alpha)))
            }
        }
    }

    extension UnlitMaterial {
        /// Makes a material that shows its colour as it is.
        init(_ material: SurfaceMaterial, _ textures: [SurfaceMaterial.TextureUse: TextureResource]) {
            self.init()
            let texture = material.textures[.baseColor].flatMap { use in
                textures[use].map { MaterialParameters.Texture($0, use) }
            }
            color = BaseColor(
                tint: PlatformColor(linear: material.baseColor),
                texture: texture)
            faceCulling = material.isDoubleSided ? .none : .back
            switch material.transparency {
            case .opaque: blending = .opaque
            case .cutout(let threshold): opacityThreshold = Float(threshold)
            case .blended:
                blending = .transparent(opacity: PhysicallyBasedMaterial.Opacity(scale: Float(material.alpha)))
            }
        }
    }

    extension MaterialParameters.Texture {
        fileprivate init(_ texture: TextureResource, _ use: SurfaceMaterial.TextureUse) {
            let sampler = MTLSamplerDescriptor()
            (sampler.sAddressMode, sampler.tAddressMode) = (use.wrapS.addressMode, use.wrapT.addressMode)
            (sampler.minFilter, sampler.magFilter, sampler.mipFilter) = (.linear, .linear, .linear)
            self.init(texture, sampler: Sampler(sampler))
        }
    }

    extension TexturePlacement.Wrapping {
        fileprivate var addressMode: MTLSamplerAddressMode {
            switch self {
            case .repeating: .repeat
            case .mirrored: .mirrorRepeat
            case .clamped: .clampToEdge
            }
        }
    }

    extension PlatformColor {
        /// A colour of linear numbers.
        fileprivate convenience init(linear color: SIMD3<Double>) {
            func encoded(_ value: Double) -> Double { ColorTransfer.srgb(fromLinear: value) }
            let (red, green, blue) = (encoded(color.x), encoded(color.y), encoded(color.z))
            #if canImport(UIKit)
                self.init(red: red, green: green, blue: blue, alpha: 1)
            #else
                self.init(srgbRed: red, green: green, blue: blue, alpha: 1)
            #endif
        }
    }
#endif
