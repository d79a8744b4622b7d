// Bounds: a buffer is copied whole by its own length.

#if canImport(ARKit) && os(iOS)
    public import ARKit
    import Metal
    public import MeshModel
    public import ScanPackages
    import simd

    extension ScanMesh {
        /// Creates a mesh of a session's anchors, in their order.
        ///
        /// ```swift
        /// let anchors = session.currentFrame?.anchors.compactMap { $0 as? ARMeshAnchor } ?? []
        /// let mesh = try ScanMesh(anchors)
        /// try convert(.scene(mesh.scene()), to: .path(path))
        /// ```
        ///
        /// Buffers are copied, so the session may continue. Call it where anchors may be read, such as in a delegate.
        ///
        /// - Throws: a defect that names the anchor by its identifier.
        public init(_ anchors: [ARMeshAnchor]) throws(SceneDefect) {
            self.init()
            for anchor in anchors { try append(anchor) }
        }

        /// Appends the geometry of an anchor.
        ///
        /// - Parameters:
        ///   - anchor: the anchor.
        ///   - colors: colours of its vertices, if the caller has them.
        public mutating func append(
            _ anchor: ARMeshAnchor, colors: ScanMeshBlock.Colors? = nil
        ) throws(SceneDefect) {
            try append(try ScanMeshBlock(anchor, colors: colors))
        }
    }

    extension ScanMeshBlock {
        /// Copies an anchor's geometry: positions, faces, classes if the session provides them, and its transform.
        ///
        /// - Throws: a defect that names the anchor, if its geometry isn't in ARKit's form: three floats per vertex,
        ///   three indices per face, one byte per class.
        public init(_ anchor: ARMeshAnchor, colors: Colors? = nil) throws(SceneDefect) {
            let name = "\(anchor.identifier)"
            let geometry = anchor.geometry
            guard geometry.vertices.format == .float3 else {
                throw SceneDefect(name, "expected vertices of three floats, found another format")
            }
            guard geometry.faces.indexCountPerPrimitive == 3 else {
                throw SceneDefect(
                    name, "expected triangles, found faces of \(geometry.faces.indexCountPerPrimitive) indices")
            }
            if let classes = geometry.classification, classes.format != .uchar {
                throw SceneDefect(name, "expected classes of one byte, found another format")
            }
            self.init(
                name: name, transform: Affine(anchor.transform), positions: ScanMeshBuffer(geometry.vertices),
                faces: ScanMeshBuffer(geometry.faces), bytesPerIndex: geometry.faces.bytesPerIndex,
                classes: geometry.classification.map { ScanMeshBuffer($0) }, colors: colors)
        }
    }

    extension ScanMeshBuffer {
        /// Copies the rows of a source.
        init(_ source: ARGeometrySource) {
            unsafe self.init(
                copying: UnsafeRawBufferPointer(start: source.buffer.contents(), count: source.buffer.length),
                count: source.count, stride: source.stride, offset: source.offset)
        }

        /// Copies the rows of an element; its indices are contiguous.
        init(_ element: ARGeometryElement) {
            let (row, overflow) = element.bytesPerIndex.multipliedReportingOverflow(by: element.indexCountPerPrimitive)
            unsafe self.init(
                copying: UnsafeRawBufferPointer(start: element.buffer.contents(), count: element.buffer.length),
                count: element.count, stride: overflow ? 0 : row)
        }
    }

    extension Affine {
        /// Converts a transform of ARKit: the first three rows of its four columns.
        init(_ matrix: simd_float4x4) {
            self.init()
            let c = matrix.columns
            x = SIMD3(Double(c.0.x), Double(c.1.x), Double(c.2.x))
            y = SIMD3(Double(c.0.y), Double(c.1.y), Double(c.2.y))
            z = SIMD3(Double(c.0.z), Double(c.1.z), Double(c.2.z))
            translation = SIMD3(Double(c.3.x), Double(c.3.y), Double(c.3.z))
        }
    }
#endif
