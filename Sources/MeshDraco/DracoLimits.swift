/// Limits for decoding.
///
/// Draco has no minimum size per face: the symbols of a regular mesh take almost no bits. The encoder writes a plane of
/// two million triangles in 970 bytes, so a few bytes may claim (and even be) a mesh of any size. Only a limit keeps a
/// hostile file from taking all memory. Callers that know the counts in advance, as readers of glTF do from accessors,
/// should state them.
package struct DracoLimits: Sendable, Equatable {
    /// The most bytes that all arrays of one decoding may take together; nil: 512 MiB, and 4096 for each byte of the
    /// bitstream.
    ///
    /// A face takes 40 bytes or so while it is decoded, a value of an attribute about four times its own size.
    package var decodedBytes: Int?

    /// The most faces that the mesh may have; nil: no such limit.
    package var faces: Int?

    /// The most points that the mesh may have; nil: no such limit.
    package var points: Int?

    package init(decodedBytes: Int? = nil, faces: Int? = nil, points: Int? = nil) {
        self.decodedBytes = decodedBytes
        self.faces = faces
        self.points = points
    }

    /// The number of bytes that a bitstream of this length may take.
    func bytes(forLength length: Int) -> Int {
        if let decodedBytes { return decodedBytes }
        let (product, overflow) = length.multipliedReportingOverflow(by: 4096)
        return overflow || product > Int.max - (512 << 20) ? Int.max : product + (512 << 20)
    }
}
