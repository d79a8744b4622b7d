/// The schemas of prims that are read. The reader goes by these lists, and the page about USD is made from them.
enum USDSchemas {
    /// The types of prims that are read wherever they are.
    static let types: Set<String> = shapes.union(lights).union([
        "Xform", "Scope", "Mesh", "TetMesh", "Points", "BasisCurves", "PointInstancer", "GeomSubset", "Material",
        "Shader", "NodeGraph", "Camera", "SkelRoot", "Skeleton", "ParticleField3DGaussianSplat",
    ])

    /// Shapes that are stated by their sizes.
    static let shapes: Set<String> = [
        "Cube", "Sphere", "Cylinder", "Cylinder_1", "Cone", "Capsule", "Capsule_1", "Plane",
    ]

    /// The lights that glTF has, too.
    static let lights: Set<String> = ["DistantLight", "SphereLight"]

    /// Types that are read as lines.
    static let curves: Set<String> = ["BasisCurves", "HermiteCurves", "NurbsCurves"]

    /// Types that are read where a skeleton or a mesh refers to them.
    static let bound: Set<String> = ["SkelAnimation", "BlendShape"]

    /// Types that show something and are not read. So are all particle fields but splats.
    static let unreadShapes: Set<String> = ["NurbsPatch", "Volume"]

    /// API schemas that add nothing to what is read.
    static let applied: Set<String> = [
        "MaterialBindingAPI", "ShapingAPI", "LightAPI", "SkelBindingAPI", "ColorSpaceAPI",
        "ParticleFieldPositionBaseAPI", "ParticleFieldPositionAttributeAPI", "ParticleFieldOrientationAttributeAPI",
        "ParticleFieldScaleAttributeAPI", "ParticleFieldOpacityAttributeAPI", "ParticleFieldKernelBaseAPI",
        "ParticleFieldKernelGaussianEllipsoidAPI", "ParticleFieldRadianceBaseAPI",
        "ParticleFieldSphericalHarmonicsAttributeAPI",
    ]
}
