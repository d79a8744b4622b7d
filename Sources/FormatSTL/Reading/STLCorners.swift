import MeshModel

/// The positions of a primitive's corners, facet by facet.
struct STLCorners: Sendable {
    /// The positions of vertices, in the machine's byte order, float32 or float64.
    let positions: Column
    /// The vertex of each corner; nil: corner `c` has vertex `c`.
    private let vertices: Column?
    private let primitive: Primitive

    /// Creates the corners of triangles from the positions of their vertices, which have three components.
    init(_ primitive: Primitive, positions: Column) {
        self.primitive = primitive
        vertices = primitive.vertices
        let isDirect = (positions.type == .float32 || positions.type == .float64) && positions.byteOrder == .native
        // Corners read vertices in any order: of a large file the positions are held, and not all its bytes.
        let isFit = positions.storage.source.map { positions.count * 3 * positions.type.byteCount <= $0.limit }
        if isDirect, vertices == nil || isFit != true {
            self.positions = positions
        } else if isDirect, positions.type == .float32 {
            self.positions = Column(count: positions.count, components: 3) {
                (rows, values: inout ContiguousArray<Float>) in positions.read(rows, into: &values)
            }
        } else {
            // Once, because several corners read the same vertex.
            self.positions = Column(count: positions.count, components: 3) {
                (rows, values: inout ContiguousArray<Double>) in positions.read(rows, into: &values)
            }
        }
    }

    /// Memory for the indices of a block, which is reused.
    struct Scratch {
        fileprivate var indices = ContiguousArray<Int32>()
    }

    /// Reads nine numbers for each facet into `buffer`, which is resized to fit.
    ///
    /// - Edge: a corner whose vertex doesn't exist gets NaN.
    func read(_ facets: Range<Int>, into buffer: inout ContiguousArray<Double>, _ scratch: inout Scratch) {
        let corners = facets.lowerBound * 3..<facets.upperBound * 3
        guard let vertices else { return positions.read(corners, into: &buffer) }
        vertices.flatRows(corners, into: &scratch.indices)
        let count = corners.count * 3
        if buffer.count != count { buffer = ContiguousArray(repeating: 0, count: count) }
        if positions.type == .float32 {
            gather(scratch.indices, Float.self, into: &buffer)
        } else {
            gather(scratch.indices, Double.self, into: &buffer)
        }
    }

    @inline(__always) private func gather<Number: BinaryFloatingPoint & BitwiseCopyable>(
        _ indices: ContiguousArray<Int32>, _: Number.Type, into buffer: inout ContiguousArray<Double>
    ) {
        let (offset, stride, count) = (positions.offset, positions.stride, positions.count)
        let size = MemoryLayout<Number>.size
        guard buffer.count >= indices.count * 3 else { return }
        unsafe positions.storage.withBytes { raw in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                unsafe indices.withUnsafeBufferPointer { corners in
                    // Bounds: the buffer has three numbers for each index; rows below `count` lie inside the column.
                    guard var place = target.baseAddress else { return }
                    for corner in 0..<corners.count {
                        let index = unsafe Int(corners[corner])
                        if index >= 0, index < count, let base = raw.baseAddress {
                            let row = unsafe base + (offset + index &* stride)
                            unsafe place[0] = Double(row.loadUnaligned(as: Number.self))
                            unsafe place[1] = Double(row.loadUnaligned(fromByteOffset: size, as: Number.self))
                            unsafe place[2] = Double(row.loadUnaligned(fromByteOffset: 2 * size, as: Number.self))
                        } else {
                            for axis in 0..<3 { unsafe place[axis] = .nan }
                        }
                        unsafe place += 3
                    }
                }
            }
        }
    }

    /// Three numbers of a block as a vector.
    @inline(__always) static func corner(_ buffer: ContiguousArray<Double>, _ index: Int) -> SIMD3<Double> {
        SIMD3(buffer[index], buffer[index + 1], buffer[index + 2])
    }
}
