import FormatSTL
import MeshBytes
import MeshFormats
import MeshModel

/// Bytes of an STL file written by hand.
struct STLSample {
    var bytes: [UInt8]

    /// A text.
    init(_ text: String) { bytes = Array(text.utf8) }

    /// A binary file: twelve numbers and an attribute word per facet.
    init(header: String = "", facets: [(numbers: [Float], word: UInt16)], count: UInt32? = nil, tail: [UInt8] = []) {
        let text = Array(header.utf8)
        bytes = text + [UInt8](repeating: 0, count: 80 - text.count)
        bytes += Self.littleEndian(count ?? UInt32(facets.count))
        for facet in facets {
            for number in facet.numbers { bytes += Self.littleEndian(number.bitPattern) }
            bytes += Self.littleEndian(facet.word)
        }
        bytes += tail
    }

    /// A triangle in the plane of x and y, with its normal.
    static let flat: [Float] = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    /// The triangle as text, without indentation.
    static let flatText =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

    /// Reads the file.
    func read(_ options: ReadOptions = ReadOptions()) throws(ReadError) -> Document {
        try STLFormat().read(.bytes(bytes, name: "sample.stl"), options: options)
    }

    private static func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        (0..<MemoryLayout<T>.size).map { UInt8(truncatingIfNeeded: value >> (8 * T($0))) }
    }
}

extension Document {
    /// Whether the census adds up in every line.
    var isAccountedFor: Bool { census.allSatisfy { $0.isBalanced } }
    /// The only primitive of the only mesh.
    var primitive: Primitive? { scene.meshes.count == 1 ? scene.meshes[0].primitives.first : nil }
    /// The positions of the only vertex set.
    var positions: [Double] {
        scene.vertexSets.count == 1 ? scene.vertexSets[0].attribute(.position)?.values.doubles() ?? [] : []
    }
    /// The codes of diagnostics.
    var codes: [String] { diagnostics.map(\.code) }
}

extension Primitive {
    /// The values of an attribute of the elements.
    func values(_ name: String) -> [Double]? {
        elementAttributes.first { $0.semantic.name == name }?.values.doubles()
    }
}

/// Writes a scene, and returns the bytes, the plan and the document that is read back.
func written(
    _ scene: MeshScene, as variant: String = "stl.binary", threads: Int = 1
) throws -> (bytes: [UInt8], plan: WritePlan, back: Document) {
    var options = WriteOptions()
    options.threads = threads
    let format = STLFormat()
    let plan = try format.plan(Content(scene), variant: variant, options: options)
    let output = Output(memoryNamed: "out.stl")
    try format.write(plan, to: output)
    let bytes = output.mainBytes()
    return (bytes, plan, try format.read(.bytes(bytes, name: "out.stl"), options: ReadOptions()))
}

/// Two triangles over four shared vertices.
func square(_ attributes: [Attribute] = [], elements: [Attribute] = []) -> MeshScene {
    let positions = Attribute(.position, Column([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] as [Float], components: 3))
    let faces = Primitive(
        topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
        vertices: Column([0, 1, 2, 0, 2, 3] as [Int32]), elementAttributes: elements)
    return MeshScene(vertexSets: [VertexSet(count: 4, attributes: [positions] + attributes)], primitives: [faces])
}
