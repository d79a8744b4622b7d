package import MeshModel

extension Loss {
    /// How much a loss matters to people, most first.
    public enum Rank: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It can be seen or measured in the result: colours, textures, materials, shape, motion; also what was done
        /// on request.
        case visible
        /// Data that viewers don't show: precision, names, labels, metadata, hierarchy.
        case data
        /// The same facts in another form: names that were made, values that were split, reordered or rounded.
        case bookkeeping

        /// Orders what matters more first.
        public static func < (a: Self, b: Self) -> Bool { a.order < b.order }

        private var order: Int {
            switch self {
            case .visible: 0
            case .data: 1
            case .bookkeeping: 2
            }
        }
    }
}

extension Loss {
    /// The loss where only the shape counts, as in a print: colours, textures, materials, cameras and lights are data.
    package var ofShapeAlone: Loss {
        guard rank == .visible else { return self }
        switch code {
        case .topologyDropped, .topologyFolded, .meshDropped, .referenceMissing, .nativeUnmapped,
            .frameScaled, .frameTurned, .vertexMoved:
            return self
        case _ where name.hasSuffix("positions"): return self
        default:
            var loss = self
            loss.rank = .data
            return loss
        }
    }

    /// Whether it can be seen, but counts as data since only the shape counts.
    package var isSeenBesideShape: Bool { rank == .data && Rank(code, severity, name) == .visible }
}

extension Loss {
    /// Whether the file has it and meshconv reads it back, but other programs show something else.
    public var isUnseen: Bool { severity == .reencoded && rank == .visible && !Rank.requested.contains(code) }
}

extension MaterialChange {
    /// The rank of settings that a record in the file gives back and other programs don't know.
    ///
    /// - Parameters:
    ///   - from: the material.
    ///   - to: the material as other programs read it.
    package static func rank(of from: SceneMaterial, readAs to: SceneMaterial) -> Loss.Rank {
        let isShown =
            from.textures.allSatisfy { slot in
                to.texture(slot.slot) != nil || !shownSlots.contains(slot.slot)
                    || slot.slot == "alpha" && isInColors(slot, of: from, readAs: to)
            }
            && shownEffects.allSatisfy { name in (from[name] ?? []).allSatisfy { $0 == 0 } || to[name] != nil }
            && shownStrengths.allSatisfy { name, slot in
                from.texture(slot) == nil || abs((from[name]?.first ?? 1) - (to[name]?.first ?? 1)) <= 0.01
            }
        return isShown ? .bookkeeping : .visible
    }

    /// Whether opacity is the alpha channel of the base colour's texture, which counts there.
    private static func isInColors(_ opacity: TextureSlot, of from: SceneMaterial, readAs to: SceneMaterial) -> Bool {
        from.texture("baseColor")?.texture == opacity.texture && (opacity.channel ?? 3) == 3
            && (to["alphaMode"] ?? [0]) != [0]
    }

    /// The rank of settings that have other values for other programs.
    ///
    /// - Parameters:
    ///   - from: the material.
    ///   - to: the material as other programs read it.
    package func rankOfChanges(of from: SceneMaterial, readAs to: SceneMaterial) -> Loss.Rank {
        let isShown = changedNames.contains { name in
            let slot = from.texture(name)
            if let own = slot?.channel, let other = to.texture(name),
                own != other.channel ?? Self.usualChannels[name] ?? 0
            {
                return true
            }
            let options = slot?.effectiveOptions ?? []
            if options.contains(where: { Self.optionsOfValues.contains($0.name) }) { return true }
            guard Self.shownSettings.contains(name), let own = from.effective(name), let other = to.effective(name)
            else {
                return false
            }
            return zip(own, other).contains { abs($0 - $1) > 0.01 }
        }
        return isShown ? .visible : .bookkeeping
    }

    /// Effects that are 0 where there are none.
    private static let shownEffects = [
        "unlit", "transmission", "sheenColor", "iridescence", "anisotropy", "anisotropyStrength", "diffuseTransmission",
        "useSpecularWorkflow",
    ]

    /// Strengths of textures, which are 1 where none is said.
    private static let shownStrengths = [
        "normalScale": "normal", "occlusionStrength": "occlusion", "clearcoatNormalScale": "clearcoatNormal",
    ]

    /// Settings whose change is seen.
    private static let shownSettings: Set<String> = [
        "baseColor", "alpha", "emissive", "metallic", "roughness", "normalScale", "occlusionStrength",
    ]

    /// The channels that programs look at where none is named, of settings that are not in red.
    private static let usualChannels = ["roughness": 1, "metallic": 2, "clearcoatRoughness": 1, "alpha": 3]

    /// Options of textures that change their values.
    private static let optionsOfValues: Set<String> = ["-mm", "-bm", "-imfchan"]

    /// The textures whose lack is seen at once.
    private static let shownSlots: Set<String> = [
        "baseColor", "alpha", "emissive", "normal", "metallic", "roughness", "metallicRoughness", "occlusion", "bump",
        "displacement", "Ks", "transmission", "occlusionRoughnessMetallic", "roughnessMetallicOcclusion",
    ]
}

extension Loss.Rank {
    /// The usual rank of a loss.
    init(_ code: Loss.Code, _ severity: Loss.Severity, _ name: String) {
        if Self.requested.contains(code) {
            self = .visible
        } else if severity >= .rounded {
            // The target holds it, or the source had no such thing.
            self = .bookkeeping
        } else if Self.shown.contains(code) || Self.values.contains(code) && severity != .narrowed && Self.shows(name) {
            self = .visible
        } else {
            self = .data
        }
    }

    /// Changes that a caller asked for, or that add what is seen.
    fileprivate static let requested: Set<Loss.Code> = [
        .colorBaked, .colorSampled, .normalsGenerated, .frameScaled, .frameTurned, .vertexMoved,
    ]

    private static let shown: Set<Loss.Code> = [
        .textureDropped, .textureMissing, .textureOptionsDropped, .referenceMissing, .materialDropped,
        .materialApproximated, .materialChanged, .topologyDropped, .topologyFolded, .meshDropped,
        .cameraDropped, .cameraChanged, .lightDropped, .lightChanged, .colorReencoded, .animationDropped,
        .animationUnseen, .skinDropped, .skinInfluencesReduced, .morphAttributeDropped,
        .variantDropped,
    ]

    /// Codes of values that are seen or not, by what they mean.
    private static let values: Set<Loss.Code> = [
        .attributeDropped, .attributeReencoded, .precisionReduced, .valueClamped, .valueNormalized,
    ]

    /// Whether values of this plain name are seen: `colours 2`, `component 4 of colours`.
    private static func shows(_ name: String) -> Bool {
        var words = name.split(separator: " ")
        if let last = words.last, Int(last) != nil { words.removeLast() }
        let plain = words.joined(separator: " ")
        return shownNames.contains { plain == $0 || $0 == "colours" && plain.hasSuffix(" of " + $0) }
            || SplatNames.isName(name)
    }

    private static let shownNames: [String] = ["positions", "colours", "normals", "texture coordinates", "alpha"]
}
