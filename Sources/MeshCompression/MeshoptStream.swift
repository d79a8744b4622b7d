/// The description of a compressed buffer view's stream in the JSON (`EXT_meshopt_compression`,
/// `KHR_meshopt_compression`).
package struct MeshoptStream: Hashable, Sendable {
    /// The layout of a stream. The raw values are those of the JSON.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Elements of any kind, as differences of bytes between neighbours.
        case attributes = "ATTRIBUTES"
        /// Indices of a triangle list.
        case triangles = "TRIANGLES"
        /// Indices of anything else.
        case indices = "INDICES"
    }

    /// The filter that is applied to decoded elements. The raw values are those of the JSON.
    package enum Filter: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none = "NONE"
        /// Unit vectors, stored as points of an octahedron; become normalised integers.
        case octahedral = "OCTAHEDRAL"
        /// Unit quaternions without their largest component; become normalised integers of 16 bits.
        case quaternion = "QUATERNION"
        /// Integers with an exponent of 8 bits; become float32.
        case exponential = "EXPONENTIAL"
        /// Colours as luma and two differences; become normalised integers (only in the KHR form).
        case color = "COLOR"
    }

    /// The layout of the stream.
    package var mode: Mode
    /// The filter that is applied to decoded elements.
    package var filter: Filter
    /// The number of elements; for triangles the number of indices, three for each.
    package var count: Int
    /// The size of a decoded element in bytes.
    package var stride: Int

    package init(mode: Mode, filter: Filter = .none, count: Int, stride: Int) {
        self.mode = mode
        self.filter = filter
        self.count = count
        self.stride = stride
    }

    /// The size of the decoded bytes: `count` × `stride`, which must be the `byteLength` of the buffer view.
    ///
    /// Throws if the description breaks a rule of the extension, section "JSON schema updates".
    package func byteCount() throws(CompressionError) -> Int {
        guard count >= 0 else { throw CompressionError(expected: "a count of 0 or more", found: "\(count)") }
        switch mode {
        case .attributes:
            guard stride >= 4, stride <= 256, stride % 4 == 0 else {
                throw CompressionError(expected: "a stride of 4, 8 … 256 for attributes", found: "\(stride)")
            }
        case .triangles, .indices:
            guard stride == 2 || stride == 4 else {
                throw CompressionError(expected: "a stride of 2 or 4 for indices", found: "\(stride)")
            }
            guard filter == .none else {
                throw CompressionError(expected: "no filter for indices", found: filter.rawValue)
            }
            guard mode == .indices || count % 3 == 0 else {
                throw CompressionError(expected: "a count of indices that 3 divides", found: "\(count)")
            }
        }
        switch filter {
        case .none, .exponential: break
        case .octahedral, .color:
            guard stride == 4 || stride == 8 else {
                throw CompressionError(expected: "a stride of 4 or 8 for \(filter.rawValue)", found: "\(stride)")
            }
        case .quaternion:
            guard stride == 8 else {
                throw CompressionError(expected: "a stride of 8 for \(filter.rawValue)", found: "\(stride)")
            }
        }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: stride)
        guard !overflow else {
            throw CompressionError(expected: "a count whose bytes can be addressed", found: "\(count) × \(stride)")
        }
        return bytes
    }
}
