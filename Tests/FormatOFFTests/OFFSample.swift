import FormatOFF
import MeshBytes
import MeshFormats
import MeshModel

/// Reads a text.
func read(_ text: String, _ options: ReadOptions = ReadOptions()) throws(ReadError) -> Document {
    try OFFFormat().read(.bytes(Array(text.utf8), name: "sample.off"), options: options)
}

/// A binary file: its first line, counts, and numbers of four bytes.
func binary(_ word: String, _ counts: [Int32], _ values: [OFFWord], swapped: Bool = false) -> [UInt8] {
    let words = counts.map { UInt32(bitPattern: $0) } + values.map(\.bits)
    return Array("\(word)\n".utf8)
        + words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (swapped ? 8 * $0 : 24 - 8 * $0)) } }
}

/// A number of four bytes.
enum OFFWord {
    case int(Int32)
    case float(Float)

    var bits: UInt32 {
        switch self {
        case .int(let value): UInt32(bitPattern: value)
        case .float(let value): value.bitPattern
        }
    }

    static func floats(_ values: Float...) -> [OFFWord] { values.map { .float($0) } }
    static func ints(_ values: Int32...) -> [OFFWord] { values.map { .int($0) } }
}

extension Document {
    /// The only primitive of the only mesh.
    var primitive: Primitive? { scene.meshes.count == 1 ? scene.meshes[0].primitives.first : nil }
    /// An attribute of the only vertex set.
    func vertices(_ semantic: AttributeSemantic) -> Attribute? { scene.vertexSets.first?.attribute(semantic) }
    /// The colours of faces.
    var faceColors: Attribute? { primitive?.elementAttributes.first { $0.semantic == .color(0) } }
    /// The codes of diagnostics.
    var codes: [String] { diagnostics.map(\.code) }
    /// Whether the census adds up in every line.
    var isAccountedFor: Bool { census.allSatisfy(\.isBalanced) }
}

extension Primitive {
    /// The vertices of each element.
    var lists: [[Int64]] {
        var walk = ElementWalk(self)
        var lists: [[Int64]] = []
        var vertices = ContiguousArray<Int64>()
        while let block = walk.next() {
            readVertices(of: block.corners, into: &vertices)
            var rest = vertices[...]
            for arity in block.arities {
                lists.append(Array(rest.prefix(arity)))
                rest = rest.dropFirst(arity)
            }
        }
        return lists
    }
}

/// Writes a scene and gives back the bytes, what was planned and what reading the bytes gives.
func written(
    _ scene: MeshScene, as variant: String = "off", threads: Int = 1
) throws -> (bytes: [UInt8], plan: WritePlan, back: Document) {
    var options = WriteOptions()
    options.threads = threads
    let format = OFFFormat()
    let plan = try format.plan(Content(scene), variant: variant, options: options)
    let output = Output(memoryNamed: "out.off")
    try format.write(plan, to: output)
    let bytes = output.mainBytes()
    return (bytes, plan, try format.read(.bytes(bytes, name: "out.off"), options: ReadOptions()))
}

/// Two triangles over four shared vertices.
func square(_ attributes: [Attribute] = [], elements: [Attribute] = []) -> MeshScene {
    let positions = Attribute(.position, Column([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] as [Float], components: 3))
    let faces = Primitive(
        topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
        vertices: Column([0, 1, 2, 0, 2, 3] as [Int32]), elementAttributes: elements)
    return MeshScene(vertexSets: [VertexSet(count: 4, attributes: [positions] + attributes)], primitives: [faces])
}
