import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Layers that move.
enum USDMotionFixture {
    static func read(_ text: String, _ files: [String: String] = [:]) throws -> Document {
        var options = ReadOptions()
        for (name, text) in files { options.sideFiles[name] = .bytes(Array("#usda 1.0\n\(text)".utf8)) }
        let document = try USDFormat().read(
            .bytes(Array("#usda 1.0\n\(text)".utf8), name: "moving.usda"), options: options)
        try document.scene.validate()
        return document
    }

    /// The layer of one prim whose transform operations move.
    static func node(_ operations: String, order: String, header: String = "timeCodesPerSecond = 10") -> String {
        """
        (
            \(header)
        )
        def Xform "N" {
            \(operations)
            uniform token[] xformOpOrder = [\(order)]
        }
        """
    }

    /// An arm of three joints that bends, bound to a mesh by three influences a point in an order of its own.
    static func arm(
        mesh: String = influences, skeleton: String = rest, animation: String = poses, root: String = binding
    ) -> String {
        """
        (
            endTimeCode = 34
            startTimeCode = 10
            timeCodesPerSecond = 24
        )
        def SkelRoot "Root" (
            prepend apiSchemas = ["SkelBindingAPI"]
        ) {
            double3 xformOp:translate = (100, 0, 0)
            uniform token[] xformOpOrder = ["xformOp:translate"]
            \(root)
            def Skeleton "Skel" (
                prepend apiSchemas = ["SkelBindingAPI"]
            ) {
                uniform matrix4d[] bindTransforms = [\(shift("0,0,0")), \(shift("0,2,0")), \(shift("0,4,0"))]
                uniform token[] joints = ["a", "a/b", "a/b/c"]
                \(skeleton)
                double3 xformOp:translate = (0, 10, 0)
                uniform token[] xformOpOrder = ["xformOp:translate"]
                def SkelAnimation "Anim" {
                    \(animation)
                }
            }
            def Mesh "Arm" (
                prepend apiSchemas = ["SkelBindingAPI"]
            ) {
                int[] faceVertexCounts = [3, 3]
                int[] faceVertexIndices = [0, 1, 2, 1, 3, 2]
                point3f[] points = [(0, 0, 0), (0, 2, 0), (1, 3, 0), (0, 5, 0)]
                uniform token subdivisionScheme = "none"
                double3 xformOp:translate = (7, 7, 7)
                uniform token[] xformOpOrder = ["xformOp:translate"]
                \(mesh)
            }
        }
        """
    }

    static func shift(_ place: String) -> String { "((1,0,0,0),(0,1,0,0),(0,0,1,0),(\(place),1))" }

    static let binding = "rel skel:skeleton = </Root/Skel>"
    static let rest = """
        uniform token[] jointNames = ["Shoulder", "Elbow", "Wrist 1"]
        uniform matrix4d[] restTransforms = [
            \(shift("0,0,0")), \(shift("0,2,0")), ((0,1,0,0),(-1,0,0,0),(0,0,1,0),(0,2,0,1))
        ]
        rel skel:animationSource = </Root/Skel/Anim>
        """
    static let poses = """
        uniform token[] joints = ["a/b", "a"]
        quatf[] rotations.timeSamples = {
            10: [(1, 0, 0, 0), (1, 0, 0, 0)],
            22: [(0.70710677, 0, 0, 0.70710677), (1, 0, 0, 0)],
            34: [(0.70710677, 0, 0, 0.70710677), (0.70710677, 0.70710677, 0, 0)],
        }
        half3[] scales = [(1, 1, 1), (1, 1, 1)]
        float3[] translations.timeSamples = {
            10: [(0, 2, 0), (0, 0, 0)],
            34: [(0, 2, 0), (3, 0, 0)],
        }
        """
    static let influences = """
        matrix4d primvars:skel:geomBindTransform = \(shift("0,0,1"))
        int[] primvars:skel:jointIndices = [0, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 2] (
            elementSize = 3
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 0, 0, 0.25, 0.5, 0.25, 0.5, 0.5, 0, 0.5, 0.25, 0.25] (
            elementSize = 3
            interpolation = "vertex"
        )
        uniform token[] skel:joints = ["a/b", "a", "a/b/c"]
        """
}

extension MeshScene {
    func node(_ name: String) throws -> Int { try #require(nodes.firstIndex { $0.name == name }) }

    /// The sampler of a property of a node.
    func sampler(_ node: String, _ property: AnimationChannel.Property) throws -> AnimationSampler? {
        let index = try self.node(node)
        guard let clip = clips.first else { return nil }
        return clip.channels.first { $0.node == index && $0.property == property }.map { clip.samplers[$0.sampler] }
    }
}

/// Whether points are at the places that usd-core computes.
func isNear(_ points: [SIMD3<Double>], _ expected: [[Double]], _ tolerance: Double = 2e-5) -> Bool {
    points.count == expected.count
        && zip(points, expected).allSatisfy { point, other in
            (0..<3).allSatisfy { (point[$0] - other[$0]).magnitude <= tolerance }
        }
}
