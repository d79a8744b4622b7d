/// The kind of elements of a primitive. Triangles are polygons of three corners; strips and fans are an encoding.
public enum Topology: String, Sendable, Hashable, CaseIterable {
    case points, lines, polygons
}

/// Elements of one kind over one vertex set: faces, polylines or points.
///
/// - Shape: element `e` has the corners `cornerRange(e)`; corner `c` uses vertex `vertices[c]` of the set.
/// - Edge: vertex indices lie in `0 ..< vertexSet.count`; the code that builds the primitive checks them.
public struct Primitive: Sendable {
    /// The number of corners of each element.
    public enum Arity: Sendable {
        /// The same number for each element: 1 for points, 2 for segments, 3 for triangles.
        case uniform(Int)
        /// `elementCount + 1` ascending starts into the corners, from 0.
        case offsets(Column)
    }

    /// The kind of elements.
    public var topology: Topology
    /// The index of the vertex set.
    public var vertexSet: Int
    /// The number of elements.
    public var elementCount: Int
    /// The number of corners of each element.
    public var arity: Arity
    /// The vertex of each corner, in any integer type: one component, or, with uniform arity n, rows of n.
    ///
    /// Nil: corner `c` uses vertex `c` (a point cloud).
    public var vertices: Column?
    /// Attributes with one row per element (USD's uniform).
    public var elementAttributes: [Attribute]
    /// Attributes with one value per corner (USD's faceVarying).
    public var cornerAttributes: [CornerAttribute]
    /// Named sets of elements, by family; OBJ's groups are the family `groups`.
    public var subsetFamilies: [SubsetFamily]
    /// The material of the elements.
    public var material: MaterialBinding
    /// Other materials of the elements, in ascending order of variants. A variant that is not there changes nothing.
    public var variantMaterials: [VariantMaterial]

    /// Creates a primitive.
    public init(
        topology: Topology, vertexSet: Int, elementCount: Int, arity: Arity, vertices: Column?,
        elementAttributes: [Attribute] = [], cornerAttributes: [CornerAttribute] = [],
        subsetFamilies: [SubsetFamily] = [], material: MaterialBinding = .none,
        variantMaterials: [VariantMaterial] = []
    ) {
        self.topology = topology
        self.vertexSet = vertexSet
        self.elementCount = elementCount
        self.arity = arity
        self.vertices = vertices
        self.elementAttributes = elementAttributes
        self.cornerAttributes = cornerAttributes
        self.subsetFamilies = subsetFamilies
        self.material = material
        self.variantMaterials = variantMaterials
    }

    /// Returns a primitive with a point for each vertex of a set, in order.
    public static func cloud(vertexSet: Int, count: Int) -> Primitive {
        Primitive(topology: .points, vertexSet: vertexSet, elementCount: count, arity: .uniform(1), vertices: nil)
    }

    /// The number of corners of all elements.
    public var cornerCount: Int {
        switch arity {
        case .uniform(let corners): elementCount * corners
        case .offsets(let starts):
            if starts.count > elementCount {
                Int(clamping: starts.rows(elementCount..<elementCount + 1).integers().first ?? 0)
            } else {
                0
            }
        }
    }

    /// Whether each element has three corners.
    public var isTriangles: Bool {
        if case .uniform(3) = arity { topology == .polygons } else { false }
    }
}

/// Values that belong to corners: rows of a pool of the primitive's vertex set, by index.
///
/// Several primitives may share a pool: so OBJ's `vt` and `vn` lists stay single lists.
public struct CornerAttribute: Sendable {
    /// The pool of the primitive's vertex set.
    public var pool: Int
    /// The pool's row for each corner, −1 where this corner has none. Nil: corner `c` has row `c`.
    public var indices: Column?

    /// Creates a corner attribute.
    public init(pool: Int, indices: Column?) {
        self.pool = pool
        self.indices = indices
    }
}

/// Named sets of elements that belong together; sets may overlap and may be empty.
public struct SubsetFamily: Sendable, Hashable {
    /// The family's name, `groups` for OBJ's `g`.
    public var name: String
    /// The subsets, in the source's order.
    public var subsets: [Subset]

    /// Creates a family.
    public init(name: String, subsets: [Subset]) {
        self.name = name
        self.subsets = subsets
    }
}

/// A named set of elements of a primitive.
public struct Subset: Sendable, Hashable {
    /// The name as the source has it.
    public var name: String
    /// The elements, as ascending ranges that do not touch.
    public var ranges: [Range<Int>]

    /// Creates a subset.
    public init(name: String, ranges: [Range<Int>]) {
        self.name = name
        self.ranges = ranges
    }

    /// A subset of elements in ascending order.
    package init(name: String, elements: [Int]) {
        self.init(name: name, ranges: [])
        for element in elements {
            if let last = ranges.last, last.upperBound == element {
                ranges[ranges.count - 1] = last.lowerBound..<element + 1
            } else {
                ranges.append(element..<element + 1)
            }
        }
    }

    /// The number of elements.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }
}

/// The materials of a primitive's elements.
public enum MaterialBinding: Sendable {
    /// No material.
    case none
    /// One material for all elements.
    case one(Int)
    /// A material index per element, −1 for none; one component.
    case perElement(Column)

    /// The materials of all elements; −1 if some have none.
    package var materials: Set<Int> {
        switch self {
        case .none: return [-1]
        case .one(let material): return [material]
        case .perElement(let column):
            var (found, last) = (Set<Int32>(), Int32?.none)
            for block in column.blocks(of: Int32.self) {
                for material in block.values where material != last {
                    found.insert(max(material, -1))
                    last = material
                }
            }
            return Set(found.map { Int($0) })
        }
    }
}
