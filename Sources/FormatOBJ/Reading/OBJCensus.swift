import MeshFormats

/// Counts where each statement of a file went.
enum OBJCensus {
    /// The statements of curves and surfaces.
    static let freeForm: Set<String> = [
        "vp", "cstype", "deg", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end",
        "con",
    ]

    /// The statements by keyword; empty comments are layout and aren't counted.
    static func entries(_ join: borrowing OBJFileStatements) -> [CensusEntry] {
        let counts = join.counts
        var entries: [CensusEntry] = []
        func add(_ kind: String, _ count: Int, leftOut: Int = 0) {
            guard count > 0 else { return }
            entries.append(
                CensusEntry(kind: kind, count: count, inScene: count - leftOut, inDiagnostics: leftOut))
        }
        add("v", counts.vertices)
        add("vt", counts.texCoords)
        add("vn", counts.normals)
        add("f", counts.faces, leftOut: counts.facesLeftOut)
        add("fo", counts.oldFaces, leftOut: counts.oldFacesLeftOut)
        add("l", counts.lines, leftOut: counts.linesLeftOut)
        add("p", counts.points, leftOut: counts.pointsLeftOut)
        add("o", counts.objects)
        add("g", counts.groups)
        add("s", counts.smoothing, leftOut: join.tally.count(.invalidSmoothing))
        add("usemtl", counts.materials)
        add("mtllib", counts.libraries)
        add("comment", counts.comments)
        add("#MRGB", counts.colorComments)
        for entry in join.unknown.entries {
            entries.append(CensusEntry(kind: entry.keyword, count: entry.count, inResidue: entry.count))
        }
        return entries
    }
}
