import MeshBytes
import MeshModel

/// The statements between the elements of a range: where groups, smoothing or the material change.
///
/// A change is found by comparing with the element before, so that ranges can be written in any order.
struct OBJStatementChanges {
    private let elements: OBJElements
    private let names: [MTLMaterialLayout]
    /// The element of the first value in `smoothing` and `materials`.
    private let start: Int
    private var smoothing: ContiguousArray<Int64> = []
    private var materials: ContiguousArray<Int64> = []
    /// The index of the next change of groups.
    private var group: Int

    /// The statements of the elements in `rows`.
    init(_ elements: OBJElements, materials names: [MTLMaterialLayout], _ rows: Range<Int>) {
        self.elements = elements
        self.names = names
        start = max(rows.lowerBound - 1, 0)
        let range = start..<rows.upperBound
        if let column = elements.smoothing { smoothing = OBJStatementColumn.smoothing(column, range) }
        if let column = elements.materials {
            materials = OBJStatementColumn.materials(column, range, count: names.count, plain: elements.plainMaterial)
        }
        var low = 0
        var high = elements.groupChanges.count
        while low < high {
            let middle = (low + high) / 2
            if elements.groupChanges[middle].element < rows.lowerBound { low = middle + 1 } else { high = middle }
        }
        group = low
    }

    /// Appends the statements that come before an element.
    mutating func append(before element: Int, to text: inout TextBuffer) {
        while group < elements.groupChanges.count, elements.groupChanges[group].element <= element {
            text.append(elements.groupChanges[group].line)
            text.append(byte: 0x0A)
            group += 1
        }
        guard element > 0 else { return }
        let index = element - start
        if changes(smoothing, index) {
            text.append(OBJStatementColumn.smoothingLine(smoothing[index]))
            text.append(byte: 0x0A)
        }
        if changes(materials, index) {
            let material = materials[index] < 0 ? nil : Int(materials[index])
            text.append(OBJStatementColumn.materialLine(material, names))
            text.append(byte: 0x0A)
        }
    }

    /// The next element after `element` before which something changes, or `end`.
    func next(after element: Int, end: Int) -> Int {
        var limit = end
        if group < elements.groupChanges.count { limit = min(limit, elements.groupChanges[group].element) }
        guard !smoothing.isEmpty || !materials.isEmpty else { return limit }
        var next = element + 1
        while next < limit, !changes(smoothing, next - start), !changes(materials, next - start) { next += 1 }
        return next
    }

    @inline(__always)
    private func changes(_ values: ContiguousArray<Int64>, _ index: Int) -> Bool {
        index < values.count && values[index] != values[index - 1]
    }
}
