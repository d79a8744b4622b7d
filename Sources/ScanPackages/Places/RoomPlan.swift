public import MeshBytes
public import MeshModel

/// `roomplan.json`: walls, doors and furniture as boxes, in the canonical frame.
public struct RoomPlan: Sendable, Equatable {
    /// A box: a surface or an object.
    public struct Item: Sendable, Equatable {
        /// Its id.
        public var id: String
        /// `wall`, `door`, `table` …; `washerDryer` is read as `washer_dryer`, which the app writes.
        public var category: String
        /// The extents along the box's own axes in metres; the box is centred on its origin.
        public var dimensions: SIMD3<Double>
        /// From the box's axes to the canonical frame.
        public var transform: Affine
        /// `low`, `medium`, `high` or `unknown`.
        public var confidence: String
        /// Members without a property of their own, in the file's order.
        public var otherMembers: [(String, JSONValue)] = []

        /// Creates an item.
        public init(
            id: String, category: String, dimensions: SIMD3<Double>, transform: Affine, confidence: String = "unknown"
        ) {
            self.id = id
            self.category = category
            self.dimensions = dimensions
            self.transform = transform
            self.confidence = confidence
        }

        init?(_ value: JSONValue) {
            guard let category = value["category"]?.string, let size = value["dimensions"],
                let width = size["width"]?.number, let height = size["height"]?.number,
                let depth = size["depth"]?.number, let numbers = value["transform"]?.numbers,
                let transform = Affine(columnMajor: numbers)
            else { return nil }
            id = value["id"]?.string ?? ""
            self.category = category == "washerDryer" ? "washer_dryer" : category
            dimensions = SIMD3(width, height, depth)
            self.transform = transform
            confidence = value["confidence"]?.string ?? "unknown"
            let known = ["id", "category", "dimensions", "transform", "confidence"]
            otherMembers = (value.object ?? []).filter { !known.contains($0.0) }
        }

        /// Whether all properties are equal.
        public static func == (a: Item, b: Item) -> Bool {
            a.id == b.id && a.category == b.category && a.dimensions == b.dimensions && a.transform == b.transform
                && a.confidence == b.confidence && JSONValue.object(a.otherMembers) == .object(b.otherMembers)
        }
    }

    /// Walls, floors, doors, windows, openings.
    public var surfaces: [Item]
    /// Furniture and fixtures.
    public var objects: [Item]

    /// Creates a room plan.
    public init(surfaces: [Item], objects: [Item]) {
        self.surfaces = surfaces
        self.objects = objects
    }

    /// Reads the plan of a file; nil if a list is missing or an item is malformed.
    init?(_ value: JSONValue) {
        func items(_ key: String) -> [Item]? {
            guard let array = value[key]?.array else { return nil }
            let items = array.compactMap { Item($0) }
            return items.count == array.count ? items : nil
        }
        guard let surfaces = items("surfaces"), let objects = items("objects") else { return nil }
        self.init(surfaces: surfaces, objects: objects)
    }
}
