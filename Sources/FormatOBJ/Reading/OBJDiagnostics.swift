import MeshBytes
import MeshFormats
import MeshModel

/// The diagnostics of a file; byte offsets become lines at the end.
struct OBJDiagnostics {
    var list: [Diagnostic] = []

    mutating func add(
        _ code: String, _ severity: Diagnostic.Severity, _ defect: Diagnostic.Defect? = nil, count: Int = 1,
        at location: InputLocation, _ message: Wording
    ) {
        spoken[code, default: 0] += 1
        guard spoken[code, default: 0] > Self.most else {
            list.append(Diagnostic(code, severity, defect, count: count, at: location, wording: message))
            return
        }
        if let index = rest[code] {
            list[index].count += count
        } else {
            rest[code] = list.count
            list.append(
                Diagnostic(
                    code, severity, defect, count: count, at: location, wording: "\(message), and more like it"))
        }
    }

    /// The most diagnostics of one code that are listed separately.
    private static let most = 20
    private var spoken: [String: Int] = [:]
    private var rest: [String: Int] = [:]
}

extension OBJSceneBuilder {
    /// Adds diagnostics for the issues counted while reading.
    mutating func addIssues(_ join: borrowing OBJFileStatements, _ record: String?) {
        for issue in OBJIssue.allCases where join.tally.count(issue) > 0 {
            let count = join.tally.count(issue)
            let (code, severity, message) = Self.words(issue)
            diagnostics.add(
                code, severity, Self.defect(issue), count: count, at: .byte(join.tally.offset(issue)),
                "\(message)")
        }
        if input.byteCount == 0 || (join.counts.vertices == 0 && scene.meshes.isEmpty) {
            // A file that meshconv wrote of an empty scene has its record.
            let isWritten = record != nil
            diagnostics.add(
                "obj.empty", isWritten ? .warning : .error, isWritten ? nil : .nothing, at: .whole,
                "the file has no vertices, such as 'v 1 0 0': there is nothing to convert")
        }
    }

    private static func defect(_ issue: OBJIssue) -> Diagnostic.Defect? {
        switch issue {
        case .degenerateFace: .tooFewCorners
        case .repeatedVertex: .repeatedCorner
        case .nonFinite: .nonFinitePosition
        default: nil
        }
    }

    private static func words(_ issue: OBJIssue) -> (String, Diagnostic.Severity, String) {
        switch issue {
        case .degenerateFace: ("obj.degenerate-face", .warning, "faces have fewer than 3 corners; they are kept")
        case .degenerateLine: ("obj.degenerate-line", .warning, "lines have a single corner; they are kept")
        case .repeatedVertex: ("obj.repeated-vertex", .warning, "faces have the same vertex twice; they are kept")
        case .nonFinite:
            ("obj.non-finite", .warning, "rows have numbers that are not finite (NaN or infinite); they are kept")
        case .sevenNumbers: ("obj.seven-numbers", .note, "the 7 numbers of a vertex are read as x y z r g b a")
        case .texCoordMissing:
            ("obj.index-missing", .error, "corners with a missing texture coordinate (vt) are read without one")
        case .normalMissing: ("obj.index-missing", .error, "corners with a missing normal (vn) are read without one")
        case .elementLeftOut:
            ("obj.element-left-out", .error, "faces, lines or points with missing vertices were left out")
        case .lineCut: ("obj.line-cut", .error, "the file is cut off: its last line was left out")
        case .invalidSmoothing:
            ("obj.invalid-smoothing", .warning, "smoothing groups are neither numbers nor on or off; they are ignored")
        }
    }

    /// Adds residue and diagnostics for statements that don't become part of the scene.
    mutating func addUnknown(_ join: borrowing OBJFileStatements) {
        for (issue, path) in [(OBJIssue.elementLeftOut, "element"), (.lineCut, "line")]
        where join.tally.count(issue) > 0 {
            residue.append(.broken(path, count: join.tally.count(issue)))
        }
        var freeForm = 0
        var firstFreeForm = Int.max
        for entry in join.unknown.entries {
            let isFreeForm = OBJCensus.freeForm.contains(entry.keyword)
            residue.append(
                Residue(
                    path: "statement \(entry.keyword)", kind: isFreeForm ? "free-form" : "unknown statement",
                    count: entry.count, shownAs: isFreeForm ? .curvesAndSurfaces : nil))
            if isFreeForm {
                freeForm += entry.count
                firstFreeForm = min(firstFreeForm, entry.offset)
            }
        }
        if freeForm > 0 {
            diagnostics.add(
                "obj.free-form", .note, count: freeForm, at: .byte(firstFreeForm),
                "curves and surfaces are not converted: only OBJ keeps them")
        }
        let unknown = join.unknown.entries.filter { !OBJCensus.freeForm.contains($0.keyword) }
        for entry in unknown {
            diagnostics.add(
                "obj.unknown-statement", .note, count: entry.count, at: .byte(entry.offset),
                "statement '\(entry.keyword)' is not converted: only OBJ keeps it")
        }
    }
}
