import MeshFormats

/// What was unusual in a body: how often, and where first.
struct OFFTally: Sendable {
    /// A kind of finding.
    enum Kind: Int, Sendable, CaseIterable {
        case littleEndian, missingWord, degenerateFace, missingVertex, colormapIndex, colorLength, colorRange
        case colorMissing, extraNumbers, nonFinitePosition, weight, trailing
    }

    private(set) var counts: [Kind: (count: Int, byte: Int)] = [:]

    /// The number of findings of a kind.
    func count(_ kind: Kind) -> Int { counts[kind]?.count ?? 0 }

    mutating func add(_ kind: Kind, count: Int = 1, at byte: Int) {
        guard count > 0 else { return }
        let known = counts[kind] ?? (0, byte)
        counts[kind] = (known.count + count, min(known.byte, byte))
    }

    mutating func add(_ other: OFFTally) {
        for (kind, found) in other.counts { add(kind, count: found.count, at: found.byte) }
    }

    /// The diagnostics, in the order of the kinds.
    func diagnostics(_ places: [Kind: InputLocation]) -> [Diagnostic] {
        Kind.allCases.compactMap { kind in
            guard let found = counts[kind], let words = kind.words else { return nil }
            return Diagnostic(
                words.code, words.severity, count: found.count, at: places[kind] ?? .byte(found.byte), words.message)
        }
    }
}

extension OFFTally.Kind {
    /// The code and the message; nil: it is no matter for a diagnostic.
    fileprivate var words: (code: String, severity: Diagnostic.Severity, message: String)? {
        switch self {
        case .littleEndian:
            ("off.little-endian", .warning, "the binary numbers are little-endian: OFF's are big-endian")
        case .missingWord: ("off.no-header-word", .note, "the word OFF is missing: the file begins with the counts")
        case .degenerateFace: ("off.degenerate-face", .warning, "faces with fewer than three corners")
        case .missingVertex:
            ("off.index-out-of-range", .warning, "faces with vertices that do not exist are left out")
        case .colormapIndex:
            ("off.colormap-index", .warning, "colours by number: there is no colormap, so they are left out")
        case .colorLength:
            ("off.face-color", .warning, "expected 1, 3 or 4 numbers of a face's colour: others are left out")
        case .colorRange:
            ("off.color-range", .warning, "whole numbers of colours outside of 0…255 become the nearest inside")
        case .colorMissing: ("off.color-missing", .note, "faces without a colour beside others that have one are white")
        case .extraNumbers:
            (
                "off.extra-numbers", .warning,
                "numbers behind the vertices that the first word does not announce are left out"
            )
        case .nonFinitePosition: ("off.non-finite-position", .warning, "vertices at no place: NaN or infinite")
        case .weight: ("off.homogeneous", .note, "positions are divided by their fourth number")
        case .trailing: ("off.trailing-bytes", .warning, "bytes after the last face are left out")
        }
    }
}
