import MeshFormats
import MeshModel

// Networks of MaterialX nodes: what feeds an input, as far as a material of the scene can hold it.

/// The nodes of one material that were read.
struct ShaderReading {
    /// An output of a node.
    struct Key: Hashable {
        var prim: Int
        var output: String
    }

    /// What each output gives; nil: it can't be told.
    var terms: [Key: ShaderTerm?] = [:]
    /// The outputs that are being read, to find circles.
    var open: Set<Key> = []
    /// The nodes that were read as something simpler or not at all.
    var lost: Set<Int> = []
    /// The number of nodes between the surface and the place.
    var depth = 0

    /// The longest chain of nodes that is followed.
    static let depthLimit = 64
}

extension USDSceneBuilder {
    /// What feeds an input.
    ///
    /// - Parameter fallback: the value where it has none.
    mutating func term(
        _ prim: Int, _ name: String, _ fallback: [Double]?, _ reading: inout ShaderReading
    ) -> ShaderTerm? {
        declare(prim, name)
        if let source = source(prim, name) { return term(of: source.prim, source.output, &reading) }
        let value = input(prim, name)
        guard let numbers = value?.numbers, numbers.allSatisfy(\.isFinite) else {
            return fallback.map { ShaderTerm($0) }
        }
        return ShaderTerm(linear(numbers, prim, name))
    }

    /// Counts an input that has no value as read.
    func declare(_ prim: Int, _ name: String) {
        use(prim, name, "typeName")
        var (prim, name) = (prim, name)
        for _ in 0..<32 {
            guard let next = connected(prim, name), stage.prims[next.prim].typeName != "Shader" else { return }
            (prim, name) = next
            use(prim, name, "typeName")
        }
    }

    /// A colour in linear light: an input can say that its value is encoded.
    private mutating func linear(_ numbers: [Double], _ prim: Int, _ name: String) -> [Double] {
        guard numbers.count >= 3, let space = colorSpace(prim, name) else { return numbers }
        guard ["srgb_texture", "sRGB", "srgb"].contains(space) else { return numbers }
        return numbers.prefix(3).map { ColorTransfer.linear(fromSRGB: $0) } + numbers.dropFirst(3)
    }

    /// The colour space of an input's value, which may be that of an input of the material or of a graph.
    mutating func colorSpace(_ prim: Int, _ name: String) -> String? {
        var (prim, name) = (prim, name)
        for _ in 0..<32 {
            guard let next = connected(prim, name), stage.prims[next.prim].typeName != "Shader" else { break }
            (prim, name) = next
        }
        use(prim, name, "colorSpace")
        return field(prim, name, "colorSpace")?.word
    }

    /// What an output of a node gives; nil: it can't be told, which is noted.
    private mutating func term(of shader: Int, _ output: String, _ reading: inout ShaderReading) -> ShaderTerm? {
        let key = ShaderReading.Key(prim: shader, output: output)
        if let known = reading.terms[key] { return known }
        guard reading.open.insert(key).inserted, reading.depth < ShaderReading.depthLimit else {
            lose(shader, &reading)
            return nil
        }
        reading.depth += 1
        let term = read(shader, String(output.dropFirst("outputs:".count)), &reading)
        reading.depth -= 1
        reading.open.remove(key)
        reading.terms[key] = .some(term)
        return term
    }

    /// Notes a node that was read as something simpler or not at all.
    mutating func lose(_ shader: Int, _ reading: inout ShaderReading) {
        guard reading.lost.insert(shader).inserted else { return }
        let id = value(shader, "info:id")?.word ?? ""
        lostNodes[MtlxNode.label(id), default: []].append(stage.prims[shader].name)
        // What it says counts once: as the loss of the node.
        for name in stage.properties(of: shader) {
            guard let property = stage.property(shader, name) else { continue }
            uses.use(
                property.opinions,
                USDFieldCensus.declaration + ["default", "connectionPaths", "colorSpace", "timeSamples"], .diagnostic)
        }
    }

    private mutating func read(_ shader: Int, _ output: String, _ reading: inout ShaderReading) -> ShaderTerm? {
        let id = value(shader, "info:id")?.word ?? ""
        guard let node = MtlxNode(id) else {
            lose(shader, &reading)
            return nil
        }
        switch node.kind {
        case .constant: return term(shader, "inputs:value", [Double](repeating: 0, count: node.width), &reading)
        case .image: return image(shader, node, output, &reading)
        case .normalMap: return normalMap(shader, node, &reading)
        case .arithmetic: return arithmetic(shader, node, &reading)
        case .channels: return channels(shader, node, output, &reading)
        case .combine: return combined(shader, node, &reading)
        case .mix: return mixed(shader, node, &reading)
        case .same: return term(shader, "inputs:in", nil, &reading)?.widened(to: node.width)
        case .vertexColor: return vertexColor(shader, node, &reading)
        case .change: return changed(shader, node, &reading)
        }
    }

    // MARK: Images

    private mutating func image(
        _ shader: Int, _ node: MtlxNode, _ output: String, _ reading: inout ShaderReading
    ) -> ShaderTerm? {
        guard case .text(_, let file)? = input(shader, "inputs:file"), !file.isEmpty else {
            return term(shader, "inputs:default", [Double](repeating: 0, count: node.width), &reading)
        }
        let channels: [Int] =
            switch (node.category, output) {
            case ("UsdUVTexture", "r"): [0]
            case ("UsdUVTexture", "g"): [1]
            case ("UsdUVTexture", "b"): [2]
            case ("UsdUVTexture", "a"), ("gltf_colorimage", "outa"): [3]
            case ("UsdUVTexture", "rgba"): [0, 1, 2, 3]
            case ("UsdUVTexture", _), ("gltf_colorimage", _): [0, 1, 2]
            default: Array(0..<node.width)
            }
        let image = ShaderTerm(image: shader, channels: channels)
        let factorName =
            switch node.category {
            case "gltf_image": "inputs:factor"
            case "gltf_colorimage": "inputs:color"
            case "UsdUVTexture": "inputs:scale"
            default: ""
            }
        guard !factorName.isEmpty, let factor = term(shader, factorName, nil, &reading) else { return image }
        guard factor.isConstant else {
            lose(shader, &reading)
            return image
        }
        // Factors of a whole colour are those of its channels.
        return image.times(factor.width == 4 ? channels.map { factor.numbers[$0] } : factor.numbers)
    }

    private mutating func normalMap(
        _ shader: Int, _ node: MtlxNode, _ reading: inout ShaderReading
    ) -> ShaderTerm? {
        guard node.category == "normalmap" else {
            guard var map = image(shader, node, "out", &reading), map.image != nil else { return nil }
            map.normalScale = 1
            return map
        }
        let scale = term(shader, "inputs:scale", [1], &reading)
        if let space = input(shader, "inputs:space")?.word, space != "tangent" { lose(shader, &reading) }
        guard var map = term(shader, "inputs:in", nil, &reading) else { return nil }
        guard map.image != nil, let scale, scale.isConstant else {
            if map.numbers != [0.5, 0.5, 1] { lose(shader, &reading) }
            return nil
        }
        map.normalScale = scale.numbers[0]
        return map
    }

    // MARK: Losses

    /// The residue of nodes and inputs that were read as something simpler or not at all.
    var shaderResidue: [Residue] {
        lostNodes.inKeyOrder.map { kind, names in
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            let shown = "node \(kind) (\(names.prefix(3).joined(separator: ", "))\(more))"
            return Residue(
                path: "shader node \(kind)", kind: "shader node", count: names.count, shownAs: .shaderNode(shown))
        }
            + lostInputs.inKeyOrder.map { input, count in
                Residue(
                    path: "shader input \(input)", kind: "shader input", count: count, shownAs: .shaderNode(input))
            }
    }
}
