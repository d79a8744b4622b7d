import FormatOBJ
import MeshBytes
import MeshFormats
import MeshModel

/// Files as text, and the scenes that are read from them.
enum OBJSample {
    /// A triangle's vertices.
    static let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

    static func read(
        _ text: String, threads: Int = 1, lenient: Bool = false, options: [String: String] = [:],
        sideFiles: [String: String] = [:]
    ) throws(ReadError) -> Document {
        try read(bytes: Array(text.utf8), threads: threads, lenient: lenient, options: options, sideFiles: sideFiles)
    }

    static func read(
        bytes: [UInt8], threads: Int = 1, lenient: Bool = false, options: [String: String] = [:],
        sideFiles: [String: String] = [:]
    ) throws(ReadError) -> Document {
        var reading = ReadOptions()
        reading.threads = threads
        reading.lenient = lenient
        reading.options = options
        for (name, content) in sideFiles { reading.sideFiles[name] = .bytes(Array(content.utf8)) }
        return try OBJFormat().read(Input.bytes(bytes, name: "sample.obj"), options: reading)
    }
}

extension Document {
    func vertexValues(_ semantic: AttributeSemantic) -> [Double]? {
        scene.vertexSets.first?.attribute(semantic)?.values.doubles()
    }

    func pool(_ semantic: AttributeSemantic) -> Attribute? {
        scene.vertexSets.first?.pools.first { $0.semantic == semantic }
    }

    /// The corners of each element of a topology over all meshes, as vertex numbers from 0.
    func elements(_ topology: Topology) -> [[Int]] {
        var elements: [[Int]] = []
        for mesh in scene.meshes {
            for primitive in mesh.primitives where primitive.topology == topology {
                var walk = ElementWalk(primitive, elementsPerBlock: 3)
                var buffer = ContiguousArray<Int64>()
                while let block = walk.next() {
                    primitive.readVertices(of: block.corners, into: &buffer)
                    var corner = 0
                    for arity in block.arities {
                        elements.append(buffer[corner..<corner + arity].map { Int($0) })
                        corner += arity
                    }
                }
            }
        }
        return elements
    }

    /// The pool rows of the corners of the first primitive of polygons, −1 for none; nil without such corners.
    func rows(_ semantic: AttributeSemantic) -> [Int]? {
        guard let primitive = scene.meshes.first?.primitives.first(where: { $0.topology == .polygons }),
            let index = scene.vertexSets.first?.pools.firstIndex(where: { $0.semantic == semantic }),
            let use = primitive.cornerAttributes.first(where: { $0.pool == index })
        else { return nil }
        var buffer = ContiguousArray<Int64>()
        use.readRows(of: 0..<primitive.cornerCount, into: &buffer)
        return buffer.map { Int($0) }
    }

    func warnings(_ code: String) -> Int {
        diagnostics.filter { $0.code == code && $0.severity != .note }.reduce(0) { $0 + $1.count }
    }

    func recordCount(_ kind: String) -> Int { census.first { $0.kind == kind }?.count ?? 0 }
}
