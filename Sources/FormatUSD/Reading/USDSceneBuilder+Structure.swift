// Structural fields: the scene implies them by having the object.

extension USDSceneBuilder {
    /// Marks declarations of prims, and API schemas that are read anyway.
    mutating func useStructure() {
        // The default prim only matters to references without a path.
        uses.use(stage.prims[0].opinions, ["defaultPrim"])
        for prim in stage.prims.dropFirst() {
            // What is there is active, whether it says so or not.
            uses.use(prim.opinions, prim.isActive ? ["specifier", "active"] : ["specifier"])
            if USDSchemas.types.contains(prim.typeName) { uses.use(prim.opinions, ["typeName"]) }
            for opinion in prim.opinions {
                guard case .list(let list)? = stage.value(opinion, "apiSchemas") else { continue }
                let names = list.explicit + list.added + list.prepended + list.appended
                let isKnown = names.allSatisfy {
                    if case .text(let name) = $0 { USDSchemas.applied.contains(name) } else { false }
                }
                if isKnown, list.deleted.isEmpty, list.ordered.isEmpty { uses.use([opinion], ["apiSchemas"]) }
            }
        }
    }

    /// Marks the outputs of a shader or material. Their existence is all they express.
    mutating func useOutputs(_ prim: Int) {
        for name in stage.properties(of: prim) where name.hasPrefix("outputs:") { use(prim, name, "default") }
    }
}
