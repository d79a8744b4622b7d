import MeshModel

// Transforms that change with time.

extension USDLayer {
    /// Adds the transform of a node that moves: its state at rest as default, and samples of what moves.
    mutating func move(_ prim: Int, _ rest: USDRestParts, _ node: Int, _ motion: USDMotion) {
        let forms: [(AnimationChannel.Property, String, USDType, USDType)] = [
            (.translation, "xformOp:translate", .double3, .double3),
            (.rotation, "xformOp:orient", .quatf, .quatd),
            (.scale, "xformOp:scale", .float3, .double3),
        ]
        for (property, name, narrow, wide) in forms {
            let course = motion.courses[USDMovedProperty(node: node, property: property)]
            let values = rest.values(of: property)
            // Most readers expect rotations and scales in float32. They are wider where that would lose precision.
            let isNarrow = course?.isSingle ?? true && USDSampledCourse.isSingle(values)
            let type = isNarrow ? narrow : wide
            let attribute = attribute(prim, name, type.name, .tuple(type, values))
            if let course {
                specs[attribute]["timeSamples"] = .samples(course.codes) { .tuple(type, course.row($0)) }
            }
        }
        attribute(prim, "xformOpOrder", "token[]", .texts(.token, forms.map(\.1)), isUniform: true)
    }

    /// Hides a node, or shows and hides it with time.
    mutating func setVisibility(_ prim: Int, _ isVisible: Bool, _ course: USDSampledCourse?) {
        guard !isVisible || course != nil else { return }
        func word(_ isVisible: Bool) -> USDValue { .token(isVisible ? "inherited" : "invisible") }
        let attribute = attribute(prim, "visibility", "token", word(isVisible))
        if let course {
            specs[attribute]["timeSamples"] = .samples(course.codes) { word(course.row($0) != [0]) }
        }
    }
}

extension USDSampledCourse {
    /// Whether float32 holds all values.
    var isSingle: Bool { Self.isSingle(values) }

    static func isSingle(_ values: some Collection<Double>) -> Bool {
        values.allSatisfy { Double(Float($0)) == $0 || $0.isNaN }
    }
}
