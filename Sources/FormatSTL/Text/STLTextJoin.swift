import MeshBytes
import MeshFormats
import MeshModel

// Bounds: a solid counts the facets of its slices, so that these fill its column; slices lie inside of their parts.

/// Joins the parts of a text: assigns facets to solids, and reports the defects of the whole file.
struct STLTextJoin {
    private var parts: [STLTextFacets]
    /// The corners of all facets; nil: the parts have them.
    private let corners: Column?
    private let limits: Limits
    private var solids: [Solid] = []
    private var endMissing = STLTextFacets.Tally()
    private var startMissing = STLTextFacets.Tally()
    private var statedCount = 0

    /// A solid and its facets.
    private struct Solid {
        var name: String?
        var slices: [Slice] = []
        var count = 0
        var hasShortPositions = true
        var hasShortNormals = true
        var ownNormals = 0
    }

    /// A range of a part's facets.
    private struct Slice {
        var part: Int
        var facets: Range<Int>
        /// Whether they are the last of their part.
        var isLast: Bool
    }

    init(_ parts: [STLTextFacets], corners: Column?, _ limits: Limits) {
        self.parts = parts
        self.corners = corners
        self.limits = limits
    }

    /// Whether float32 is not enough for the scene.
    var needsWideNumbers: Bool {
        solids.contains { !$0.hasShortPositions || ($0.ownNormals > 0 && !$0.hasShortNormals) }
    }

    /// Whether the scene needs normals that the parts no longer have.
    var lacksNormals: Bool {
        solids.contains { solid in
            solid.ownNormals > 0
                && solid.slices.contains { parts[$0.part].normals.isEmpty && parts[$0.part].wideNormals.isEmpty }
        }
    }

    /// Finds where solids begin and end.
    mutating func findSolids() throws(ReadError) {
        var open: Int?
        for (index, part) in parts.enumerated() {
            var first = 0
            for (number, run) in part.runs.enumerated() {
                switch run.event {
                case .solid(let name)?:
                    if open != nil { endMissing.add(at: run.byte) }
                    try append(Solid(name: name), at: run.byte)
                    statedCount += 1
                    open = solids.count - 1
                case .end?: open = nil
                case nil: break
                }
                guard run.count > 0 else { continue }
                if open == nil {
                    startMissing.add(at: run.byte)
                    try append(Solid(), at: run.byte)
                    open = solids.count - 1
                }
                guard let open else { continue }
                let slice = Slice(
                    part: index, facets: first..<first + run.count,
                    isLast: !part.runs[(number + 1)...].contains { $0.count > 0 })
                first += run.count
                solids[open].slices.append(slice)
                solids[open].count += run.count
                solids[open].ownNormals += run.ownNormals
                if !run.hasShortPositions { solids[open].hasShortPositions = false }
                if !run.hasShortNormals { solids[open].hasShortNormals = false }
            }
        }
        if open != nil {
            endMissing.add(at: parts.last?.runs.last?.byte ?? 0)
        }
        guard !solids.isEmpty else {
            throw ReadError(.invalidHeader, .byte(0), "expected 'solid' or 'facet', found neither")
        }
    }

    private mutating func append(_ solid: Solid, at byte: Int) throws(ReadError) {
        guard solids.count < limits.headerEntries else {
            throw ReadError(
                beyond: .names, .byte(byte), "expected at most \(limits.headerEntries) solids, found more")
        }
        solids.append(solid)
    }

    // MARK: Document

    /// Returns the document, and frees the parts.
    mutating func document(of input: Input) -> Document {
        var builder = STLSceneBuilder()
        let count = solids.reduce(0) { $0 + $1.count }
        var corner = 0
        for solid in solids {
            var attributes: [Attribute] = []
            // The facets of a solid are consecutive.
            let positions =
                corners.map { $0.rows(corner..<corner + 3 * solid.count) }
                ?? column(of: solid, isWide: !solid.hasShortPositions, .positions)
            corner += 3 * solid.count
            if solid.ownNormals > 0 {
                attributes.append(Attribute(.normal, column(of: solid, isWide: !solid.hasShortNormals, .normals)))
            }
            for slice in solid.slices where slice.isLast {
                parts[slice.part].normals = []
                parts[slice.part].wideNormals = []
            }
            builder.add(solid: solid.name, count: solid.count, positions: positions, attributes: attributes)
        }
        report(count, to: &builder, input)
        return Document(
            format: "stl", variant: STLVariant.ascii.rawValue,
            native: STLDocument(input: input, encoding: .ascii, facetCount: count), scene: builder.scene,
            residue: builder.residue, diagnostics: builder.diagnostics, census: builder.census,
            byteCount: input.byteCount)
    }

    private enum Numbers {
        case positions, normals
    }

    /// The numbers of a solid's facets in one column. Frees the parts that are no longer needed.
    private mutating func column(of solid: Solid, isWide: Bool, _ numbers: Numbers) -> Column {
        let width = numbers == .positions ? 9 : 3
        let type: ScalarType = isWide ? .float64 : .float32
        let storage = unsafe ByteStorage(byteCount: solid.count * width * type.byteCount) { target in
            var place = 0
            for slice in solid.slices {
                let range = slice.facets.lowerBound * width..<slice.facets.upperBound * width
                let bytes = range.count * type.byteCount
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<place + bytes])
                unsafe copy(slice.part, range, numbers, isWide: isWide, to: room)
                place += bytes
                if numbers == .positions, slice.isLast {
                    parts[slice.part].positions = []
                    parts[slice.part].widePositions = []
                }
            }
        }
        return Column(
            viewing: storage, offset: 0, stride: 3 * type.byteCount, count: solid.count * width / 3, components: 3,
            type: type) ?? .empty(type, components: 3)
    }

    private func copy(
        _ part: Int, _ range: Range<Int>, _ numbers: Numbers, isWide: Bool, to target: UnsafeMutableRawBufferPointer
    ) {
        let narrow = numbers == .positions ? parts[part].positions : parts[part].normals
        let wide = numbers == .positions ? parts[part].widePositions : parts[part].wideNormals
        if isWide {
            unsafe wide.withUnsafeBytes { source in
                unsafe target.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[range.lowerBound * 8..<range.upperBound * 8]))
            }
        } else if wide.isEmpty {
            unsafe narrow.withUnsafeBytes { source in
                unsafe target.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[range.lowerBound * 4..<range.upperBound * 4]))
            }
        } else {
            for (index, value) in wide[range].enumerated() {
                unsafe target.storeBytes(of: Float(value), toByteOffset: index * 4, as: Float.self)
            }
        }
    }

    // MARK: Reports

    /// The position of the first facet that the file does not end.
    var cutFacet: Int? {
        parts.first { $0.truncated.count > 0 }?.truncated.byte
    }

    private func report(_ count: Int, to builder: inout STLSceneBuilder, _ input: Input) {
        func sum(_ tally: (STLTextFacets) -> STLTextFacets.Tally) -> STLTextFacets.Tally {
            parts.reduce(into: STLTextFacets.Tally()) { $0.add(tally($1)) }
        }
        let broken = sum(\.brokenNormals)
        let skipped = sum(\.skipped)
        let truncated = sum(\.truncated)
        let zero = parts.reduce(0) { $0 + $1.zeroNormals }
        var unknown: [String: STLTextFacets.Tally] = [:]
        for part in parts {
            for (word, tally) in part.unknown { unknown[word, default: .init()].add(tally) }
        }
        builder.addNormals(broken.count, at: .byte(broken.byte))
        let defects: [(String, STLTextFacets.Tally, String)] = [
            ("stl.solid-missing", startMissing, "facets outside of a solid are read as a solid without a name"),
            ("stl.endsolid-missing", endMissing, "solids end without 'endsolid'"),
            ("stl.endfacet-missing", sum(\.unclosed), "facets end without 'endloop' or 'endfacet'"),
            ("stl.truncated-facet", truncated, "facets that the file does not end were left out"),
            ("stl.facet-skipped", skipped, "facets that can't be read were left out"),
        ]
        for (code, tally, message) in defects where tally.count > 0 {
            builder.diagnostics.append(
                Diagnostic(code, .warning, count: tally.count, at: .byte(tally.byte), message))
        }
        if skipped.count + truncated.count > 0 {
            builder.residue.append(.broken("facet", count: skipped.count + truncated.count))
        }
        for (word, tally) in unknown.inKeyOrder {
            builder.residue.append(
                Residue(path: "statement \(word)", kind: "unknown statement", count: tally.count))
            builder.diagnostics.append(
                Diagnostic(
                    "stl.unknown-statement", .note, count: tally.count, at: .byte(tally.byte),
                    "'\(word)' is not a statement of STL"))
            builder.census.append(
                CensusEntry(kind: "statement \(word)", count: tally.count, inResidue: tally.count))
        }
        builder.census += [
            CensusEntry(kind: "solid", count: statedCount, inScene: statedCount),
            CensusEntry(
                kind: "facet", count: count + skipped.count + truncated.count, inScene: count,
                inDiagnostics: skipped.count + truncated.count),
            CensusEntry(
                kind: "normal", count: count, inScene: count - broken.count, inDiagnostics: broken.count),
            CensusEntry(kind: "zero normal", count: zero, inScene: zero),
        ]
        builder.diagnostics = TextPlaces.located(builder.diagnostics, in: input)
    }
}
