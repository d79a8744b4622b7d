import MeshModel

extension FormatTable {
    /// A minimal scene with one feature.
    struct Probe {
        var feature: String
        var scene: MeshScene
        /// Whether what becomes of names doesn't count, since it is a feature of its own.
        var ignoresNames = false

        /// The scene without features: three float32 vertices and a triangle.
        static let plain = MeshScene(
            vertexSets: [VertexSet(count: 4, attributes: [positions])],
            primitives: [triangle])

        private static let positions = Attribute(
            .position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3] as [Float], components: 3))
        private static let triangle = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 2, 3] as [UInt32]))

        /// One scene per feature, in the order of the table.
        static var all: [Probe] { values + shapes + looks + structure }

        // MARK: Values

        private static var values: [Probe] {
            [
                vertex("float32 positions", nil),
                shaped("float64 positions") { set, _ in
                    set.attributes[0].values = Column(
                        [500_000.1, 0, 0, 1, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3] as [Double], components: 3)
                },
                vertex(
                    "normals per vertex", Attribute(.normal, Column([Float](repeating: 0.6, count: 12), components: 3))),
                corner("normals per corner", Attribute(.normal, Column([0, 0, 1, 0, 1, 0] as [Float], components: 3))),
                vertex(
                    "texture coordinates per vertex",
                    Attribute(
                        .texCoord(0), Column([Float](repeating: 0.3, count: 8), components: 2), frame: .bottomLeftUV)),
                corner(
                    "texture coordinates per corner",
                    Attribute(
                        .texCoord(0), Column([0.1, 0.2, 0.7, 0.4] as [Float], components: 2), frame: .bottomLeftUV)),
                vertex("vertex colours, 8 bit", colours(UInt8.self, [10, 20, 30, 255, 0, 7], components: 3)),
                vertex("vertex colours, 16 bit", colours(UInt16.self, [10, 20, 30_001, 65_535, 0, 7], components: 3)),
                vertex(
                    "vertex colours, float",
                    Attribute(.color(0), Column([Float](repeating: 0.123, count: 12), components: 3), frame: .srgb)),
                vertex("alpha", colours(UInt8.self, [10, 20, 30, 128], components: 4)),
                face("face colours", colours(UInt8.self, [10, 20, 30, 255, 0, 7], components: 3, rows: 2)),
                vertex(
                    "own vertex values (confidence)",
                    Attribute(
                        AttributeSemantic(name: "confidence"), Column([0.5, 1, 0.25, 0.1] as [Float]))),
                face(
                    "own face values (label)",
                    Attribute(AttributeSemantic(name: "label"), Column([3, 700] as [Int32]))),
            ]
        }

        // MARK: Shapes

        private static var shapes: [Probe] {
            [
                shaped("polygons") { _, primitive in
                    primitive.arity = .offsets(Column([0, 4, 7] as [Int32]))
                    primitive.vertices = Column([0, 1, 3, 2, 0, 2, 3] as [UInt32])
                },
                shaped("lines") { _, primitive in
                    primitive.topology = .lines
                    primitive.arity = .offsets(Column([0, 3, 5] as [Int32]))
                    primitive.vertices = Column([0, 1, 3, 2, 0] as [UInt32])
                },
                shaped("points") { _, primitive in primitive = .cloud(vertexSet: 0, count: 4) },
                shaped("unused vertices") { _, primitive in
                    primitive.vertices = Column([0, 1, 2, 2, 1, 0] as [UInt32])
                },
            ]
        }

        // MARK: Looks

        private static var looks: [Probe] {
            [
                withMaterial(
                    "materials",
                    SceneMaterial(name: "Sofa", parameters: [MaterialParameter("baseColor", [0.5, 0.5, 0.5])])),
                withMaterial(
                    "metal and roughness",
                    SceneMaterial(
                        name: "Steel",
                        parameters: [MaterialParameter("metallic", [1]), MaterialParameter("roughness", [0.25])])),
                withMaterial(
                    "base colour textures",
                    SceneMaterial(name: "Wall", textures: [TextureSlot("baseColor", texture: 0)])),
                withMaterial(
                    "other textures (normal)",
                    SceneMaterial(name: "Wall", textures: [TextureSlot("normal", texture: 0)])),
                Probe(feature: "material variants", scene: variants),
            ]
        }

        private static var variants: MeshScene {
            var scene = scene { _, primitive in
                primitive.material = .one(0)
                primitive.variantMaterials = [
                    VariantMaterial(variant: 0, material: .one(0)), VariantMaterial(variant: 1, material: .one(1)),
                ]
            }
            scene.materials = [SceneMaterial(name: "Oak"), SceneMaterial(name: "Pine")]
            scene.materialVariants = ["oak", "pine"]
            return scene
        }

        private static func withMaterial(_ feature: String, _ material: SceneMaterial) -> Probe {
            var scene = scene { _, primitive in primitive.material = .one(0) }
            scene.materials = [material]
            if !material.textures.isEmpty {
                scene.textures = [Texture(image: 0)]
                scene.images = [SceneImage(uri: "wall.png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]
                scene.vertexSets[0].attributes.append(
                    Attribute(
                        .texCoord(0), Column([Float](repeating: 0.5, count: 8), components: 2), frame: .bottomLeftUV))
            }
            return Probe(feature: feature, scene: scene, ignoresNames: true)
        }

        // MARK: Structure

        private static var structure: [Probe] {
            [
                shaped("groups") { _, primitive in
                    primitive.subsetFamilies = [
                        SubsetFamily(name: "groups", subsets: [Subset(name: "wall", ranges: [0..<1])])
                    ]
                },
                face("smoothing groups", Attribute(.smoothingGroup, Column([1, 0] as [Int32]))),
                changed("several objects") { scene in
                    scene.meshes.append(Mesh(name: "Table", primitives: [triangle]))
                    scene.meshes[0].name = "Room"
                    scene.nodes = [Node(name: "Room", mesh: 0), Node(name: "Table", mesh: 1)]
                    scene.scenes = [SceneRoot(roots: [0, 1])]
                },
                changed("names") { $0.nodes[0].name = "Room" },
                changed("transforms") {
                    $0.nodes[0].transform = .trs(
                        translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
                },
                changed("cameras") { scene in
                    scene.cameras = [
                        Camera(projection: .perspective(yfov: 0.8, aspectRatio: nil, znear: 0.1, zfar: nil))
                    ]
                    scene.nodes.append(Node(camera: 0))
                    scene.scenes[0].roots.append(1)
                },
                changed("lights") { scene in
                    scene.lights = [Light(kind: .point)]
                    scene.nodes.append(Node(light: 0))
                    scene.scenes[0].roots.append(1)
                },
                changed("tables") {
                    $0.tables = [
                        SceneTable(
                            name: "camera", rowCount: 1,
                            columns: [Attribute(AttributeSemantic(name: "view_px"), Column([1.5] as [Float]))])
                    ]
                },
                changed("comments") { $0.metadata = [MetadataEntry(key: "comment", value: "Scanned on a Monday")] },
                changed("unit") { $0.metersPerUnit = 0.001 },
                changed("up axis") { $0.upAxis = .z },
            ]
        }

        // MARK: Parts

        private static func scene(_ change: (inout VertexSet, inout Primitive) -> Void) -> MeshScene {
            var set = VertexSet(count: 4, attributes: [positions])
            var primitive = triangle
            change(&set, &primitive)
            return MeshScene(vertexSets: [set], primitives: [primitive])
        }

        private static func changed(_ feature: String, _ change: (inout MeshScene) -> Void) -> Probe {
            var scene = plain
            change(&scene)
            return Probe(feature: feature, scene: scene)
        }

        private static func shaped(_ feature: String, _ change: (inout VertexSet, inout Primitive) -> Void) -> Probe {
            Probe(feature: feature, scene: scene(change))
        }

        private static func vertex(_ feature: String, _ attribute: Attribute?) -> Probe {
            shaped(feature) { set, _ in if let attribute { set.attributes.append(attribute) } }
        }

        private static func corner(_ feature: String, _ pool: Attribute) -> Probe {
            shaped(feature) { set, primitive in
                set.pools = [pool]
                primitive.cornerAttributes = [
                    CornerAttribute(pool: 0, indices: Column([0, 1, 0, 1, 0, 1] as [Int32]))
                ]
            }
        }

        private static func face(_ feature: String, _ attribute: Attribute) -> Probe {
            shaped(feature) { _, primitive in primitive.elementAttributes = [attribute] }
        }

        /// Colours that repeat some codes.
        private static func colours<T: ColumnScalar>(
            _ type: T.Type, _ codes: [T], components: Int, rows: Int = 4
        ) -> Attribute {
            let values = (0..<rows * components).map { codes[$0 % codes.count] }
            return Attribute(.color(0), Column(values, components: components), normalized: true, frame: .srgb)
        }
    }
}
