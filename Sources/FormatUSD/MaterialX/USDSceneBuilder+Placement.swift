import MeshModel

// Where images of MaterialX lie: nodes of texture coordinates, as far as an affine mapping can hold them.

extension USDSceneBuilder {
    /// Adds the coordinates, the mapping and the wrapping of an image to a slot.
    mutating func addPlacement(
        _ image: Int, to slot: inout TextureSlot, _ names: inout [String], _ reading: inout ShaderReading
    ) {
        let category = (value(image, "info:id")?.word).flatMap(MtlxNode.init)?.category ?? ""
        let isPreview = category == "UsdUVTexture"
        for (key, inputs) in [
            ("wrapS", ["inputs:uaddressmode", "inputs:wrapS"]), ("wrapT", ["inputs:vaddressmode", "inputs:wrapT"]),
        ] {
            let word = inputs.compactMap { input(image, $0)?.word }.first
            switch word {
            case "clamp", "constant", "black":
                slot.options.append(TextureOption(key, ["33071"]))
                if word != "clamp" { plainEdges[scene.materials.count, default: []].insert(key) }
            case "mirror": slot.options.append(TextureOption(key, ["33648"]))
            default: slot.options.append(TextureOption(key, ["10497"]))
            }
        }
        for name in ["default", "fallback", "filtertype", "sourceColorSpace"] { _ = value(image, "inputs:\(name)") }
        var own = ShaderPlacement()
        if category == "tiledimage" { addTiling(image, to: &own) }
        if category.hasPrefix("gltf_") { addPlace(image, isGLTF: true, to: &own) }
        var (name, placement) = coordinates(image, isPreview ? "inputs:st" : "inputs:texcoord", &reading)
        placement = own.after(placement)
        let number = names.firstIndex(of: name) ?? names.count
        if number == names.count { names.append(name) }
        if number > 0 { slot.options.append(TextureOption("texCoord", ["\(number)"])) }
        guard let options = placement.options else { return lose(image, &reading) }
        slot.options += options
    }

    private mutating func pair(_ prim: Int, _ name: String, _ fallback: Double) -> (x: Double, y: Double) {
        declare(prim, name)
        guard let numbers = input(prim, name)?.numbers, let first = numbers.first, numbers.allSatisfy(\.isFinite) else {
            return (fallback, fallback)
        }
        return (first, numbers.count > 1 ? numbers[1] : first)
    }

    /// The mapping of a `tiledimage`. Real sizes count without their units, as OpenUSD reads them.
    private mutating func addTiling(_ image: Int, to placement: inout ShaderPlacement) {
        let tiling = pair(image, "inputs:uvtiling", 1)
        let offset = pair(image, "inputs:uvoffset", 0)
        let size = pair(image, "inputs:realworldimagesize", 1)
        let tile = pair(image, "inputs:realworldtilesize", 1)
        placement.scale(tiling.x, tiling.y)
        placement.move(-offset.x, -offset.y)
        guard size.x != 0, size.y != 0 else { return }
        placement.scale(tile.x / size.x, tile.y / size.y)
    }

    /// The mapping of a `place2d`, or of glTF's images, which say the opposite of most of it.
    private mutating func addPlace(_ node: Int, isGLTF: Bool, to placement: inout ShaderPlacement) {
        var pivot = pair(node, "inputs:pivot", 0)
        if isGLTF, input(node, "inputs:pivot") == nil { pivot = (0, 1) }
        var scale = pair(node, "inputs:scale", 1)
        var offset = pair(node, "inputs:offset", 0)
        var angle = input(node, "inputs:rotate")?.number ?? 0
        declare(node, "inputs:rotate")
        declare(node, "inputs:operationorder")
        let order = input(node, "inputs:operationorder")?.number ?? 0
        guard scale.x != 0, scale.y != 0, angle.isFinite else { return }
        if isGLTF {
            scale = (1 / scale.x, 1 / scale.y)
            offset = (-offset.x, offset.y)
            angle = -angle
        }
        placement.move(-pivot.x, -pivot.y)
        if order == 1 {
            placement.move(-offset.x, -offset.y)
            placement.turn(degrees: -angle)
            placement.scale(1 / scale.x, 1 / scale.y)
        } else {
            placement.scale(1 / scale.x, 1 / scale.y)
            placement.turn(degrees: -angle)
            placement.move(-offset.x, -offset.y)
        }
        placement.move(pivot.x, pivot.y)
    }

    /// The name of the coordinates that an input leads to, and their mapping on the way.
    private mutating func coordinates(
        _ prim: Int, _ name: String, _ reading: inout ShaderReading
    ) -> (name: String, placement: ShaderPlacement) {
        var placement = ShaderPlacement()
        var (prim, name) = (prim, name)
        for _ in 0..<ShaderReading.depthLimit {
            guard let node = source(prim, name)?.prim else { return ("st", placement) }
            let id = value(node, "info:id")?.word ?? ""
            switch MtlxNodeName.category(id, of: Self.coordinateNodes) {
            case "texcoord":
                let index = input(node, "inputs:index")?.number ?? 0
                declare(node, "inputs:index")
                return (index >= 1 && index < 64 ? "st\(Int(index))" : "st", placement)
            case "geompropvalue", "UsdPrimvarReader":
                _ = value(node, "inputs:fallback")
                _ = value(node, "inputs:default")
                let word = input(node, "inputs:geomprop")?.word ?? input(node, "inputs:varname")?.word
                return (word == "UV0" ? "st" : word ?? "st", placement)
            case "place2d":
                var own = ShaderPlacement()
                addPlace(node, isGLTF: false, to: &own)
                placement = placement.after(own)
                (prim, name) = (node, "inputs:texcoord")
            case "UsdTransform2d":
                var own = ShaderPlacement()
                let scale = pair(node, "inputs:scale", 1)
                let move = pair(node, "inputs:translation", 0)
                own.scale(scale.x, scale.y)
                own.turn(degrees: input(node, "inputs:rotation")?.number ?? 0)
                own.move(move.x, move.y)
                placement = placement.after(own)
                (prim, name) = (node, "inputs:in")
            case "rotate2d":
                var own = ShaderPlacement()
                declare(node, "inputs:amount")
                own.turn(degrees: -(input(node, "inputs:amount")?.number ?? 0))
                placement = placement.after(own)
                (prim, name) = (node, "inputs:in")
            case let category?:
                guard let (own, next) = step(node, category) else {
                    lose(node, &reading)
                    return ("st", placement)
                }
                placement = placement.after(own)
                (prim, name) = (node, next)
            case nil:
                lose(node, &reading)
                return ("st", placement)
            }
        }
        lose(prim, &reading)
        return ("st", placement)
    }

    private static let coordinateNodes: Set<String> = [
        "texcoord", "geompropvalue", "UsdPrimvarReader", "place2d", "UsdTransform2d", "rotate2d", "multiply", "divide",
        "add", "subtract",
    ]

    /// The mapping of a node that multiplies coordinates or adds to them, and the input that has them.
    private mutating func step(_ node: Int, _ category: String) -> (ShaderPlacement, String)? {
        let isFirst = stage.connections(node, "inputs:in1").isEmpty == false
        let (next, other) = isFirst ? ("inputs:in1", "inputs:in2") : ("inputs:in2", "inputs:in1")
        guard isFirst || category == "multiply" || category == "add", let numbers = input(node, other)?.numbers,
            let x = numbers.first, numbers.allSatisfy(\.isFinite)
        else { return nil }
        let y = numbers.count > 1 ? numbers[1] : x
        var own = ShaderPlacement()
        switch category {
        case "multiply": own.scale(x, y)
        case "divide":
            guard x != 0, y != 0 else { return nil }
            own.scale(1 / x, 1 / y)
        case "add": own.move(x, y)
        default: own.move(-x, -y)
        }
        return (own, next)
    }
}
