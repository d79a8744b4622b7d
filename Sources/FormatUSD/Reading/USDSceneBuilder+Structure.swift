// What layers say only to make the rest readable: the scene has it by having the thing.

extension USDSceneBuilder {
    /// Marks how prims are declared, and words of schemas that are read anyway.
    mutating func useStructure() {
        let root = stage.prims[0]
        // Only who refers to the file without a path asks which prim is meant.
        uses.use(root, "defaultPrim")
        for prim in stage.prims.dropFirst() {
            uses.use(prim, "specifier")
            if Self.types.contains(prim.typeName) { uses.use(prim, "typeName") }
            for opinion in prim.opinions {
                guard case .list(let list)? = stage.spec(opinion)["apiSchemas"] else { continue }
                let names = list.explicit + list.added + list.prepended + list.appended
                let isKnown = names.allSatisfy {
                    if case .text(let name) = $0 { Self.schemas.contains(name) } else { false }
                }
                if isKnown, list.deleted.isEmpty, list.ordered.isEmpty { uses.use(opinion, "apiSchemas") }
            }
        }
    }

    /// Marks what a shader or a material gives out: that it is there says it.
    mutating func useOutputs(_ prim: Int) {
        for name in stage.properties(of: prim) where name.hasPrefix("outputs:") {
            guard let property = stage.property(prim, name) else { continue }
            uses.use(property, "default", "typeName", "variability", "custom")
        }
    }

    /// The types of prims that are read.
    private static let types: Set<String> = [
        "Xform", "Scope", "Mesh", "TetMesh", "Points", "BasisCurves", "PointInstancer", "GeomSubset", "Material",
        "Shader",
        "NodeGraph", "Camera", "DistantLight", "SphereLight", "Cube", "Sphere", "Cylinder", "Cylinder_1", "Cone",
        "Capsule",
        "Capsule_1", "Plane",
    ]

    /// Schemas that add nothing to what is read.
    private static let schemas: Set<String> = ["MaterialBindingAPI", "ShapingAPI", "LightAPI"]
}
