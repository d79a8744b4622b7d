import MeshFormats
import MeshOperations

/// The names and severities of findings, in one table.
enum CheckRules {
    /// Returns a finding about meshes, without its position.
    static func finding(_ found: MeshFinding) -> Check.Finding {
        let (severity, name, message) = words(found.kind)
        return Check.Finding(found.kind.rawValue, severity, count: found.count, name: name, message: message)
    }

    private static func words(_ kind: MeshFinding.Kind) -> (Check.Severity, name: String, message: String) {
        switch kind {
        case .missingVertex:
            (.error, "faces with a missing vertex", "programs refuse such a file, or fail on it")
        case .tooFewCorners: (.warning, "faces of fewer than three corners", "they cover nothing")
        case .repeatedCorner: (.warning, "faces with two corners in one place", "they cover less than they seem to")
        case .zeroArea: (.warning, "faces without area", "their corners lie on one line")
        case .duplicate: (.warning, "repeated faces", "two surfaces in one place flicker")
        case .reversedDuplicate: (.warning, "faces back to back", "each is the back of another, in the same place")
        case .reorderedDuplicate:
            (.warning, "faces across the vertices of another", "they go from one to the other in another order")
        case .openEdge: (.note, "open edges", "each belongs to one face only: the rim of a hole")
        case .nonManifoldEdge:
            (.warning, "edges of more than two faces", "inside and outside can't be told apart there")
        case .inconsistentEdge:
            (.warning, "edges between faces that look to opposite sides", "one of the two is inside out")
        case .unreferencedVertex: (.note, "vertices that nothing uses", "they are stored and not shown")
        case .nonFinitePosition:
            (.error, "vertices without a finite position", "no program can show them")
        case .nonUnitNormal: (.warning, "normals whose length is not 1", "light falls on them too bright or too dark")
        }
    }

    /// Returns the kind of mesh finding that corresponds to a diagnostic.
    static func kind(of diagnostic: Diagnostic) -> MeshFinding.Kind? {
        switch diagnostic.code {
        case "obj.degenerate-face", "ply.degenerate-face": .tooFewCorners
        case "obj.repeated-vertex": .repeatedCorner
        case "obj.non-finite", "ply.non-finite-position": .nonFinitePosition
        default: nil
        }
    }

    /// Returns the finding for a reader's diagnostic.
    static func finding(_ diagnostic: Diagnostic) -> Check.Finding {
        let severity: Check.Severity =
            switch diagnostic.severity {
            case .note: .note
            case .error: .error
            case .warning: wrong.contains(diagnostic.code) ? .error : .warning
            }
        var result = Check.Finding(
            diagnostic.code, severity, count: diagnostic.count, message: diagnostic.message)
        if diagnostic.location != .whole {
            result.location = diagnostic.location.text
            result.place = diagnostic.location.words
        }
        return result
    }

    /// Warnings about missing side files, textures, materials and vertices.
    private static let wrong: Set<String> = [
        "texture.missing", "obj.library-missing", "obj.material-missing", "obj.reference-outside",
        "obj.element-left-out", "obj.index-missing", "ply.index-out-of-range", "ply.texnumber-range",
    ]
}
