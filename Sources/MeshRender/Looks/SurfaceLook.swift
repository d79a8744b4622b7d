internal import MeshModel

/// The look of faces with one material.
struct SurfaceLook: Sendable {
    /// What counts of alpha.
    enum Alpha: Sendable {
        case ignored
        /// Samples with less are not drawn.
        case cut(Float)
        /// Alpha is the share of the light that a surface holds back.
        case blended
    }

    /// A texture on a surface.
    struct Image: Sendable {
        var texture: MipTexture
        var placement: TexturePlacement
        /// The index of its coordinates in ``SceneLooks/texCoordSets``.
        var coordinates: Int

        /// The colour at texture coordinates, and how these change to the next sample on the right and below.
        @inline(__always)
        func color(_ place: SIMD2<Float>, _ right: SIMD2<Float>, _ below: SIMD2<Float>) -> SIMD4<Float>? {
            let (s, t) = (placement.across, placement.down)
            let (u, v) = (SIMD2(Float(s.x), Float(s.y)), SIMD2(Float(t.x), Float(t.y)))
            func turned(_ a: SIMD2<Float>) -> SIMD2<Float> {
                SIMD2(a.x * u.x + a.y * u.y, a.x * v.x + a.y * v.y)
            }
            let shifted = turned(place) + SIMD2(Float(s.z), Float(t.z))
            return texture.color(shifted, turned(right), turned(below), placement)
        }
    }

    var color = SIMD4<Float>(repeating: 1)
    var texture: Image?
    /// The light that a surface sends out itself, and what multiplies it.
    var emission = SIMD4<Float>()
    var emissionTexture: Image?
    var alpha = Alpha.ignored
    var isDoubleSided = true
    var usesVertexColors = true
    /// Whether neither lamp nor corners change the colour.
    var isUnlit = false

    /// From this share on a surface hides all behind it.
    static let opaque: Float = 0.995

    /// Whether samples have the colours of the corners, and no more.
    var isPlain: Bool {
        if case .ignored = alpha { texture == nil && emission == SIMD4() && !isUnlit } else { false }
    }

    var usesAlpha: Bool { if case .ignored = alpha { false } else { true } }
    var isBlended: Bool { if case .blended = alpha { true } else { false } }
}

extension SurfaceLook {
    /// Creates the look of a material without its textures.
    init(_ material: SceneMaterial) {
        func color(_ name: String) -> SIMD4<Float>? {
            guard let own = material.effective(name), own.count >= 3 else { return nil }
            return SIMD4(Float(own[0]), Float(own[1]), Float(own[2]), 0)
        }
        if let own = color("baseColor") { self.color = own }
        switch material.effective("alphaMode")?.first {
        case 1: alpha = .cut(Float(material.effective("alphaCutoff")?.first ?? 0.5))
        case 2: alpha = .blended
        default: break
        }
        self.color.w = Float(material.effective("alpha")?.first ?? 1)
        if let own = color("emissive") {
            emission = own * Float(material["emissiveStrength"]?.first ?? 1)
        }
        if let share = material["transmission"]?.first, share > 0,
            material.texture("transmission") == nil
        {
            // Glass is seen through; a tenth of its colour is left so that one sees that it is there.
            if case .ignored = alpha {
                alpha = .blended
                self.color.w = 1
            }
            self.color.w *= 1 - 0.9 * Float(min(share, 1))
        }
        isDoubleSided = material.effective("doubleSided")?.first != 0
        usesVertexColors = material["vertexColors"] != [0]
        isUnlit = material["unlit"] == [1]
    }
}

/// What corners need to know of a look: plain numbers, which are copied for each triangle at no cost.
struct SurfaceTint: Sendable {
    var color: SIMD4<Float>
    var isDoubleSided: Bool
    var usesVertexColors: Bool
    var isUnlit: Bool
    var isPlain: Bool
    var isBlended: Bool
    /// The indices in ``SceneLooks/texCoordSets`` for colour and emission; nil: there is no texture.
    var colorSet: Int?
    var emissionSet: Int?

    init(_ look: SurfaceLook) {
        (color, isDoubleSided, usesVertexColors) = (
            look.color, look.isDoubleSided, look.usesVertexColors
        )
        (isUnlit, isPlain, isBlended) = (look.isUnlit, look.isPlain, look.isBlended)
        (colorSet, emissionSet) = (look.texture?.coordinates, look.emissionTexture?.coordinates)
    }
}
