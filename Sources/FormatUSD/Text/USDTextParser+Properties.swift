import MeshBytes
import MeshFormats
import MeshModel

extension USDTextParser {
    /// The parts of a statement before the property's name.
    private struct Declaration {
        var operation = USDListEdit.Operation.explicit
        var isCustom = false
        var isUniform = false
        var typeName = ""
    }

    /// Reads one statement of an attribute or relationship.
    mutating func readProperty() throws(ReadError) {
        let begin = cursor.position
        var declaration = Declaration()
        if let operation = readOperation() {
            declaration.operation = operation
            try separate()
        }
        if passes(word: "custom") {
            declaration.isCustom = true
            try separate()
        }
        if passes(word: "rel") {
            declaration.isUniform = true
            return try readRelationship(declaration)
        }
        if passes(word: "varying") {
            try separate()
            guard passes(word: "rel") else { throw expected("'rel'") }
            return try readRelationship(declaration)
        }
        if passes(word: "uniform") || passes(word: "config") {
            declaration.isUniform = true
            try separate()
        }
        let range = identifierRange()
        guard !range.isEmpty else {
            throw expected("a property, a prim, a variantSet or '}'", at: begin)
        }
        declaration.typeName = try readTypeName()
        try readAttribute(declaration)
    }

    // MARK: Attributes

    private mutating func readAttribute(_ declaration: Declaration) throws(ReadError) {
        try separate()
        let begin = cursor.position
        let name = try readPropertyName()
        let spec = try attribute(name, declaration, at: begin)
        try skipInline()
        if passes(".") {
            try skipInline()
            return try readPart(of: spec, declaration)
        }
        guard declaration.operation == .explicit else { throw expected("'.connect'") }
        if passes("=") {
            try skipInline()
            if passes(word: "None") {
                set("default", of: spec, .block)
            } else if passes(word: "AnimationBlock") {
                set("default", of: spec, .animationBlock)
            } else {
                let value = try readValue(of: declaration.typeName)
                var isUnregistered = false
                if case .opaque(let opaque) = value { isUnregistered = opaque.kind == "unregistered" }
                set("default", of: spec, value, isUnregistered: isUnregistered)
            }
        }
        guard try passesInline("(") else { return }
        try readStatements(until: ")") { (parser) throws(ReadError) in
            if parser.passes(word: "displayUnit") {
                try parser.passAssignment()
                let begin = parser.cursor.position
                let unit = try parser.readName("a unit")
                guard Self.units.contains(unit) else { throw parser.expected("a unit", at: begin) }
                parser.set(
                    "displayUnit", of: spec, .opaque(USDOpaque(kind: "displayUnit", bytes: Array(unit.utf8))))
            } else if try !parser.readSymmetryOrPermission(of: spec) {
                try parser.readMetadata(of: spec)
            }
        }
    }

    /// The attribute with a name. Adds it if needed, else checks the declaration against the earlier one.
    private mutating func attribute(
        _ name: String, _ declaration: Declaration, at begin: Int
    ) throws(ReadError) -> Int {
        let owner = stack.count - 1
        guard let spec = stack[owner].properties[ExactText(name)] else {
            let spec = layer.add(.attribute, name, below: stack[owner].spec)
            stack[owner].properties[ExactText(name)] = spec
            layer.specs[spec].fields = [
                USDField(name: "custom", value: .integer(.bool, declaration.isCustom ? 1 : 0)),
                USDField(name: "typeName", value: .text(.token, declaration.typeName)),
                USDField(name: "variability", value: .uniform(declaration.isUniform)),
            ]
            return spec
        }
        guard layer.specs[spec].kind == .attribute else {
            throw refused("expected a relationship \(short(name)) as before, found an attribute", at: begin)
        }
        if case .text(_, let known) = layer.specs[spec]["typeName"], known != declaration.typeName {
            let found = short(declaration.typeName)
            throw refused("expected the type \(short(known)) of \(short(name)) as before, found \(found)", at: begin)
        }
        if case .uniform(let known) = layer.specs[spec]["variability"], known != declaration.isUniform {
            throw refused("expected \(short(name)) to be \(known ? "uniform" : "varying") as before", at: begin)
        }
        if declaration.isCustom { set("custom", of: spec, .integer(.bool, 1)) }
        return spec
    }

    /// Reads what follows the dot after the name: `timeSamples`, `connect` or `spline`.
    private mutating func readPart(of spec: Int, _ declaration: Declaration) throws(ReadError) {
        if passes(word: "connect") {
            try passAssignment()
            let begin = cursor.position
            let paths = try readPaths { (parser) throws(ReadError) in try parser.readTarget(isConnection: true) }
            return try setPaths("connectionPaths", of: spec, declaration.operation, paths, at: begin)
        }
        guard declaration.operation == .explicit else { throw expected("'connect'") }
        if passes(word: "timeSamples") {
            try passAssignment()
            set("timeSamples", of: spec, .samples(try readSamples(of: declaration.typeName)))
        } else if passes(word: "spline") {
            try passAssignment()
            set("spline", of: spec, .spline(try readSpline(of: declaration.typeName, at: cursor.position)))
        } else {
            throw expected("'timeSamples', 'connect' or 'spline'")
        }
    }

    /// Reads a value by its type name, which may be unknown.
    private mutating func readValue(of typeName: String) throws(ReadError) -> USDValue {
        if let type = USDTypeName(typeName) { return try readValue(type) }
        if Self.isDuration(typeName) { return try readDuration(typeName) }
        if isAt("<") { return try readValue(USDTypeName(.token, isArray: false)) }
        return .opaque(USDOpaque(kind: "unregistered", bytes: Array(try readSpelling().utf8)))
    }

    /// Reads time samples. Of several at the same time, the last wins.
    private mutating func readSamples(of typeName: String) throws(ReadError) -> [USDSample] {
        try pass("{")
        var samples: [USDSample] = []
        var isRising = true
        let isKnown = USDTypeName(typeName) != nil || Self.isDuration(typeName)
        try readList(until: "}") { (parser) throws(ReadError) in
            let time = try parser.readReal("a time")
            try parser.passColon()
            let begin = parser.cursor.position
            let value: USDValue = parser.passes(word: "None") ? .block : try parser.readValue(of: typeName)
            if !isKnown, case .opaque = samples.last?.value {
                let found = parser.short(typeName)
                throw parser.refused("expected a known type for more than one sample, found \(found)", at: begin)
            }
            if let last = samples.last, !(last.time < time) { isRising = false }
            samples.append(USDSample(time: time, value: value))
        }
        if isRising { return samples }
        // Stable, so that the last of equal times stays last.
        let order = samples.indices.sorted {
            (samples[$0].time, $0) < (samples[$1].time, $1)
        }
        var sorted: [USDSample] = []
        for index in order {
            if let last = sorted.last, last.time == samples[index].time { sorted.removeLast() }
            sorted.append(samples[index])
        }
        return sorted
    }

    /// The units that `displayUnit` may name.
    private static let units: Set<String> = [
        "mm", "cm", "dm", "m", "km", "in", "ft", "yd", "mi", "deg", "rad", "default", "%",
    ]

    // MARK: Relationships

    private mutating func readRelationship(_ declaration: Declaration) throws(ReadError) {
        try separate()
        let begin = cursor.position
        let name = try readPropertyName()
        let spec = try relationship(name, declaration, at: begin)
        let end = cursor.position
        try skipInline()
        if declaration.operation == .explicit {
            if passes(".") {
                try skipInline()
                guard passes(word: "default") else { throw expected("'default'") }
                try passAssignment()
                set("default", of: spec, try readValue(USDTypeName(.token, isArray: false)))
                return
            }
            if passes("[") {
                // A target that is named without being set.
                try skipInline()
                _ = try readTarget()
                try skipInline()
                return try pass("]")
            }
        }
        if passes("=") {
            try skipInline()
            let begin = cursor.position
            let paths = try readPaths { (parser) throws(ReadError) in try parser.readTarget() }
            try setPaths("targetPaths", of: spec, declaration.operation, paths, at: begin)
        } else {
            cursor.move(to: end)
        }
        guard declaration.operation == .explicit else { return }
        guard try passesInline("(") else { return }
        try readStatements(until: ")") { (parser) throws(ReadError) in
            if try !parser.readSymmetryOrPermission(of: spec) { try parser.readMetadata(of: spec) }
        }
    }

    /// The relationship with a name. Adds it if needed.
    private mutating func relationship(
        _ name: String, _ declaration: Declaration, at begin: Int
    ) throws(ReadError) -> Int {
        let owner = stack.count - 1
        let spec: Int
        if let known = stack[owner].properties[ExactText(name)] {
            spec = known
            guard layer.specs[spec].kind == .relationship else {
                throw refused("expected an attribute \(short(name)) as before, found a relationship", at: begin)
            }
        } else {
            spec = layer.add(.relationship, name, below: stack[owner].spec)
            stack[owner].properties[ExactText(name)] = spec
        }
        set("variability", of: spec, .uniform(declaration.isUniform))
        if declaration.isCustom { set("custom", of: spec, .integer(.bool, 1)) }
        return spec
    }
}
