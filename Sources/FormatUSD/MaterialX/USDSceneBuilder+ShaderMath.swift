// Nodes that change numbers: exact where the inputs are numbers, and where an image is multiplied with them.

extension USDSceneBuilder {
    /// The result of two inputs.
    mutating func arithmetic(_ shader: Int, _ node: MtlxNode, _ reading: inout ShaderReading) -> ShaderTerm? {
        let isProduct = ["multiply", "divide", "power"].contains(node.category)
        let neutral = [Double](repeating: isProduct ? 1 : 0, count: node.width)
        let zero = [Double](repeating: 0, count: node.width)
        guard let first = term(shader, "inputs:in1", zero, &reading),
            let second = term(shader, "inputs:in2", neutral, &reading)
        else { return term(shader, "inputs:in1", nil, &reading) ?? term(shader, "inputs:in2", nil, &reading) }
        if node.category == "multiply" {
            if let product = first.times(second) { return product.widened(to: node.width) }
            lose(shader, &reading)
            return first
        }
        guard first.isConstant, second.isConstant else {
            if node.category == "divide", second.isConstant, second.numbers.allSatisfy({ $0 != 0 }) {
                return first.times(second.numbers.map { 1 / $0 })
            }
            // Nothing is added, or the result is the image.
            if second.isConstant, second.numbers == neutral { return first }
            if first.isConstant, first.numbers == zero, node.category == "add" { return second }
            lose(shader, &reading)
            return first.isConstant ? second : first
        }
        let (a, b) = (first.widened(to: node.width).numbers, second.widened(to: node.width).numbers)
        let numbers = zip(a, b).map { a, b in
            switch node.category {
            case "divide": b == 0 ? 0 : a / b
            case "add": a + b
            case "subtract": a - b
            case "min": min(a, b)
            case "max": max(a, b)
            default: b == 1 ? a : b == 2 ? a * a : Double.nan
            }
        }
        guard numbers.allSatisfy(\.isFinite) else {
            lose(shader, &reading)
            return first
        }
        return ShaderTerm(numbers)
    }

    /// Components of an input: by the output's name, an index or letters.
    mutating func channels(
        _ shader: Int, _ node: MtlxNode, _ output: String, _ reading: inout ShaderReading
    ) -> ShaderTerm? {
        guard let whole = term(shader, "inputs:in", nil, &reading) else { return nil }
        let places: [Int?]
        switch node.category {
        case "extract": places = [Int(exactly: input(shader, "inputs:index")?.number ?? 0)]
        case "swizzle": places = (input(shader, "inputs:channels")?.word ?? "").map(Self.place)
        default: places = [output.last.flatMap(Self.place)]
        }
        let picked = places.compactMap(\.self)
        guard picked.count == places.count, !picked.isEmpty, let term = whole.picked(picked) else {
            lose(shader, &reading)
            return whole.picked([0])?.widened(to: node.width)
        }
        return term
    }

    private static func place(_ letter: Character) -> Int? {
        switch letter {
        case "r", "x": 0
        case "g", "y": 1
        case "b", "z": 2
        case "a", "w": 3
        default: nil
        }
    }

    /// Components of several inputs: numbers, or channels of one image.
    mutating func combined(_ shader: Int, _ node: MtlxNode, _ reading: inout ShaderReading) -> ShaderTerm? {
        var parts: [ShaderTerm] = []
        for index in 1...4 {
            let name = "inputs:in\(index)"
            guard stage.property(shader, name) != nil else { continue }
            guard let part = term(shader, name, [0], &reading) else { return nil }
            parts.append(part)
        }
        guard let first = parts.first else { return ShaderTerm([Double](repeating: 0, count: node.width)) }
        guard parts.allSatisfy({ $0.image == first.image && $0.hasVertexColor == first.hasVertexColor }) else {
            lose(shader, &reading)
            return (parts.first { $0.image != nil } ?? first).widened(to: node.width)
        }
        var term = first
        term.numbers = parts.flatMap(\.numbers)
        term.channels = parts.flatMap(\.channels)
        return term.widened(to: node.width)
    }

    /// A blend: exact for numbers and for weights of 0 and 1.
    mutating func mixed(_ shader: Int, _ node: MtlxNode, _ reading: inout ShaderReading) -> ShaderTerm? {
        let zero = [Double](repeating: 0, count: node.width)
        let weight = term(shader, "inputs:mix", [0], &reading)
        let front = term(shader, "inputs:fg", zero, &reading)
        let back = term(shader, "inputs:bg", zero, &reading)
        guard let front, let back, let weight, weight.isConstant else {
            lose(shader, &reading)
            return back ?? front
        }
        if weight.numbers.allSatisfy({ $0 == 0 }) { return back }
        if weight.numbers.allSatisfy({ $0 == 1 }) { return front }
        guard front.isConstant, back.isConstant else {
            lose(shader, &reading)
            let isFront = weight.numbers[0] > 0.5 ? front.image != nil || back.image == nil : back.image == nil
            return isFront ? front : back
        }
        let (a, b) = (front.widened(to: node.width).numbers, back.widened(to: node.width).numbers)
        let shares = weight.widened(to: node.width).numbers
        return ShaderTerm(a.indices.map { a[$0] * shares[$0] + b[$0] * (1 - shares[$0]) })
    }

    /// The colour of vertices, where a node reads that; other values of vertices are lost.
    mutating func vertexColor(_ shader: Int, _ node: MtlxNode, _ reading: inout ShaderReading) -> ShaderTerm? {
        let name = input(shader, "inputs:geomprop")?.word ?? input(shader, "inputs:varname")?.word
        guard node.category == "geomcolor" || name == "displayColor" || name == "displayOpacity" else {
            lose(shader, &reading)
            return nil
        }
        _ = value(shader, "inputs:index")
        _ = value(shader, "inputs:fallback")
        _ = value(shader, "inputs:default")
        var term = ShaderTerm([Double](repeating: 1, count: node.width))
        term.hasVertexColor = true
        return term
    }

    /// A change of an input: exact for numbers where it is simple, else the input as it is.
    mutating func changed(_ shader: Int, _ node: MtlxNode, _ reading: inout ShaderReading) -> ShaderTerm? {
        guard let whole = term(shader, "inputs:in", nil, &reading) else {
            if !reading.lost.contains(shader) { lose(shader, &reading) }
            return nil
        }
        let low = term(shader, "inputs:low", [0], &reading)
        let high = term(shader, "inputs:high", [1], &reading)
        let amount = term(shader, "inputs:amount", [1], &reading)
        func number(_ term: ShaderTerm?) -> Double? { term.flatMap { $0.isConstant ? $0.numbers.first : nil } }
        switch node.category {
        case "clamp":
            if !whole.isConstant, number(low).map({ $0 <= 0 }) == true, number(high).map({ $0 >= 1 }) == true {
                return whole
            }
            guard whole.isConstant, let low = number(low), let high = number(high), low <= high else { break }
            return ShaderTerm(whole.numbers.map { min(max($0, low), high) })
        case "invert":
            guard whole.isConstant, let amount = number(amount) else { break }
            return ShaderTerm(whole.numbers.map { amount - $0 })
        case "saturate": if number(amount) == 1 { return whole }
        case "contrast": if number(amount) == 1 { return whole }
        case "absval": if whole.isConstant { return ShaderTerm(whole.numbers.map(abs)) }
        case "luminance":
            if whole.isConstant, whole.width >= 3 {
                return ShaderTerm([ShaderTerm.luminance(whole.numbers)]).widened(to: node.width)
            }
        default: break
        }
        lose(shader, &reading)
        return whole.widened(to: node.width)
    }
}

extension ShaderTerm {
    /// The luminance of a colour, with MaterialX's usual weights.
    static func luminance(_ color: [Double]) -> Double {
        guard color.count >= 3 else { return color.first ?? 0 }
        return 0.2722287 * color[0] + 0.6740818 * color[1] + 0.0536895 * color[2]
    }
}
