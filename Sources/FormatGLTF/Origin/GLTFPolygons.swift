import MeshBytes
import MeshFormats
import MeshModel

/// The polygons that the triangles of a file were cut from: `polygons` in the origin record.
///
/// A pattern gives, for each corner of a polygon's triangles, the corner of the polygon: a quad that was cut from its
/// first corner is 0 1 2 0 2 3, a triangle 0 1 2. The faces of a primitive are run-length encoded patterns, so a mesh
/// of quads takes little space. Restoring needs no geometry: equal corners of a pattern must be the same vertex.
struct GLTFPolygons: Sendable, Hashable {
    /// The most patterns that a record may have.
    static let mostPatterns = 1 << 16

    /// The faces of a primitive of the file.
    struct Faces: Sendable, Hashable {
        var place: GLTFOrigin.Place
        /// Pairs: the index of a pattern, and the number of consecutive faces that have it.
        var runs: [Int] = []
    }

    /// The patterns, in the order of first use.
    private(set) var patterns: [[Int32]] = []
    /// The primitives that had polygons.
    private(set) var faces: [Faces] = []
    private var numberOf: [[Int32]: Int] = [:]

    /// Creates an empty record.
    init() {}

    /// Whether no primitive had polygons.
    var isEmpty: Bool { faces.isEmpty }

    // MARK: Writing

    /// Begins a primitive.
    mutating func begin(_ place: GLTFOrigin.Place) { faces.append(Faces(place: place)) }

    /// Adds a face to the last primitive.
    ///
    /// - Parameter corners: three corners of the face for each triangle, from 0.
    /// - Returns: whether there is room for its pattern.
    mutating func add(_ corners: [Int32]) -> Bool {
        guard let last = faces.indices.last else { return false }
        if let count = faces[last].runs.last, patterns[faces[last].runs[faces[last].runs.count - 2]] == corners {
            faces[last].runs[faces[last].runs.count - 1] = count + 1
            return true
        }
        var number = numberOf[corners]
        if number == nil, patterns.count < Self.mostPatterns {
            number = patterns.count
            numberOf[corners] = patterns.count
            patterns.append(corners)
        }
        guard let number else { return false }
        faces[last].runs += [number, 1]
        return true
    }

    /// The member as JSON.
    var json: JSONValue {
        let primitives = faces.map { own -> JSONValue in
            [
                "mesh": .int(own.place.mesh), "primitive": .int(own.place.primitive),
                "faces": .array(own.runs.map { .int($0) }),
            ]
        }
        return [
            "patterns": .array(patterns.map { .array($0.map { .int(Int($0)) }) }), "primitives": .array(primitives),
        ]
    }

    // MARK: Reading

    /// Reads the record of a file; nil: it is invalid.
    init?(json: JSONValue) {
        for pattern in json.list("patterns") {
            let corners = (pattern.array ?? []).compactMap(\.int).compactMap { Int32(exactly: $0) }
            guard corners.count == pattern.array?.count, Self.cornerCount(corners) != nil else { return nil }
            patterns.append(corners)
        }
        for entry in json.list("primitives") {
            guard let mesh = entry["mesh"]?.index, let primitive = entry["primitive"]?.index,
                entry["faces"]?.array != nil, let runs = entry.all("faces", \.index), runs.count % 2 == 0
            else { return nil }
            for step in stride(from: 0, to: runs.count, by: 2) {
                guard patterns.indices.contains(runs[step]), runs[step + 1] > 0 else { return nil }
            }
            let place = GLTFOrigin.Place(mesh: mesh, primitive: primitive)
            faces.append(Faces(place: place, runs: runs))
        }
    }

    /// The number of corners of a pattern's polygon; nil: the pattern is invalid.
    static func cornerCount(_ pattern: [Int32]) -> Int? {
        guard pattern.count >= 3, pattern.count % 3 == 0 else { return nil }
        let count = pattern.count / 3 + 2
        var isThere = [Bool](repeating: false, count: count)
        for corner in pattern {
            guard corner >= 0, Int(corner) < count else { return nil }
            isThere[Int(corner)] = true
        }
        return isThere.contains(false) ? nil : count
    }

    /// Restores the polygons from the triangles of a scene.
    ///
    /// - Returns: whether all of them fit the record; if not, nothing is changed.
    func restore(in scene: inout MeshScene) -> Bool {
        guard Set(faces.map(\.place)).count == faces.count else { return false }
        var restored: [(place: GLTFOrigin.Place, primitive: Primitive)] = []
        for own in faces {
            guard scene.meshes.indices.contains(own.place.mesh),
                scene.meshes[own.place.mesh].primitives.indices.contains(own.place.primitive),
                let primitive = polygons(of: scene.meshes[own.place.mesh].primitives[own.place.primitive], own.runs)
            else { return false }
            restored.append((own.place, primitive))
        }
        for (place, primitive) in restored { scene.meshes[place.mesh].primitives[place.primitive] = primitive }
        return true
    }

    private func polygons(of primitive: Primitive, _ runs: [Int]) -> Primitive? {
        guard primitive.isTriangles, primitive.elementAttributes.isEmpty, primitive.cornerAttributes.isEmpty,
            primitive.subsetFamilies.isEmpty
        else { return nil }
        if case .perElement = primitive.material { return nil }
        var triangles = ContiguousArray<Int32>()
        primitive.readVertices(of: 0..<primitive.cornerCount, into: &triangles)
        var vertices = ContiguousArray<Int32>()
        var starts: ContiguousArray<Int32> = [0]
        var arities: Set<Int> = []
        var first = 0
        for step in stride(from: 0, to: runs.count, by: 2) {
            let pattern = patterns[runs[step]]
            let arity = pattern.count / 3 + 2
            // The record may be wrong: its count is checked against the triangles before anything is allocated.
            guard runs[step + 1] <= (triangles.count - first) / pattern.count else { return nil }
            arities.insert(arity)
            for _ in 0..<runs[step + 1] {
                let base = vertices.count
                for _ in 0..<arity { vertices.append(-1) }
                for (place, corner) in pattern.enumerated() {
                    let vertex = triangles[first + place]
                    let seen = vertices[base + Int(corner)]
                    guard seen < 0 || seen == vertex else { return nil }
                    vertices[base + Int(corner)] = vertex
                }
                first += pattern.count
                starts.append(Int32(clamping: vertices.count))
            }
        }
        guard first == triangles.count else { return nil }
        var polygons = primitive
        polygons.elementCount = starts.count - 1
        polygons.arity = arities.count == 1 ? .uniform(arities.first ?? 3) : .offsets(Column(starts))
        polygons.vertices = Column(vertices)
        return polygons
    }
}
