import MeshModel

extension PLYValues {
    /// Writes rows in the machine's byte order to `target`, `stride` bytes apart.
    ///
    /// - Bounds: `target` has room for `rows.count` rows; rows that no part has are left unchanged.
    func copy(_ rows: Range<Int>, to target: UnsafeMutableRawPointer, stride: Int) {
        var first = 0
        for part in parts {
            let own = rows.clamped(to: first..<first + part.count)
            if !own.isEmpty {
                let place = unsafe target + (own.lowerBound - rows.lowerBound) * stride
                unsafe copy(part.source, own.lowerBound - first..<own.upperBound - first, to: place, stride: stride)
            }
            first += part.count
        }
    }

    private func copy(_ source: Source, _ rows: Range<Int>, to target: UnsafeMutableRawPointer, stride: Int) {
        switch source {
        case .rows(let column):
            unsafe ColumnConverter(column, to: type).scatter(rows, to: target, stride: stride)
        case .shifted(let column, let shift):
            var buffer = ContiguousArray<Int64>()
            column.read(rows, into: &buffer)
            for index in buffer.indices { buffer[index] &+= shift }
            unsafe ColumnConverter(Column(buffer, components: components), to: type).scatter(
                0..<rows.count, to: target, stride: stride)
        case .gather(let pool, let indices):
            var buffer = ContiguousArray<Int32>()
            indices.read(rows, into: &buffer)
            let width = indices.components
            if width == 1 || stride == rowByteCount {
                let unit = width == 1 ? stride : pool.components * type.byteCount
                return unsafe pool.gather(buffer, to: target, stride: unit)
            }
            for component in 0..<width {
                var column = ContiguousArray<Int32>()
                column.reserveCapacity(rows.count)
                for row in 0..<rows.count { column.append(buffer[row * width + component]) }
                unsafe pool.gather(
                    column, to: target + component * pool.components * type.byteCount, stride: stride)
            }
        case .picks(let column, let picks):
            unsafe column.gather(ContiguousArray(picks[rows]), to: target, stride: stride)
        case .fill(let value):
            let column = Column(ContiguousArray(repeating: value, count: components), components: components)
            for row in 0..<rows.count {
                unsafe ColumnConverter(column, to: type).scatter(
                    0..<1, to: target + row * stride, stride: rowByteCount)
            }
        }
    }
}
