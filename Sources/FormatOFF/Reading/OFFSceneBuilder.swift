import MeshBytes
import MeshFormats
import MeshModel

/// Builds the scene of a file: one set of vertices, and one primitive of its polygons, or of points where there are none.
struct OFFSceneBuilder {
    let header: OFFHeader
    var rows: OFFRows
    /// The rows of vertices: where they are in the file, or the numbers of a text.
    let vertices: Column
    private(set) var residue: [Residue] = []

    mutating func document(of input: Input) -> Document {
        if header.lacksWord { rows.tally.add(.missingWord, at: 0) }
        let set = VertexSet(count: header.vertexCount, attributes: header.places.compactMap { attribute($0, $1) })
        let faces = rows.faces.primitive()
        if rows.faces.coloredCount > 0 {
            let bare = rows.faces.arities.count - rows.faces.coloredCount
            rows.tally.add(.colorMissing, count: bare, at: header.byteCount)
        }
        var scene = MeshScene()
        if set.count > 0 {
            scene = MeshScene(vertexSets: [set], primitives: [faces ?? .cloud(vertexSet: 0, count: set.count)])
        } else if let faces {
            scene = MeshScene(vertexSets: [set], primitives: [faces])
        }
        scene.metadata = header.comments.map { MetadataEntry(key: "comment", value: $0) }
        let left = rows.tally.count(.missingVertex)
        if left > 0 { residue.append(.broken("face", count: left)) }
        if rows.commentCount > 0 {
            residue.append(Residue(path: "comment", kind: "comment behind the first vertex", count: rows.commentCount))
        }
        for (kind, path) in [
            (OFFTally.Kind.extraNumbers, "vertex/extra numbers"), (.colormapIndex, "face/colour by number"),
        ] {
            let count = rows.tally.count(kind)
            if count > 0 { residue.append(Residue(path: path, kind: "number", count: count)) }
        }
        return Document(
            format: "off", variant: header.isBinary ? OFFFormat.binary : OFFFormat.text,
            native: OFFDocument(input: input), scene: scene, residue: residue,
            diagnostics: rows.tally.diagnostics { bytes in
                header.isBinary ? bytes.map { .byte($0) } : TextPlaces.lines(of: bytes, in: input)
            },
            census: census, byteCount: input.byteCount)
    }

    // MARK: Vertices

    private mutating func attribute(_ field: OFFHeader.Field, _ numbers: Range<Int>) -> Attribute? {
        let all = vertices
        let place = all.offset + numbers.lowerBound * all.type.byteCount
        guard all.count == header.vertexCount,
            var column = Column(
                viewing: all.storage, offset: place, stride: all.stride, count: all.count, components: numbers.count,
                type: all.type, byteOrder: all.byteOrder)
        else { return nil }
        // Text has no types: float32 if all digits are those of a float32.
        if all.type == .float64, numbers.allSatisfy({ rows.long & 1 << UInt32($0) == 0 }) {
            column = Attribute(.position, column).stored(as: .float32).values
        }
        switch field {
        case .position: return Attribute(.position, header.isHomogeneous ? divided(column) : column)
        case .normal: return Attribute(.normal, column)
        case .texCoord: return Attribute(.texCoord(0), column, frame: .bottomLeftUV)
        case .color:
            if rows.hasFractions { return Attribute(.color(0), column, frame: .srgb) }
            let codes = Attribute(.position, column).stored(as: .uint8).values
            return Attribute(.color(0), codes, normalized: true, frame: .srgb)
        }
    }

    /// Divides positions by their fourth number, unless that is 1 everywhere.
    private mutating func divided(_ column: Column) -> Column {
        var points = ContiguousArray<Double>()
        points.reserveCapacity(3 * column.count)
        var weights = 0
        for (_, buffer) in column.blocks(of: Double.self) {
            for first in stride(from: 0, to: buffer.count, by: 4) {
                let weight = buffer[first + 3]
                if weight != 1 { weights += 1 }
                for axis in 0..<3 { points.append(weight == 1 ? buffer[first + axis] : buffer[first + axis] / weight) }
            }
        }
        guard weights > 0 else { return column.prefix(3) }
        rows.tally.add(.weight, count: weights, at: header.byteCount)
        residue.append(Residue(path: "vertex/w", kind: "homogeneous weight", count: weights))
        return Column(points, components: 3)
    }

    // MARK: Accounting

    private var census: [CensusEntry] {
        let left = rows.tally.count(.missingVertex)
        let (indices, extra) = (rows.tally.count(.colormapIndex), rows.tally.count(.extraNumbers))
        let weights = header.isHomogeneous ? header.vertexCount : 0
        let divided = rows.tally.count(.weight)
        return [
            CensusEntry(kind: "vertex", count: header.vertexCount, inScene: header.vertexCount),
            CensusEntry(kind: "weight", count: weights, inScene: weights - divided, inResidue: divided),
            CensusEntry(
                kind: "face", count: header.faceCount, inScene: header.faceCount - left, inDiagnostics: left),
            CensusEntry(kind: "face color", count: rows.faces.coloredCount, inScene: rows.faces.coloredCount),
            CensusEntry(kind: "colormap index", count: indices, inResidue: indices),
            CensusEntry(kind: "extra number", count: extra, inResidue: extra),
            CensusEntry(
                kind: "comment", count: header.comments.count + rows.commentCount, inScene: header.comments.count,
                inResidue: rows.commentCount),
        ]
    }
}
