/// What a scene contains, asked by planners: structure at once, facts about values on demand, never a copy.
public struct Content: Sendable {
    /// The scene; planners look at its structure and ask here about values.
    public let scene: Scene
    /// What operations made the scene of, first to last: a writer may mark what they added, for the way back.
    public let steps: [Correspondence.Step]
    /// The forms that the first colours of vertices and elements have.
    public let colorForms: ColorForms

    /// The content of a scene.
    public init(_ scene: Scene, steps: [Correspondence.Step] = []) {
        self.scene = scene
        self.steps = steps
        colorForms = ColorForms(scene)
    }

    /// The forms that the first colours of vertices and elements have, each once.
    public struct ColorForms: Sendable {
        /// Type and whether integers stand for fractions, of all colours.
        public private(set) var types: Set<Form> = []
        /// Whether all of them have alpha.
        public private(set) var haveAlpha = true

        /// How numbers are stored.
        public struct Form: Hashable, Sendable {
            /// The type of a number.
            public var type: ScalarType
            /// Whether integers stand for fractions.
            public var isNormalized: Bool

            /// The form of an attribute.
            public init(_ attribute: Attribute) {
                type = attribute.values.type
                isNormalized = attribute.normalized
            }
        }

        fileprivate init(_ scene: Scene) {
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
        /// How many values are NaN or infinite.
        public var nonFiniteCount = 0
        /// Whether each value is a float32 exactly.
        public var isFloat32Exact = true
        /// Whether each value is k ÷ 255 as a float32 rounds it, for a whole k of 0…255.
        public var areEightBitCodes = true
        /// How many rows have a value outside 0…1.
        public var rowsOutsideUnit = 0
        /// How far the value furthest outside 0…1 is outside.
        public var largestOutsideUnit = 0.0
    }

    /// One pass over the values of `column`.
    public func facts(of column: Column) -> ValueFacts {
        var facts = ValueFacts()
        var buffer = ContiguousArray<Double>()
        let rowsPerChunk = max(1, 16_384 / max(column.components, 1))
        var row = 0
        while row < column.count {
            let end = min(row + rowsPerChunk, column.count)
            column.read(row..<end, into: &buffer)
            add(buffer, components: column.components, to: &facts)
            row = end
        }
        return facts
    }

    private func add(_ values: ContiguousArray<Double>, components: Int, to facts: inout ValueFacts) {
        var index = 0
        while index < values.count {
            var isOutside = false
            for _ in 0..<components {
                let value = values[index]
                index += 1
                guard value.isFinite else {
                    facts.nonFiniteCount += 1
                    facts.areEightBitCodes = false
                    isOutside = true
                    continue
                }
                facts.minimum = min(facts.minimum, value)
                facts.maximum = max(facts.maximum, value)
                if facts.isFloat32Exact, Double(Float(value)) != value { facts.isFloat32Exact = false }
                if facts.areEightBitCodes {
                    let code = (value * 255).rounded()
                    if code < 0 || code > 255 || Float(code / 255) != Float(value) { facts.areEightBitCodes = false }
                }
                if value < 0 || value > 1 {
                    isOutside = true
                    facts.largestOutsideUnit = max(facts.largestOutsideUnit, value < 0 ? -value : value - 1)
                }
            }
            if isOutside { facts.rowsOutsideUnit += 1 }
        }
    }
}
