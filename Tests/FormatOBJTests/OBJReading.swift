import MeshBytes
import MeshFormats
import MeshModel

@testable import FormatOBJ

/// A triangle's three positions.
let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

/// Reads a text; libraries and images come from memory.
func readOBJ(
    _ text: String, sides: [String: String] = [:], pieceByteCount: Int = 1 << 20,
    _ change: (inout ReadOptions) -> Void = { _ in }
) throws(ReadError) -> Document {
    var options = ReadOptions()
    for (name, text) in sides { options.sideFiles[name] = .bytes(Array(text.utf8)) }
    change(&options)
    return try OBJReader.read(
        .bytes(Array(text.utf8), name: "/nowhere/room.obj"), options: options, pieceByteCount: pieceByteCount)
}

/// The error of a text that can't be read.
func errorOfOBJ(_ text: String) -> ReadError? {
    do throws(ReadError) {
        _ = try readOBJ(text)
        return nil
    } catch { return error }
}

extension Document {
    var set: VertexSet { scene.vertexSets[0] }
    func primitive(_ index: Int = 0, mesh: Int = 0) -> Primitive { scene.meshes[mesh].primitives[index] }
    func values(_ semantic: AttributeSemantic) -> [Double]? { set.attribute(semantic)?.values.doubles() }
    var codes: [String] { diagnostics.map(\.code) }
    func count(_ kind: String) -> Int? { census.first { $0.kind == kind }?.count }
}

extension Primitive {
    var indices: [Int64]? { vertices?.integers() }
    func rows(_ use: Int) -> [Int64]? { cornerAttributes[use].indices?.integers() }
    var groups: [String: [Range<Int>]] {
        var found: [String: [Range<Int>]] = [:]
        for subset in subsetFamilies.first?.subsets ?? [] { found[subset.name] = subset.ranges }
        return found
    }
    var isUniform: Int? { if case .uniform(let arity) = arity { arity } else { nil } }
    var starts: [Int64]? { if case .offsets(let starts) = arity { starts.integers() } else { nil } }
    var materials: [Int64] {
        switch material {
        case .none: []
        case .one(let index): [Int64(index)]
        case .perElement(let column): column.integers()
        }
    }
}
