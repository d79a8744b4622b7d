import MeshBytes
import MeshFormats
import MeshModel

/// Converts a text body to binary while reading it, a chunk at a time, so that memory does not grow with the file.
///
/// It only handles files without diagnostics: a vertex element of numbers, perhaps faces with one list of equal
/// lengths, one row per line, valid indices and finite positions. For other files the caller reads the whole document,
/// and the reader reports what is wrong.
struct PLYTextStream: Sendable {
    private let input: Input
    private let header: PLYHeader
    private let encoding: PLYEncoding
    private let elements: [Element]

    private struct Element: Sendable {
        var element: PLYElement
        /// The index of its first column among the columns of the file.
        var firstPart: Int
        /// The lines of its rows, counted from 0 at the start of the body.
        var rows: Range<Int>
        var layout: PLYTextLayout
        var format: PLYRowFormat
        /// The number of bytes before the list of vertices, and the list's type; nil for vertices.
        var list: (offset: Int, type: ScalarType)?
    }

    /// Creates a stream; nil when the header, or the first and last rows, need the whole document.
    init?(_ input: Input, _ header: PLYHeader, to encoding: PLYEncoding) {
        guard header.encoding == .ascii, encoding != .ascii, Self.isPlain(header),
            let vertices = Self.layout(of: header.elements[0], atEnd: false, input, header)
        else { return nil }
        let count = header.elements[0].count
        var elements = [
            Element(
                element: header.elements[0], firstPart: 0, rows: 0..<count, layout: vertices,
                format: PLYRowFormat(header.elements[0].properties))
        ]
        if header.elements.count == 2 {
            let face = header.elements[1]
            let (end, overflow) = count.addingReportingOverflow(face.count)
            guard !overflow, let faces = Self.layout(of: face, atEnd: true, input, header),
                (3...255).contains(faces.lengths[0])
            else { return nil }
            elements.append(
                Element(
                    element: face, firstPart: header.elements[0].properties.count, rows: count..<end, layout: faces,
                    format: PLYRowFormat(face.properties),
                    list: (offset: 1, type: face.properties[0].type)))
        }
        self.input = input
        self.header = header
        self.encoding = encoding
        self.elements = elements
    }

    /// The layout of an element, from the first or the last line of the body.
    private static func layout(
        of element: PLYElement, atEnd: Bool, _ input: Input, _ header: PLYHeader
    ) -> PLYTextLayout? {
        let reach = 1 << 16
        let first = atEnd ? max(header.byteCount, input.byteCount - reach) : header.byteCount
        guard let text = try? input.read(first..<min(input.byteCount, first + reach)) else { return nil }
        return TextCursor.over(text) { cursor in
            var start = cursor
            while atEnd {
                cursor.skipLine()
                guard !cursor.isAtEnd else { break }
                start = cursor
            }
            return PLYTextLayout(element, firstRowAt: start)
        }
    }

    /// Whether a reader would have no diagnostics for a header.
    private static func isPlain(_ header: PLYHeader) -> Bool {
        guard let vertex = header.elements.first, vertex.name == "vertex", vertex.count > 0,
            vertex.properties.prefix(3).map(\.name) == ["x", "y", "z"],
            vertex.properties.prefix(3).allSatisfy({ $0.type == .float32 }),
            !vertex.properties.contains(where: \.isList)
        else { return false }
        let grouping = PLYGrouping(vertex.properties, isVertex: true)
        guard grouping.duplicates.isEmpty, grouping.colorNote == nil,
            !grouping.groups.contains(where: {
                $0.role == .color && !vertex.properties[$0.properties[0]].type.isInteger
            })
        else { return false }
        let saysMore = header.remarks.contains { remark in
            switch remark {
            case .comment(let text): PLYSceneBuilder.textureName(text) != nil
            case .objInfo(let text): PLYOrigin.isRecord(text)
            }
        }
        guard !saysMore, header.bareRemarks.isEmpty else { return false }
        guard header.elements.count > 1 else { return true }
        let face = header.elements[1]
        return header.elements.count == 2 && face.name == "face" && face.count > 0 && face.properties.count == 1
            && face.properties[0].isList && PLYSceneBuilder.indexNames.contains(face.properties[0].name)
            && face.properties[0].countType == .uint8 && [.int32, .uint32].contains(face.properties[0].type)
    }

    /// Writes header and rows; returns false when the file turns out not to be plain, and the output is then invalid.
    ///
    /// - Parameters:
    ///   - threads: the maximum number of workers.
    ///   - digests: collects the digests of the rows as read, if given.
    ///   - sink: the output.
    func write(threads: Int, digests: PieceDigests?, to sink: ByteSink) throws(SystemError) -> Bool {
        try sink.write(header.bytes(for: encoding))
        let lines = try TextPieces.rewrite(input, from: header.byteCount, threads: threads, to: sink) {
            (piece, lines, bytes) in
            var cursor = piece.makeCursor()
            var line = lines.lowerBound
            var found = digests?.empty
            for element in elements where element.rows.contains(line) {
                let count = min(element.rows.upperBound, lines.upperBound) - line
                // Each number takes at least two bytes of text; no memory is reserved for numbers that can't be there.
                let (numbers, overflow) = count.multipliedReportingOverflow(by: element.layout.tokens)
                guard !overflow, numbers <= piece.count / 2 + 1,
                    append(element, count, &cursor, &found, to: &bytes)
                else { return false }
                line += count
            }
            if let found { digests?.add(found, of: piece.offset..<piece.offset + piece.count) }
            return cursor.isAtEnd
        }
        return lines == elements.last?.rows.upperBound
    }

    private func append(
        _ element: Element, _ count: Int, _ cursor: inout TextCursor, _ digests: inout RowDigests?,
        to rows: inout TextBuffer
    ) -> Bool {
        var isPlain = false
        let byteCount = count * element.layout.stride
        unsafe rows.reserve(byteCount) { target in
            // Bounds: `count` rows of `stride` bytes were reserved.
            let start = UnsafeMutableRawPointer(target)
            var place = unsafe start
            guard unsafe (try? element.layout.read(&cursor, most: count, to: &place)) == count else { return 0 }
            let bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: byteCount)
            isPlain = unsafe isSound(element, UnsafeRawBufferPointer(bytes), count)
            if isPlain { unsafe add(element, UnsafeRawBufferPointer(bytes), count, to: &digests) }
            if encoding.byteOrder != .little { unsafe element.format.swap(bytes, rows: count, isFrom: .little) }
            return byteCount
        }
        return isPlain
    }

    /// Digests rows as a reader of the binary file sees them.
    private func add(
        _ element: Element, _ bytes: UnsafeRawBufferPointer, _ count: Int, to digests: inout RowDigests?
    ) {
        guard digests != nil else { return }
        var part = element.element
        part.count = count
        // Bounds: the view ends with this call, before the bytes do.
        let storage = unsafe ByteStorage(viewing: bytes, keptAliveBy: nil)
        guard let table = try? PLYBody.table(part, in: storage, at: 0, byteOrder: .little) else { return }
        digests?.add(table, fromPart: element.firstPart)
    }

    /// Whether all positions are finite and all indices are those of vertices.
    private func isSound(_ element: Element, _ bytes: UnsafeRawBufferPointer, _ count: Int) -> Bool {
        let values = unsafe PLYRowBytes(unsafe: bytes, byteOrder: .little)
        let stride = element.layout.stride
        guard let list = element.list else {
            return (0..<3).allSatisfy { values.areFinite(from: $0 * 4, stride: stride, rows: count) }
        }
        let vertices = UInt32(clamping: elements[0].rows.count)
        let limit = list.type == .int32 ? min(vertices, UInt32(Int32.max) + 1) : vertices
        let length = Int(element.layout.lengths[0])
        return values.areAllBelow(limit, from: list.offset, count: length, stride: stride, rows: count)
    }
}
