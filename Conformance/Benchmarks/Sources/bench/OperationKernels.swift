import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshOperations

/// Operations on the scene, on one thread.
enum OperationKernels {
    static func all(side: Int) throws -> [Kernel] {
        var options = ConvertOptions()
        options.execution.threads = 1
        let source = try Source.buffers(Room.buffers(side: side), named: "room")
        let bytes = try convert(source, to: .data(named: "room.stl"), options: options).data ?? []
        let soup = try Pipeline().read(.bytes(bytes, name: "room.stl"), options: options).scene
        let triangles = soup.meshes.first?.primitives.first?.elementCount ?? 0
        let rows = corners(of: soup)
        let quads = try quads(side: side)
        return [
            Kernel(
                name: "weld", amount: triangles, unit: "triangles", run: { keep(weldVertices(soup).changed) },
                reference: ("Dictionary of vertices", { keep(dictionary(rows)) }), threshold: 3),
            Kernel(
                name: "triangulate quads", amount: quads.meshes[0].primitives[0].elementCount, unit: "polygons",
                run: { keep(triangulate(quads).changed) }, reference: ("a blind fan", { keep(fan(side: side)) }),
                threshold: 0.01),
            Kernel(
                name: "normals by area", amount: quads.meshes[0].primitives[0].elementCount, unit: "polygons",
                run: { keep(generateNormals(quads).changed) },
                reference: ("cross products of triangles", { keep(crossProducts(rows)) }), threshold: 0.01),
        ]
    }

    private static func corners(of soup: Scene) -> [SIMD3<Float>] {
        var values = ContiguousArray<Float>()
        soup.vertexSets[0].attribute(.position)?.values.read(0..<soup.vertexSets[0].count, into: &values)
        return stride(from: 0, to: values.count - 2, by: 3).map { SIMD3(values[$0], values[$0 + 1], values[$0 + 2]) }
    }

    /// The obvious implementation.
    private static func dictionary(_ rows: [SIMD3<Float>]) -> Int {
        var numbers: [SIMD3<Float>: Int32] = [:]
        var indices: [Int32] = []
        for row in rows {
            if let number = numbers[row] {
                indices.append(number)
            } else {
                indices.append(Int32(numbers.count))
                numbers[row] = Int32(numbers.count)
            }
        }
        return numbers.count &+ indices.count
    }

    /// The least work possible: the shape of a face is ignored.
    private static func fan(side: Int) -> Int {
        var indices: [UInt32] = []
        for row in 0..<side - 1 {
            for column in 0..<side - 1 {
                let corner = UInt32(row * side + column)
                let below = corner + UInt32(side)
                indices += [corner, corner + 1, below + 1, corner, below + 1, below]
            }
        }
        return indices.count
    }

    private static func crossProducts(_ rows: [SIMD3<Float>]) -> SIMD3<Float> {
        var sum = SIMD3<Float>()
        for start in stride(from: 0, to: rows.count - 2, by: 3) {
            let (a, b) = (rows[start + 1] - rows[start], rows[start + 2] - rows[start])
            sum += SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        return sum
    }

    private static func quads(side: Int) throws -> Scene {
        var scene = try Room.buffers(side: side).scene()
        var corners: [UInt32] = []
        for row in 0..<side - 1 {
            for column in 0..<side - 1 {
                let corner = UInt32(row * side + column)
                corners += [corner, corner + 1, corner + 1 + UInt32(side), corner + UInt32(side)]
            }
        }
        scene.meshes[0].primitives[0] = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: (side - 1) * (side - 1), arity: .uniform(4),
            vertices: Column(corners))
        scene.vertexSets[0].attributes.removeAll { $0.semantic == .normal }
        return scene
    }
}
