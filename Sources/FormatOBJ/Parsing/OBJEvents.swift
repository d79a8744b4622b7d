import MeshModel

/// A statement that changes the state for the elements after it.
struct OBJEvent: Sendable {
    enum Kind: UInt8, Sendable {
        case object, groups, smoothing, material
        /// The first element of a kind since an object or a chunk began; `value` is the kind.
        case kind
    }

    var kind: Kind
    /// The index of a name, or the number of a smoothing group.
    var value: UInt32
    /// The number of polygons, lines and points before it.
    var polygons: Int
    var lines: Int
    var points: Int
}

/// Names in order of appearance, each once.
struct OBJNames: Sendable {
    private(set) var list: [String] = []
    /// The byte offset where each name first appears.
    private(set) var offsets: [Int] = []
    private var indices: [ExactText: UInt32] = [:]

    mutating func index(of name: String, at offset: Int) -> UInt32 {
        let exact = ExactText(name)
        if let index = indices[exact] { return index }
        let index = UInt32(truncatingIfNeeded: list.count)
        indices[exact] = index
        list.append(name)
        offsets.append(offset)
        return index
    }
}

/// Problems of a file, counted while it is read.
enum OBJIssue: Int, CaseIterable, Sendable {
    case degenerateFace, degenerateLine, repeatedVertex, nonFinite, sevenNumbers, texCoordMissing, normalMissing
    case elementLeftOut, lineCut, invalidSmoothing
}

/// The count of each issue, and the byte offset of its first occurrence.
struct OBJTally: Sendable {
    private(set) var counts = [Int](repeating: 0, count: OBJIssue.allCases.count)
    private(set) var offsets = [Int](repeating: 0, count: OBJIssue.allCases.count)

    mutating func add(_ issue: OBJIssue, at offset: Int, count: Int = 1) {
        if counts[issue.rawValue] == 0 { offsets[issue.rawValue] = offset }
        counts[issue.rawValue] += count
    }

    mutating func add(_ later: OBJTally) {
        for issue in OBJIssue.allCases where later.counts[issue.rawValue] > 0 {
            add(issue, at: later.offsets[issue.rawValue], count: later.counts[issue.rawValue])
        }
    }

    func count(_ issue: OBJIssue) -> Int { counts[issue.rawValue] }
    func offset(_ issue: OBJIssue) -> Int { offsets[issue.rawValue] }
}

/// Statements that don't become part of the scene, by keyword in order of appearance.
struct OBJKeywords: Sendable {
    struct Entry: Sendable {
        var keyword: String
        var count: Int
        var offset: Int
    }

    private(set) var entries: [Entry] = []
    private var indices: [String: Int] = [:]

    mutating func add(_ keyword: String, count: Int = 1, at offset: Int) {
        if let index = indices[keyword] {
            entries[index].count += count
        } else {
            indices[keyword] = entries.count
            entries.append(Entry(keyword: keyword, count: count, offset: offset))
        }
    }

    mutating func add(_ later: OBJKeywords) {
        for entry in later.entries { add(entry.keyword, count: entry.count, at: entry.offset) }
    }
}

/// The number of statements of each known kind.
struct OBJStatementCounts: Sendable {
    var vertices = 0
    var texCoords = 0
    var normals = 0
    var faces = 0
    var oldFaces = 0
    var lines = 0
    var points = 0
    var objects = 0
    var groups = 0
    var smoothing = 0
    var materials = 0
    var libraries = 0
    var comments = 0
    var colorComments = 0
    /// Statements of faces, lines and points of which no element was kept.
    var facesLeftOut = 0
    var oldFacesLeftOut = 0
    var linesLeftOut = 0
    var pointsLeftOut = 0

    mutating func add(_ other: OBJStatementCounts) {
        vertices += other.vertices
        texCoords += other.texCoords
        normals += other.normals
        faces += other.faces
        oldFaces += other.oldFaces
        lines += other.lines
        points += other.points
        objects += other.objects
        groups += other.groups
        smoothing += other.smoothing
        materials += other.materials
        libraries += other.libraries
        comments += other.comments
        colorComments += other.colorComments
        facesLeftOut += other.facesLeftOut
        oldFacesLeftOut += other.oldFacesLeftOut
        linesLeftOut += other.linesLeftOut
        pointsLeftOut += other.pointsLeftOut
    }
}
