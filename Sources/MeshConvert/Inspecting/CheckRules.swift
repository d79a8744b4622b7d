import MeshFormats
import MeshOperations

/// The names and severities of findings, in one table.
enum CheckRules {
    /// Returns a finding about meshes, without its position.
    static func finding(_ found: MeshFinding) -> Check.Finding {
        let (severity, name, message) = words(found.kind)
        return Check.Finding(found.kind.rawValue, severity, count: found.count, name: name, message: Wording(message))
    }

    private static func words(_ kind: MeshFinding.Kind) -> (Check.Severity, name: String, message: String) {
        switch kind {
        case .missingVertex:
            (.error, "faces with a missing vertex", "programs refuse such a file, or fail on it")
        case .tooFewCorners: (.warning, "degenerate faces (fewer than three corners)", "they cover nothing")
        case .repeatedCorner:
            (.warning, "degenerate faces (two corners in one place)", "they cover less than they seem to")
        case .zeroArea: (.warning, "degenerate faces (no area)", "their corners lie on one line")
        case .duplicate: (.warning, "duplicate faces", "two surfaces in one place flicker")
        case .reversedDuplicate: (.warning, "faces back to back", "each is the back of another, in the same place")
        case .reorderedDuplicate:
            (
                .warning, "duplicate faces (corners in another order)",
                "each has the vertices of another face, but connects them in another order"
            )
        case .openEdge: (.note, "open edges (holes)", "each belongs to one face only: the rim of a hole")
        case .nonManifoldEdge:
            (.warning, "non-manifold edges (more than two faces)", "it is unclear what is inside and outside there")
        case .inconsistentEdge:
            (.warning, "edges between flipped faces (inconsistent normals)", "one of the two is inside out")
        case .unreferencedVertex: (.note, "unused vertices", "they are stored and not shown")
        case .nonFinitePosition:
            (.error, "vertices without a finite position", "no program can show them")
        case .nonUnitNormal: (.warning, "normals whose length is not 1", "light falls on them too bright or too dark")
        }
    }

    /// Returns the finding for a reader's diagnostic.
    static func finding(_ diagnostic: Diagnostic) -> Check.Finding {
        var result = Check.Finding(
            diagnostic.code, diagnostic.severity, count: diagnostic.count, message: diagnostic.wording)
        if diagnostic.location != .whole {
            result.location = diagnostic.location.text
            result.place = diagnostic.location.words
        }
        return result
    }
}
