import MeshBytes
import MeshFormats
import MeshModel

/// Builds the scene of a file: one set of vertices, and one primitive of its polygons, or of points where there are none.
struct OFFSceneBuilder {
    private let header: OFFHeader
    private var body: OFFBody
    private var residue: [Residue] = []

    init(header: OFFHeader, body: OFFBody) {
        self.header = header
        self.body = body
    }

    func document(of input: Input) -> Document {
        var builder = self
        return builder.build(input)
    }

    private mutating func build(_ input: Input) -> Document {
        if header.lacksWord { body.tally.add(.missingWord, at: 0) }
        let set = VertexSet(count: header.vertexCount, attributes: header.fields.compactMap { attribute($0.field) })
        var scene = Scene()
        if let primitive = primitive() {
            scene = Scene(vertexSets: [set], primitives: [primitive])
        } else if set.count > 0 {
            scene = Scene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: set.count)])
        }
        scene.metadata = header.comments.map { MetadataEntry(key: "comment", value: $0) }
        if body.commentCount > 0 {
            residue.append(Residue(path: "comment", kind: "comment behind the first vertex", count: body.commentCount))
        }
        let variant = header.isBinary ? OFFVariant.binary : .text
        return Document(
            format: "off", variant: variant.rawValue, native: OFFDocument(input: input, variant: variant), scene: scene,
            residue: residue, diagnostics: body.tally.diagnostics(body.places), census: census,
            byteCount: input.byteCount)
    }

    // MARK: Vertices

    private mutating func attribute(_ field: OFFHeader.Field) -> Attribute? {
        guard let column = body.columns[field], column.count == header.vertexCount else { return nil }
        switch field {
        case .position: return Attribute(.position, header.isHomogeneous ? divided(column) : column)
        case .normal: return Attribute(.normal, column)
        case .texCoord: return Attribute(.texCoord(0), column, frame: .bottomLeftUV)
        case .color:
            guard body.hasColorCodes, !header.isBinary else { return Attribute(.color(0), column, frame: .srgb) }
            return Attribute(.color(0), codes(column), normalized: true, frame: .srgb)
        }
    }

    /// Divides positions by their fourth number, unless that is 1 everywhere.
    private mutating func divided(_ column: Column) -> Column {
        let values = column.doubles()
        var points = ContiguousArray<Double>()
        points.reserveCapacity(3 * column.count)
        var weights = 0
        for first in stride(from: 0, to: 4 * column.count, by: 4) {
            let weight = values[first + 3]
            if weight != 1 { weights += 1 }
            for axis in 0..<3 { points.append(weight == 1 ? values[first + axis] : values[first + axis] / weight) }
        }
        guard weights > 0 else { return column.prefix(3) }
        body.tally.add(.weight, count: weights, at: header.byteCount)
        residue.append(Residue(path: "vertex/w", kind: "homogeneous weight", count: weights))
        return Column(points, components: 3)
    }

    /// Whole numbers as codes of 8 bits; those outside become the nearest inside.
    private mutating func codes(_ column: Column) -> Column {
        var codes = ContiguousArray<UInt8>()
        codes.reserveCapacity(column.count * column.components)
        var buffer = ContiguousArray<Double>()
        var outside = 0
        for first in stride(from: 0, to: column.count, by: 4096) {
            column.read(first..<min(first + 4096, column.count), into: &buffer)
            for value in buffer {
                if !(value >= 0 && value <= 255) { outside += 1 }
                codes.append(UInt8(min(max(value, 0), 255)))
            }
        }
        body.tally.add(.colorRange, count: outside, at: header.byteCount)
        return Column(codes, components: column.components)
    }

    // MARK: Faces

    private mutating func primitive() -> Primitive? {
        let faces = body.faces
        guard faces.count > 0 else { return nil }
        var arity = Primitive.Arity.uniform(faces.uniform ?? 0)
        if faces.uniform == nil {
            var starts: ContiguousArray<Int64> = [0]
            starts.reserveCapacity(faces.count + 1)
            for count in faces.arities { starts.append((starts.last ?? 0) + Int64(count)) }
            arity = .offsets(Column(starts))
        }
        return Primitive(
            topology: .polygons, vertexSet: 0, elementCount: faces.count, arity: arity, vertices: Column(faces.corners),
            elementAttributes: faceColors(faces).map { [$0] } ?? [])
    }

    /// The colours of faces: codes if all are whole numbers, else fractions; four numbers if any has an alpha.
    private mutating func faceColors(_ faces: OFFFaces) -> Attribute? {
        guard !faces.colors.isEmpty else { return nil }
        let width = faces.colors.contains { $0.width == 4 } ? 4 : 3
        let areFractions = faces.colors.contains(where: \.isFraction)
        let bare = faces.colors.count { $0.width == 0 }
        body.tally.add(.colorMissing, count: bare, at: header.byteCount)
        var values = ContiguousArray<Double>()
        values.reserveCapacity(width * faces.count)
        for (face, color) in faces.colors.enumerated() {
            for index in 0..<width {
                let number = index < color.width ? faces.numbers[4 * face + index] : color.isFraction ? 1 : 255
                values.append(areFractions && !color.isFraction ? number / 255 : number)
            }
        }
        guard areFractions else {
            let codes = ContiguousArray(values.map { UInt8(min(max($0, 0), 255)) })
            return Attribute(.color(0), Column(codes, components: width), normalized: true, frame: .srgb)
        }
        let column = Column(values, components: width)
        return Attribute(.color(0), faces.areShort ? column.singles : column, frame: .srgb)
    }

    // MARK: Accounting

    private var census: [CensusEntry] {
        let tally = body.tally
        let left = tally.count(.missingVertex)
        let colored = body.faces.colors.count { $0.width > 0 }
        let indices = tally.count(.colormapIndex)
        let weights = header.isHomogeneous ? header.vertexCount : 0
        let divided = tally.count(.weight)
        return [
            CensusEntry(kind: "vertex", count: header.vertexCount, inScene: header.vertexCount),
            CensusEntry(kind: "weight", count: weights, inScene: weights - divided, inResidue: divided),
            CensusEntry(
                kind: "face", count: header.faceCount, inScene: header.faceCount - left, inDiagnostics: left),
            CensusEntry(kind: "face color", count: colored, inScene: colored),
            CensusEntry(kind: "colormap index", count: indices, inDiagnostics: indices),
            CensusEntry(
                kind: "comment", count: header.comments.count + body.commentCount, inScene: header.comments.count,
                inResidue: body.commentCount),
        ]
    }
}
