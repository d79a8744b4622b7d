import MeshModel

/// Columns whose changes become statements: smoothing groups and materials of elements.
enum OBJStatementColumn {
    private static let largest = Int64(UInt32.max)

    /// Smoothing groups, clamped to what statements can hold: 0 … 2³² − 1.
    static func smoothing(_ column: Column, _ elements: Range<Int>) -> ContiguousArray<Int64> {
        var values = ContiguousArray<Int64>()
        column.read(elements, into: &values)
        for index in values.indices { values[index] = min(max(values[index], 0), largest) }
        return values
    }

    /// `s 3`, or `s off` for 0.
    static func smoothingLine(_ value: Int64) -> String { value == 0 ? "s off" : "s \(value)" }

    /// `usemtl NAME`; without a name, it ends the material in force.
    static func materialLine(_ material: Int?, _ materials: [MTLMaterialLayout]) -> String {
        material.map { "usemtl \(materials[$0].name)" } ?? "usemtl"
    }

    /// Materials by index; −1, or the generated one, for none and for invalid indices.
    static func materials(
        _ column: Column, _ elements: Range<Int>, count: Int, plain: Int?
    ) -> ContiguousArray<Int64> {
        var values = ContiguousArray<Int64>()
        column.read(elements, into: &values)
        let bare = Int64(plain ?? -1)
        for index in values.indices where values[index] < 0 || values[index] >= count { values[index] = bare }
        return values
    }

    /// The number of smoothing groups that clamping changes, and the largest difference.
    static func clampedChange(_ column: Column) -> (count: Int, largestError: Double) {
        if column.type == .uint32 || column.type == .uint8 || column.type == .uint16 { return (0, 0) }
        var count = 0
        var largestError = 0.0
        for (rows, exact) in column.blocks(of: Double.self) {
            let written = smoothing(column, rows)
            for index in exact.indices where exact[index] != Double(written[index]) {
                count += 1
                let error = abs(exact[index] - Double(written[index]))
                largestError = max(largestError, error.isNaN ? .infinity : error)
            }
        }
        return (count, largestError)
    }
}
