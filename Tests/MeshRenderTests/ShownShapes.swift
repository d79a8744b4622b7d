import Dispatch
import MeshModel
public import MeshRender
public import Testing

/// Scenes with few triangles, and the pixels of their pictures.
enum ShownShapes {
    static let red: [UInt8] = [255, 0, 0]
    static let green: [UInt8] = [0, 255, 0]
    static let blue: [UInt8] = [0, 0, 255]

    /// A small picture from the front with parallel lines: x is to the right, y up.
    static var front: ViewOptions {
        var options = ViewOptions()
        (options.width, options.height) = (64, 64)
        options.direction = .front
        options.projection = .orthographic
        options.background = SIMD3()
        return options
    }

    /// The corners of a square of half a side of 1 around a middle, that looks to +Z: two triangles.
    static func square(at middle: SIMD3<Float> = SIMD3(), half: Float = 1) -> [SIMD3<Float>] {
        let (a, b) = (middle + SIMD3(-half, -half, 0), middle + SIMD3(half, -half, 0))
        let (c, d) = (middle + SIMD3(half, half, 0), middle + SIMD3(-half, half, 0))
        return [a, b, c, a, c, d]
    }

    /// Places in a cube from −1 to 1, always the same.
    static func places(_ count: Int) -> [SIMD3<Float>] {
        var seed: UInt32 = 1
        func next() -> Float {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return Float(seed >> 8) / Float(1 << 23) - 1
        }
        return (0..<count).map { _ in SIMD3(next(), next(), next()) }
    }

    /// A square with a texture.
    static func textured(
        uvOrigin: Frame.UVOrigin = .topLeft, _ parameters: [MaterialParameter] = [], options: [TextureOption] = []
    ) -> MeshScene {
        var scene = ShownShapes.scene(ShownShapes.square())
        // The lower left corner first; glTF counts v from the top.
        let (low, high): (Float, Float) = uvOrigin == .topLeft ? (1, 0) : (0, 1)
        let coordinates: [Float] = [0, low, 1, low, 1, high, 0, low, 1, high, 0, high]
        scene.vertexSets[0].attributes.append(
            Attribute(.texCoord(0), Column(coordinates, components: 2), frame: Frame(uvOrigin: uvOrigin)))
        scene.images = [SceneImage(uri: "a.png")]
        scene.textures = [Texture(image: 0)]
        let clamped = [TextureOption("wrapS", ["33071"]), TextureOption("wrapT", ["33071"])]
        scene.materials = [
            SceneMaterial(
                parameters: parameters, textures: [TextureSlot("baseColor", texture: 0, options: options + clamped)])
        ]
        scene.meshes[0].primitives[0].material = .one(0)
        return scene
    }

    /// A scene of one mesh: elements with corners of their own, each with a colour.
    static func scene(
        _ corners: [SIMD3<Float>], of topology: Topology = .polygons, colors: [[UInt8]] = [], upAxis: UpAxis? = nil
    ) -> MeshScene {
        let arity = topology == .polygons ? 3 : topology == .lines ? 2 : 1
        var set = VertexSet(
            count: corners.count,
            attributes: [Attribute(.position, Column(corners.flatMap { [$0.x, $0.y, $0.z] }, components: 3))])
        if !colors.isEmpty {
            let rows = corners.indices.flatMap { colors[min($0 / arity, colors.count - 1)] }
            set.attributes.append(Attribute(.color(0), Column(rows, components: 3), normalized: true, frame: .srgb))
        }
        let primitive = Primitive(
            topology: topology, vertexSet: 0, elementCount: corners.count / arity, arity: .uniform(arity), vertices: nil
        )
        var scene = MeshScene(vertexSets: [set], primitives: [primitive])
        scene.upAxis = upAxis
        return scene
    }
}

extension RenderedPicture: CustomTestStringConvertible {
    /// Failures don't print all pixels.
    public var testDescription: String { "picture of \(width) × \(height)" }
    /// The pixel at a share of the width and height.
    func pixel(_ across: Double, _ down: Double) -> [UInt8] {
        let start = (Int(down * Double(height)) * width + Int(across * Double(width))) * 3
        return Array(pixels[start..<start + 3])
    }

    /// The number of pixels that aren't black.
    var litCount: Int { stride(from: 0, to: pixels.count, by: 3).count { pixels[$0..<$0 + 3].contains { $0 > 0 } } }

    /// Whether the pixel's largest component is this one, by far.
    func isMostly(_ component: Int, _ across: Double, _ down: Double) -> Bool {
        let own = pixel(across, down)
        return own[component] > 100
            && own.enumerated().allSatisfy { $0 == component || Int($1) < Int(own[component]) / 2 }
    }
}

/// Runs tasks on two threads.
struct TwoWorkers: Workers {
    /// Keeps results in the order of the tasks, whichever is done first.
    private final class Results<R>: @unchecked Sendable {
        private let queue = DispatchQueue(label: "results")
        private var values: [Int: R] = [:]

        func set(_ index: Int, _ value: R) { queue.sync { values[index] = value } }
        func sorted() -> [R] { queue.sync { values.sorted { $0.key < $1.key }.map(\.value) } }
    }

    func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] {
        let results = Results<R>()
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            for index in half == 0 ? count / 2..<count : 0..<count / 2 { results.set(index, body(index)) }
        }
        return results.sorted()
    }
}
