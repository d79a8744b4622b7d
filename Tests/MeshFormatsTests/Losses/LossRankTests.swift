import MeshFormats
import MeshModel
import Testing

/// The three ranks: what can be seen, what is data, what is bookkeeping.
@Suite struct LossRankTests {
    private func rank(_ code: Loss.Code, _ severity: Loss.Severity, _ name: String = "a") -> Loss.Rank {
        Loss(code, severity, subject: "/a", name: name, count: 1, unit: "vertices", cause: "because").rank
    }

    @Test(arguments: [
        "positions", "colours", "colours 2", "alpha of colours", "component 3 of colours 2", "normals",
        "texture coordinates", "texture coordinates 3", "f_rest_7", "opacity", "rot_0",
    ])
    func droppedValuesThatViewersShowAreSeen(name: String) {
        #expect(rank(.attributeDropped, .dropped, name) == .visible)
        #expect(rank(.valueClamped, .approximated, name) == .visible)
        #expect(rank(.attributeNarrowed, .narrowed, name) == .data)
        #expect(rank(.precisionReduced, .rounded, name) == .bookkeeping)
        #expect(rank(.attributeFilled, .generated, name) == .bookkeeping)
    }

    @Test(arguments: ["confidence", "weights", "smoothing groups", "recolours", "intensity"])
    func otherDroppedValuesAreData(name: String) {
        #expect(rank(.attributeDropped, .dropped, name) == .data)
        #expect(rank(.attributeReencoded, .reencoded, name) == .bookkeeping)
    }

    @Test func looksAndShapesAreSeen() {
        let codes: [Loss.Code] = [
            .materialDropped, .materialChanged, .textureDropped, .textureMissing, .referenceMissing, .topologyDropped,
            .topologyFolded, .meshDropped, .cameraDropped, .lightDropped,
        ]
        for code in codes { #expect(rank(code, .dropped) == .visible, "\(code.rawValue)") }
    }

    @Test func namesThatAreGoneAreDataAndNamesThatChangedAreBookkeeping() {
        #expect(rank(.nameDropped, .dropped) == .data)
        #expect(rank(.nameChanged, .reencoded) == .bookkeeping)
        #expect(rank(.metadataDropped, .dropped) == .data)
        #expect(rank(.hierarchyBaked, .dropped) == .data)
        #expect(rank(.interpolationSplit, .generated) == .bookkeeping)
    }

    @Test func whatWasAskedForIsShown() {
        for code in [Loss.Code.frameScaled, .frameTurned, .normalsGenerated, .colorSampled] {
            #expect(rank(code, .generated) == .visible, "\(code.rawValue)")
        }
    }

    /// A record gives the strength of a normal map back; who doesn't know the record shows full bumps.
    @Test func aStrengthThatOnlyARecordHasIsSeen() {
        func rank(_ strength: Double, slots: [String]) -> Loss.Rank {
            let textures = slots.map { TextureSlot($0, texture: 0) }
            let from = SceneMaterial(
                parameters: [MaterialParameter("normalScale", [strength])], textures: textures)
            return MaterialChange.rank(of: from, readAs: SceneMaterial(textures: textures))
        }
        #expect(rank(0.5, slots: ["normal"]) == .visible)
        #expect(rank(-1, slots: ["normal"]) == .visible)
        #expect(rank(1, slots: ["normal"]) == .bookkeeping)
        #expect(rank(0.5, slots: []) == .bookkeeping)
    }

    /// What a texture means in another channel is another look; so is a surface by its reflection.
    @Test func otherChannelsAndOtherWorkflowsAreSeen() {
        let green = SceneMaterial(
            textures: [TextureSlot("clearcoat", texture: 0, options: [TextureOption("channel", ["g"])])])
        let red = SceneMaterial(textures: [TextureSlot("clearcoat", texture: 0)])
        #expect(MaterialChange(from: green, to: red, textures: [0]).rankOfChanges(of: green, readAs: red) == .visible)
        let specular = SceneMaterial(parameters: [MaterialParameter("useSpecularWorkflow", [1])])
        #expect(MaterialChange.rank(of: specular, readAs: SceneMaterial()) == .visible)
    }

    /// Options of MTL with their usual numbers change nothing.
    @Test func idleOptionsChangeNothing() {
        let words = [
            ("-mm", ["0", "1.0"]), ("-o", ["0", "0"]), ("-s", ["1", "1", "1"]), ("-blendu", ["on"]), ("-bm", ["1"]),
        ]
        let idle = TextureSlot("baseColor", texture: 0, options: words.map { TextureOption($0.0, $0.1) })
        #expect(idle.effectiveOptions.isEmpty)
        for option in [TextureOption("-s", ["2"]), TextureOption("-mm", ["0", "2"]), TextureOption("-o", ["x"])] {
            #expect(TextureSlot("baseColor", texture: 0, options: [option]).effectiveOptions == [option])
        }
    }

    @Test func aRankCanBeGiven() {
        let loss = Loss(
            .textureDropped, .dropped, subject: "/a", name: "a", count: 1, unit: "images", cause: "because", rank: .data
        )
        #expect(loss.rank == .data)
    }

    @Test func whatIsSeenComesFirst() {
        let losses = [
            Loss(.nameDropped, .dropped, subject: "/a", name: "name", count: 1, unit: "names", cause: "because"),
            Loss(.materialChanged, .approximated, subject: "/b", name: "m", count: 1, unit: "values", cause: "because"),
            Loss(.textureDropped, .dropped, subject: "/c", name: "t", count: 1, unit: "images", cause: "because"),
        ]
        #expect(losses.worstFirst.map(\.name) == ["t", "m", "name"])
        #expect(Loss.Rank.visible < .data && Loss.Rank.data < .bookkeeping)
    }
}
