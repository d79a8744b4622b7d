import MeshFormats

/// Which facts of the layers went into the scene: a mark for each field of each spec.
final class USDUse {
    private var marks: [Key: Fate] = [:]

    /// Where a fact went.
    enum Fate { case scene, diagnostic }

    struct Key: Hashable {
        var layer: Int
        var spec: Int
        var field: String
    }

    /// Says that a field of an opinion is in the scene, or was left out with a remark.
    func use(_ opinion: USDOpinion, _ field: String, _ fate: Fate = .scene) {
        marks[Key(layer: opinion.layer, spec: opinion.spec, field: field)] = fate
    }

    /// Says that fields of all opinions on a property are in the scene: the strongest decided, the others lost to it.
    func use(_ property: USDProperty, _ fields: String..., fate: Fate = .scene) {
        for opinion in property.opinions { for field in fields { use(opinion, field, fate) } }
    }

    /// Says that a field of all opinions on a prim is in the scene.
    func use(_ prim: USDPrim, _ fields: String..., fate: Fate = .scene) {
        for opinion in prim.opinions { for field in fields { use(opinion, field, fate) } }
    }
}
