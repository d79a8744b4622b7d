import MeshFormats
import MeshModel

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
    ///
    /// - Parameter locate: returns the places of byte offsets.
    func diagnostics(_ locate: ([Int]) -> [InputLocation]) -> [Diagnostic] {
        let found = counts.inOrder { $0.key.rawValue < $1.key.rawValue }
        return zip(found, locate(found.map(\.value.byte))).map { entry, place in
            let (code, severity, defect, message) = entry.key.words
            return Diagnostic("off.\(code)", severity, defect, count: entry.value.count, at: place, message)
        }
    }
}

extension OFFTally.Kind {
    fileprivate var words: (String, Diagnostic.Severity, Diagnostic.Defect?, String) {
        switch self {
        case .littleEndian:
            ("little-endian", .warning, nil, "the binary numbers are little-endian, but OFF uses big-endian")
        case .missingWord: ("no-header-word", .note, nil, "the word OFF is missing: the file begins with the counts")
        case .degenerateFace: ("degenerate-face", .warning, .tooFewCorners, "faces with fewer than three corners")
        case .missingVertex:
            ("index-out-of-range", .error, nil, "faces with missing vertices were left out")
        case .colormapIndex:
            ("colormap-index", .warning, nil, "colours by number were left out, since there is no colormap")
        case .colorLength:
            ("face-color", .warning, nil, "expected 1, 3 or 4 numbers for a face's colour: others were left out")
        case .colorRange:
            ("color-range", .warning, nil, "colour values outside 0 to 255 were limited to that range")
        case .colorMissing:
            ("color-missing", .note, nil, "faces without a colour, where others have one, are read as white")
        case .extraNumbers:
            (
                "extra-numbers", .warning, nil,
                "numbers of vertices that the file's first word doesn't declare were left out"
            )
        case .nonFinitePosition:
            (
                "non-finite-position", .warning, .nonFinitePosition,
                "vertices without a finite position (NaN or infinite)"
            )
        case .weight: ("homogeneous", .note, nil, "positions are divided by their fourth number")
        case .trailing: ("trailing-bytes", .warning, nil, "bytes after the last face were left out")
        }
    }
}
