#if canImport(ModelIO)
    import Foundation
    import MeshConvert
    import ModelIO

    extension MDLMaterial {
        /// Makes a material of numbers and decoded textures.
        convenience init(_ material: SurfaceMaterial, images: [SurfaceMaterial.TextureUse: SurfaceImage]) {
            self.init(
                name: material.name ?? "", scatteringFunction: MDLPhysicallyPlausibleScatteringFunction())
            materialFace = material.isDoubleSided ? .doubleSided : .front
            func set(_ name: String, _ semantic: MDLMaterialSemantic, _ value: Double) {
                setProperty(MDLMaterialProperty(name: name, semantic: semantic, float: Float(value)))
            }
            func set(_ name: String, _ semantic: MDLMaterialSemantic, _ color: SIMD3<Double>) {
                setProperty(MDLMaterialProperty(name: name, semantic: semantic, float3: SIMD3<Float>(color)))
            }
            set("baseColor", .baseColor, material.baseColor)
            set("opacity", .opacity, material.alpha)
            set("metallic", .metallic, material.metallic)
            set("roughness", .roughness, material.roughness)
            set("emission", .emission, material.emissive)
            set("clearcoat", .clearcoat, material.clearcoat)
            set("clearcoatGloss", .clearcoatGloss, 1 - material.clearcoatRoughness)
            // A texture takes the place of the number.
            for slot in SurfaceMaterial.Slot.allCases {
                guard let use = material.textures[slot], let image = images[use] else { continue }
                let sampler = MDLTextureSampler()
                let filter = MDLTextureFilter()
                (filter.sWrapMode, filter.tWrapMode) = (use.wrapS.mode, use.wrapT.mode)
                sampler.hardwareFilter = filter
                sampler.texture = MDLTexture(
                    data: Data(image.pixels), topLeftOrigin: true, name: slot.rawValue,
                    dimensions: SIMD2(Int32(clamping: image.width), Int32(clamping: image.height)),
                    rowStride: image.width * image.channels, channelCount: image.channels, channelEncoding: .uint8,
                    isCube: false)
                setProperty(
                    MDLMaterialProperty(name: slot.rawValue, semantic: slot.semantic, textureSampler: sampler))
            }
        }
    }

    extension SurfaceMaterial.Slot {
        fileprivate var semantic: MDLMaterialSemantic {
            switch self {
            case .baseColor: .baseColor
            case .normal: .tangentSpaceNormal
            case .emissive: .emission
            case .occlusion: .ambientOcclusion
            case .metallic: .metallic
            case .roughness: .roughness
            case .clearcoat: .clearcoat
            case .clearcoatRoughness: .clearcoatGloss
            }
        }
    }

    extension TexturePlacement.Wrapping {
        fileprivate var mode: MDLMaterialTextureWrapMode {
            switch self {
            case .repeating: .repeat
            case .mirrored: .mirror
            case .clamped: .clamp
            }
        }
    }

    extension SceneMaterial {
        /// Reads what scenes have of a material of Model I/O's, and its textures into the scene.
        init(_ material: MDLMaterial, into scene: inout MeshScene, _ losses: inout SurfaceLosses) {
            self.init(name: material.name.isEmpty ? nil : material.name)
            var read: Set<UInt> = []
            for (name, semantic) in Self.semantics {
                read.insert(semantic.rawValue)
                guard let property = material.property(with: semantic) else { continue }
                switch property.type {
                case .float: parameters.append(MaterialParameter(name, [Double(property.floatValue)]))
                case .float3:
                    let value = property.float3Value
                    parameters.append(MaterialParameter(name, [value.x, value.y, value.z].map(Double.init)))
                case .float4:
                    let value = property.float4Value
                    parameters.append(MaterialParameter(name, [value.x, value.y, value.z].map(Double.init)))
                case .texture, .string, .URL:
                    guard let image = SceneImage(property) else {
                        losses.add(
                            .textureMissing, .dropped, "/materials/\(scene.materials.count)/\(name)", "\(name) texture",
                            1, "textures", "its texels of one byte for each sample were not found")
                        continue
                    }
                    textures.append(TextureSlot(name, texture: scene.textures.count, options: property.wrapping))
                    scene.textures.append(Texture(image: scene.images.count))
                    scene.images.append(image)
                default: continue
                }
            }
            read.insert(MDLMaterialSemantic.clearcoatGloss.rawValue)
            if let gloss = material.property(with: .clearcoatGloss), gloss.type == .float {
                parameters.append(MaterialParameter("clearcoatRoughness", [1 - Double(gloss.floatValue)]))
            }
            if material.materialFace == .doubleSided { parameters.append(MaterialParameter("doubleSided", [1])) }
            let others = (0..<material.count).compactMap { material[$0] }
                .filter { !read.contains($0.semantic.rawValue) && $0.isUnusual }
            if !others.isEmpty {
                losses.add(
                    .materialApproximated, .approximated, "/materials/\(scene.materials.count)",
                    "material \(material.name)", others.count, "settings",
                    "not read from Model I/O: \(others.map(\.name).joined(separator: ", "))")
            }
        }

        /// The settings and texture slots of scenes by Model I/O's meanings.
        private static let semantics: [(String, MDLMaterialSemantic)] = [
            ("baseColor", .baseColor), ("alpha", .opacity), ("metallic", .metallic), ("roughness", .roughness),
            ("emissive", .emission), ("clearcoat", .clearcoat), ("normal", .tangentSpaceNormal),
            ("occlusion", .ambientOcclusion),
        ]
    }

    extension MDLMaterialProperty {
        /// Whether it differs from what every material of Model I/O starts with.
        fileprivate var isUnusual: Bool {
            let plain = MDLMaterial(name: "", scatteringFunction: MDLPhysicallyPlausibleScatteringFunction())
            guard let usual = plain.property(with: semantic), usual.type == type else { return true }
            switch type {
            case .float: return floatValue != usual.floatValue
            case .float3: return float3Value != usual.float3Value
            case .float4: return float4Value != usual.float4Value
            default: return false
            }
        }

        /// How a texture goes on beyond its edges, as options of a texture slot.
        fileprivate var wrapping: [TextureOption] {
            guard let filter = textureSamplerValue?.hardwareFilter else { return [] }
            return [("wrapS", filter.sWrapMode), ("wrapT", filter.tWrapMode)].compactMap { name, mode in
                switch mode {
                case .clamp: TextureOption(name, ["33071"])
                case .mirror: TextureOption(name, ["33648"])
                default: nil
                }
            }
        }
    }

    extension SceneImage {
        /// The texture of a property: its file, else its texels.
        fileprivate init?(_ property: MDLMaterialProperty) {
            if let url = property.urlValue, url.isFileURL {
                self.init(uri: url.lastPathComponent, path: url.path(percentEncoded: false))
                return
            }
            guard let texture = property.textureSamplerValue?.texture, texture.channelEncoding == .uint8,
                let texels = texture.texelDataWithTopLeftOrigin(),
                let image = SurfaceImage.png(
                    [UInt8](texels), width: Int(texture.dimensions.x), height: Int(texture.dimensions.y),
                    rowStride: texture.rowStride, channels: Int(texture.channelCount))
            else { return nil }
            self = image
        }
    }
#endif
