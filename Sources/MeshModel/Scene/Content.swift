/// The contents of a scene for planners: its structure at once, facts about values on demand, never a copy.
public struct Content: Sendable {
    /// The scene; planners read its structure and ask ``facts(of:)`` about values.
    public let scene: MeshScene
    /// The operations that made the scene, first to last: a writer may record what they added, to be undone on reading.
    public let steps: [Correspondence.Step]
    /// The storage forms of the scene's first colours, of vertices and of elements.
    public let colorForms: ColorForms

    /// Creates the content of a scene.
    public init(_ scene: MeshScene, steps: [Correspondence.Step] = []) {
        var scene = scene
        for index in scene.vertexSets.indices { scene.vertexSets[index].measure() }
        self.scene = scene
        self.steps = steps
        colorForms = ColorForms(scene)
    }

    /// The storage forms of first colours, of vertices and of elements; each once.
    public struct ColorForms: Sendable {
        /// The forms of all colours.
        public private(set) var types: Set<Form> = []
        /// Whether all of them have alpha.
        public private(set) var haveAlpha = true

        /// The storage form of numbers.
        public struct Form: Hashable, Sendable {
            /// The type of a number.
            public var type: ScalarType
            /// Whether integers represent fractions.
            public var isNormalized: Bool

            /// Creates the form of an attribute.
            public init(_ attribute: Attribute) {
                type = attribute.values.type
                isNormalized = attribute.normalized
            }
        }

        fileprivate init(_ scene: MeshScene) {
            for set in scene.vertexSets {
                if let attribute = set.attribute(.color(0)) { add(attribute) }
            }
            for mesh in scene.meshes {
                for primitive in mesh.primitives {
                    for attribute in primitive.elementAttributes where attribute.semantic == .color(0) {
                        add(attribute)
                    }
                }
            }
        }

        private mutating func add(_ attribute: Attribute) {
            types.insert(Form(attribute))
            if attribute.values.components < 4 { haveAlpha = false }
        }
    }

    /// Facts about the values of a column, found in one pass.
    public struct ValueFacts: Sendable, Hashable {
        /// The smallest finite value; +∞ when there is none.
        public var minimum = Double.infinity
        /// The largest finite value; −∞ when there is none.
        public var maximum = -Double.infinity
        /// The number of values that are NaN or infinite.
        public var nonFiniteCount = 0
        /// Whether each value is exactly representable as float32.
        public var isFloat32Exact = true
        /// Whether each value, rounded to float32, is k ÷ 255 for an integer k of 0…255.
        public var areEightBitCodes = true
        /// The number of rows with a value outside 0…1.
        public var rowsOutsideUnit = 0
        /// The largest distance of a value from 0…1.
        public var largestOutsideUnit = 0.0
    }

    /// Collects the facts in one pass over the values of `column`.
    public func facts(of column: Column) -> ValueFacts {
        var facts = ValueFacts()
        for (_, buffer) in column.blocks(of: Double.self) {
            add(buffer, components: column.components, to: &facts)
        }
        return facts
    }

    private func add(_ values: ContiguousArray<Double>, components: Int, to facts: inout ValueFacts) {
        // Kept apart from what is passed in, so that they need not be in memory.
        var own = facts
        var index = 0
        while index < values.count {
            var isOutside = false
            for _ in 0..<components {
                let value = values[index]
                index += 1
                if value >= 0, value <= 1 {
                    own.minimum = min(own.minimum, value)
                    own.maximum = max(own.maximum, value)
                    let single = Float(value)
                    if Double(single) != value { own.isFloat32Exact = false }
                    if own.areEightBitCodes, Self.eightBitCodes[Int(value * 255 + 0.5)] != single {
                        own.areEightBitCodes = false
                    }
                    continue
                }
                isOutside = true
                own.areEightBitCodes = false
                guard value.isFinite else {
                    own.nonFiniteCount += 1
                    continue
                }
                own.minimum = min(own.minimum, value)
                own.maximum = max(own.maximum, value)
                if Double(Float(value)) != value { own.isFloat32Exact = false }
                own.largestOutsideUnit = max(own.largestOutsideUnit, value < 0 ? -value : value - 1)
            }
            if isOutside { own.rowsOutsideUnit += 1 }
        }
        facts = own
    }

    /// The fractions of 255 in single precision.
    private static let eightBitCodes = ContiguousArray((0...255).map { Float(Double($0) / 255) })
}
