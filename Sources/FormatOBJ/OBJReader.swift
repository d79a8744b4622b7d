import MeshBytes
import MeshFormats

/// Reads OBJ files: chunks of the text on several threads, joined in file order.
enum OBJReader {
    /// Reads the document in `input`.
    ///
    /// - Parameter pieceByteCount: the size of the chunks that threads work on; the result does not depend on it.
    static func read(
        _ input: Input, options: ReadOptions, pieceByteCount: Int = 1 << 19
    ) throws(ReadError) -> Document {
        do throws(ReadError) {
            let start = try OBJText.start(of: input)
            var bounds: OBJBounds?
            while true {
                let joining = try readStatements(input, from: start, pieceByteCount, options, bounds: bounds)
                // Indices out of range are only known at the end; a second pass finds where they are.
                if bounds == nil, joining.join.hasWrongIndex {
                    bounds = joining.join.bounds
                    continue
                }
                var builder = OBJSceneBuilder(input: input, options: options)
                return try builder.document(from: &joining.join)
            }
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }

    /// Reads all statements, a few chunks at a time, so that memory grows with the result and not with the text.
    private static func readStatements(
        _ input: Input, from start: Int, _ pieceByteCount: Int, _ options: ReadOptions, bounds: OBJBounds?
    ) throws(ReadError) -> OBJPieceJoiner {
        let joining = OBJPieceJoiner(byteCount: input.byteCount, options, bounds: bounds)
        do throws(PieceError<ReadError>) {
            try TextPieces.fold(
                input, from: start, pieceByteCount: pieceByteCount, threads: max(1, options.threads),
                continuation: true
            ) { (text) throws(ReadError) -> OBJPieceBox in
                let box = joining.makeEmpty()
                try box.piece.read(text)
                return box
            } inOrder: { (box) throws(ReadError) in
                try joining.append(box)
            } afterwards: { (box) in
                joining.copy(box)
            }
        } catch {
            throw ReadError(error)
        }
        return joining
    }
}

extension OBJFileStatements {
    /// The counts that indices are compared with in the second pass.
    var bounds: OBJBounds {
        OBJBounds(
            vertices: counts.vertices, texCoords: counts.texCoords, normals: counts.normals, bases: bases)
    }

    /// Whether some index is out of range.
    var hasWrongIndex: Bool {
        if hasDoubtfulIndex { return true }
        return polygons.isWrong(counts) || lines.isWrong(counts) || points.isWrong(counts)
    }
}

extension OBJFileElements {
    func isWrong(_ counts: OBJStatementCounts) -> Bool {
        lowest.vertices < 0 || lowest.texCoords < -1 || lowest.normals < -1
            || Int(highest.vertices) >= counts.vertices || Int(highest.texCoords) >= counts.texCoords
            || Int(highest.normals) >= counts.normals
    }
}
