import MeshBytes
import MeshFormats
import MeshModel

@testable import FormatOBJ

/// A written scene: the text, the files beside it, the losses and the correspondence.
struct Written {
    var text: String
    var sides: [String: String]
    var losses: [Loss]
    var links: Correspondence
}

func write(_ scene: MeshScene, variant: String = "obj", threads: Int = 1) throws -> Written {
    var options = WriteOptions()
    options.threads = threads
    let format = OBJFormat()
    let plan = try format.plan(Content(scene), variant: variant, options: options)
    let output = Output(memoryNamed: "room.obj")
    try format.write(plan, to: output)
    var sides: [String: String] = [:]
    for side in output.sideFiles() { sides[side.name] = String(decoding: side.bytes, as: UTF8.self) }
    return Written(
        text: String(decoding: output.mainBytes(), as: UTF8.self), sides: sides, losses: plan.losses,
        links: plan.correspondence)
}

func lines(_ lines: String...) -> String { lines.map { "\($0)\n" }.joined() }

/// Losses as `code severity subject count`.
func words(_ losses: [Loss]) -> [String] {
    losses.map { "\($0.code.rawValue) \($0.severity.rawValue) \($0.subject) \($0.count)" }
}

func triangle(_ extra: [Attribute] = [], pools: [Attribute] = []) -> VertexSet {
    VertexSet(
        count: 3,
        attributes: [Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 0.1, 0] as [Float], components: 3))] + extra,
        pools: pools)
}

func face(_ corners: [CornerAttribute] = []) -> Primitive {
    Primitive(
        topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
        vertices: Column([0, 1, 2] as [Int32], components: 3), cornerAttributes: corners)
}
