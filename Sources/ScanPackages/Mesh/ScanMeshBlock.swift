public import MeshModel

/// A block of a mesh as in ARKit's `ARMeshAnchor`: buffers, and the transform that places it in the world.
public struct ScanMeshBlock: Sendable {
    /// The block's name in errors, such as the anchor's identifier.
    public var name: String
    /// The transform from the block to the world.
    public var transform: Affine
    /// Rows of three float32, metres.
    public var positions: ScanMeshBuffer
    /// Rows of three vertex indices, counted from the block's first vertex.
    public var faces: ScanMeshBuffer
    /// The number of bytes per index: 2 or 4.
    public var bytesPerIndex: Int
    /// One byte per face, a ``ScanMeshClass``.
    public var classes: ScanMeshBuffer?
    /// Colours of vertices, sRGB-encoded.
    public var colors: Colors?

    /// Colours of vertices.
    public struct Colors: Sendable {
        /// The type of a component.
        public enum Kind: Sendable {
            /// A float32 from 0 to 1.
            case float
            /// A byte from 0 to 255.
            case byte
        }

        /// One row per vertex.
        public var buffer: ScanMeshBuffer
        /// The number of components per row: 3, or 4 with alpha.
        public var components: Int
        /// The type of the components.
        public var kind: Kind

        /// Creates colours.
        public init(_ buffer: ScanMeshBuffer, components: Int, kind: Kind) {
            self.buffer = buffer
            self.components = components
            self.kind = kind
        }
    }

    /// Creates a block.
    public init(
        name: String, transform: Affine = .identity, positions: ScanMeshBuffer, faces: ScanMeshBuffer,
        bytesPerIndex: Int, classes: ScanMeshBuffer? = nil, colors: Colors? = nil
    ) {
        self.name = name
        self.transform = transform
        self.positions = positions
        self.faces = faces
        self.bytesPerIndex = bytesPerIndex
        self.classes = classes
        self.colors = colors
    }
}

/// A face of a ``ScanMesh``, for deciding whether to remove it.
public struct ScanMeshFace: Sendable {
    /// Its index among the mesh's faces, in the order appended.
    public let index: Int
    /// Its class, a ``ScanMeshClass`` or another number; nil: no block has classes.
    public let classification: UInt8?
    /// Its vertex indices, counted across all blocks.
    public let vertices: SIMD3<Int>
    /// The positions of its vertices in the world, in metres.
    public let positions: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
}

/// A block with checked buffers.
struct ScanMeshParts {
    let positions: Column
    let triangles: Column
    let classes: Column?
    let colors: Column?
    private let transform: Affine

    init(_ block: ScanMeshBlock) throws(SceneDefect) {
        let name = block.name
        transform = block.transform
        let numbers = transform.columnMajor
        guard numbers.allSatisfy(\.isFinite) else {
            throw SceneDefect(name, "expected a transform of finite numbers, found others")
        }
        guard block.bytesPerIndex == 2 || block.bytesPerIndex == 4 else {
            throw SceneDefect(name, "expected indices of 2 or 4 bytes, found \(block.bytesPerIndex)")
        }
        positions = try block.positions.column("positions", components: 3, type: .float32, of: name)
        triangles = try block.faces.column(
            "faces", components: 3, type: block.bytesPerIndex == 2 ? .uint16 : .uint32, of: name)
        classes = try block.classes?.column("classes", components: 1, type: .uint8, of: name)
        if let classes, classes.count != triangles.count {
            throw SceneDefect(
                name, "expected a class for each of \(triangles.count) faces, found \(classes.count)")
        }
        if let own = block.colors {
            guard own.components == 3 || own.components == 4 else {
                throw SceneDefect(name, "expected colours of 3 or 4 numbers, found \(own.components)")
            }
            let column = try own.buffer.column(
                "colours", components: own.components, type: own.kind == .byte ? .uint8 : .float32, of: name)
            guard column.count == positions.count else {
                throw SceneDefect(
                    name, "expected a colour for each of \(positions.count) vertices, found \(column.count)")
            }
            colors = column
        } else {
            colors = nil
        }
        try checkIndices(name)
    }

    private func checkIndices(_ name: String) throws(SceneDefect) {
        for (rows, block) in triangles.blocks(of: Int64.self) {
            guard let place = block.firstIndex(where: { $0 >= positions.count }) else { continue }
            let face = rows.lowerBound + place / 3
            throw SceneDefect(name, "expected indices below \(positions.count), found \(block[place]) in face \(face)")
        }
    }

    /// Appends the positions in the world, computed in float64 and rounded once.
    func appendPositions(to target: inout ContiguousArray<Float>) {
        let isPlaced = transform != .identity
        for (_, block) in positions.blocks(of: Float.self) {
            guard isPlaced else {
                target.append(contentsOf: block)
                continue
            }
            for start in stride(from: 0, to: block.count - 2, by: 3) {
                let point = transform.applied(
                    to: SIMD3(Double(block[start]), Double(block[start + 1]), Double(block[start + 2])))
                target.append(Float(point.x))
                target.append(Float(point.y))
                target.append(Float(point.z))
            }
        }
    }

    /// Appends the triangles, with `first` added to each index.
    func appendTriangles(to target: inout ContiguousArray<UInt32>, first: UInt32) {
        for (_, block) in triangles.blocks(of: Int32.self) {
            for vertex in block { target.append(first + UInt32(vertex)) }
        }
    }
}
