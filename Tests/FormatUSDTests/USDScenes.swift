import MeshBytes
import MeshFormats
import MeshModel

@testable import FormatUSD

/// Scenes for the tests of the writer, and helpers to write and read them.
enum USDScenes {
    /// A square over four vertices, with these attributes.
    static func square(_ attributes: [Attribute] = [], pools: [Attribute] = []) -> MeshScene {
        let positions = Attribute(
            .position, Column([Float](arrayLiteral: 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), components: 3))
        let set = VertexSet(count: 4, attributes: [positions] + attributes, pools: pools)
        let face = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(4),
            vertices: Column([Int32](arrayLiteral: 0, 1, 2, 3)))
        return MeshScene(vertexSets: [set], primitives: [face])
    }

    /// The plan and the layer of a scene.
    static func plan(_ scene: MeshScene, _ variant: String = "usda") throws -> (plan: WritePlan, layer: USDLayer) {
        let plan = try USDFormat().plan(Content(scene), variant: variant, options: WriteOptions())
        return (plan, (plan.layout as? USDWrittenFile)?.layer ?? USDLayer())
    }

    /// The bytes of a scene's file, and of the files beside it.
    static func write(
        _ scene: MeshScene, _ variant: String = "usda", name: String = "out"
    ) throws -> (bytes: [UInt8], sides: [(name: String, bytes: [UInt8])]) {
        let output = Output(memoryNamed: "\(name).\(variant.prefix(4))")
        let plan = try plan(scene, variant).plan
        try USDFormat().write(plan, to: output)
        return (output.mainBytes(), output.sideFiles())
    }

    /// Reads the file.
    static func read(
        _ bytes: [UInt8], sides: [(name: String, bytes: [UInt8])] = [], isForeign: Bool = false
    ) throws -> Document {
        var options = ReadOptions()
        if isForeign { options.options["origin"] = "ignore" }
        for side in sides { options.sideFiles[side.name] = .bytes(side.bytes) }
        return try USDFormat().read(.bytes(bytes, name: "out.usda"), options: options)
    }
}

extension USDLayer {
    /// The value of an attribute by its path; nil: there is none.
    func value(_ path: String) -> USDValue? {
        specs.indices.first { self.path(of: $0) == path }.flatMap { specs[$0]["default"] }
    }

    /// The numbers of an attribute by its path.
    func numbers(_ path: String) -> [Double]? {
        if case .array(let array) = value(path) { array.values.doubles() } else { nil }
    }
}
