import MeshFormats
import MeshModel

/// Which elements of the scene are written, in which primitives of the file.
struct GLTFElements: Sendable {
    /// What becomes of a primitive of the scene.
    struct Source: Sendable {
        let place: PrimitivePlace
        /// Its primitives among those of the mesh in the file; empty: no element of it is written.
        var parts = 0..<0
        /// The number of elements that are left out.
        var missingCount = 0
        /// The number of lines that become segments.
        var segmentedCount = 0
    }

    /// The vertices of each set that can't be written, because a coordinate is NaN or infinite; nil: there are none.
    let badVertices: [ContiguousArray<Bool>?]
    /// The primitives of each mesh of the scene.
    private(set) var sources: [[Source]] = []
    /// The primitives that are written for each mesh of the scene.
    var parts: [[GLTFFilePrimitive]] = []
    /// The index in the file of each mesh of the scene; nil: it is not written.
    private(set) var meshNumbers: [Int?] = []
    private var meshCount = 0

    /// Creates a plan that writes nothing yet.
    init(_ scene: MeshScene) { badVertices = scene.vertexSets.map(Self.badVertices) }

    /// Adds a mesh.
    mutating func add(_ sources: [Source], _ parts: [GLTFFilePrimitive]) {
        self.sources.append(sources)
        self.parts.append(parts)
        meshNumbers.append(parts.isEmpty ? nil : meshCount)
        if !parts.isEmpty { meshCount += 1 }
    }

    /// The primitives of the file that a primitive of the scene becomes.
    func parts(of source: Source) -> ArraySlice<GLTFFilePrimitive> { parts[source.place.mesh][source.parts] }

    /// The same, with their indices in the file.
    func places(of source: Source) -> [GLTFOrigin.Place] {
        guard let mesh = meshNumbers[source.place.mesh] else { return [] }
        return source.parts.map { GLTFOrigin.Place(mesh: mesh, primitive: $0) }
    }

    /// The scene's primitives of a topology that have elements, in order.
    func sources(_ topology: Topology) -> some Sequence<Source> {
        sources.joined().lazy.filter { $0.place.primitive.topology == topology && $0.place.primitive.elementCount > 0 }
    }

    /// Whether the elements of a topology are not all written in their order.
    func areChanged(_ topology: Topology) -> Bool {
        sources(topology).contains { $0.parts.count != 1 || parts(of: $0).first?.elements != nil }
    }

    /// The vertices whose position is not finite as float32, which JSON and most readers can't handle.
    private static func badVertices(_ set: VertexSet) -> ContiguousArray<Bool>? {
        guard let position = set.attribute(.position), position.offsets == nil else { return nil }
        let column = position.values.components > 3 ? position.values.prefix(3) : position.values
        guard column.type == .float64 || column.nonFiniteRows().count > 0 else { return nil }
        var result = ContiguousArray(repeating: false, count: column.count)
        var found = false
        for (rows, buffer) in column.blocks(of: Float.self) {
            for (index, value) in buffer.enumerated() where !value.isFinite {
                result[rows.lowerBound + index / column.components] = true
                found = true
            }
        }
        return found ? result : nil
    }
}
