import MeshBytes
import MeshFormats
import MeshModel

/// What polygons the triangles of a file were: member `polygons` of the origin record.
///
/// A pattern names, for each corner of a polygon's triangles, the corner of the polygon: a quad that was cut from its first
/// corner is 0 1 2 0 2 3, a triangle 0 1 2. The faces of a primitive are runs of patterns, so that a mesh of quads says
/// little, and the way back needs no geometry: corners that a pattern calls the same must be the same vertex.
struct GLTFPolygons: Sendable, Hashable {
    /// More patterns than this are not worth a record.
    static let mostPatterns = 1 << 16

    /// The faces of a primitive of the file.
    struct Faces: Sendable, Hashable {
        var place: GLTFOrigin.Place
        /// A pattern and how many faces in a row have it, again and again.
        var runs: [Int] = []
    }

    /// The patterns, in the order of first use.
    private(set) var patterns: [[Int32]] = []
    /// The primitives that had polygons.
    private(set) var faces: [Faces] = []
    private var numberOf: [[Int32]: Int] = [:]

    /// A record of no polygons.
    init() {}

    /// Whether nothing was a polygon.
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

    /// The member.
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

    /// The record of a file; nil where it makes no sense.
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

    /// How many corners the polygon of a pattern has; nil: it is no pattern.
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

    /// Makes polygons of the triangles of a scene.
    ///
    /// - Returns: whether all of them fit the record; if not, nothing is changed.
    func restore(in scene: inout Scene) -> Bool {
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
            // A claim: it is held against the triangles that are there before anything is made of it.
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
