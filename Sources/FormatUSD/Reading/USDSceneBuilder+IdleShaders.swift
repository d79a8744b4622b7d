import MeshFormats

// What a material says without any effect.

extension USDSceneBuilder {
    /// Leaves out inputs of a UsdPreviewSurface that its definition doesn't have, with a note.
    mutating func leaveOutUnknownInputs(of surface: Int) {
        // The usual mode says nothing.
        if case .value(let mode, _)? = stage.resolved(surface, "inputs:opacityMode"), mode.word == "transparent" {
            _ = value(surface, "inputs:opacityMode")
        }
        let known = Set(
            USDMaterialTable.inputs.map { "inputs:\($0.name)" } + ["inputs:opacityThreshold", "inputs:opacityMode"])
        let unknown = stage.properties(of: surface).filter { $0.hasPrefix("inputs:") && !known.contains($0) }
        guard !unknown.isEmpty else { return }
        let names = unknown.map { "'\($0.dropFirst("inputs:".count))'" }.joined(separator: ", ")
        note(
            "usd.shader-input", surface,
            "UsdPreviewSurface has no input \(names): what the file says there has no effect")
        for name in unknown { leaveOut(surface, name) }
    }

    /// Leaves out shaders of a material that nothing it shows is connected to, with a note.
    mutating func leaveOutIdleShaders(of material: Int) {
        let reached = shaders(feeding: material, stage.properties(of: material))
        var idle: [Int] = []
        var open = stage.prims[material].children
        while let prim = open.popLast() {
            // Readers of colours say that the material shows them, connected or not.
            if stage.prims[prim].typeName == "Shader", !reached.contains(prim), !readsColor(prim) {
                idle.append(prim)
            }
            open += stage.prims[prim].children
        }
        guard let first = idle.last else { return }
        note(
            "usd.shader-idle", first,
            idle.count == 1
                ? "nothing is connected to this shader: it has no effect"
                : "nothing is connected to this shader and \(idle.count - 1) more: they have no effect")
        for prim in idle { for name in stage.properties(of: prim) { leaveOut(prim, name) } }
    }

    /// Marks the shaders that only surfaces for other renderers use, such as those of MaterialX beside a
    /// UsdPreviewSurface: nothing of what is shown is lost with them.
    ///
    /// - Parameter output: the output of the surface that is read.
    func setAsideOtherSurfaces(of material: Int, than output: String) {
        let outputs = stage.properties(of: material).filter { $0.hasPrefix("outputs:") }
        // Those for all renderers have no name of one.
        func isForAll(_ name: String) -> Bool {
            let parts = name.utf8.split(separator: UInt8(ascii: ":"))
            return parts.count == 2 || parts.count == 3 && parts[1].elementsEqual("universal".utf8)
        }
        let own = outputs.filter { $0 == output || isForAll($0) }
        guard own.count < outputs.count else { return }
        let used = shaders(feeding: material, own)
        for prim in shaders(feeding: material, outputs) where !used.contains(prim) {
            uses.setAside(stage.prims[prim].opinions)
        }
    }

    /// The prims that properties of a prim are connected to, with all that those are connected to; and the prim itself.
    private func shaders(feeding prim: Int, _ properties: [String]) -> Set<Int> {
        var reached: Set<Int> = [prim]
        var open: [Int] = []
        func follow(_ prim: Int, _ names: [String]) {
            for name in names {
                for target in stage.connections(prim, name) {
                    guard let dot = target.lastIndex(of: "."), let next = stage.prim(at: String(target[..<dot])),
                        reached.insert(next).inserted
                    else { continue }
                    open.append(next)
                }
            }
        }
        follow(prim, properties)
        while let next = open.popLast() { follow(next, stage.properties(of: next)) }
        return reached
    }

    private func readsColor(_ shader: Int) -> Bool {
        func word(_ name: String) -> String? {
            guard case .value(let value, _)? = stage.resolved(shader, name) else { return nil }
            return value.word
        }
        return word("info:id")?.hasPrefix("UsdPrimvarReader") == true
            && ["displayColor", "displayOpacity"].contains(word("inputs:varname"))
    }

    private func leaveOut(_ prim: Int, _ name: String) {
        uses.use(stage.property(prim, name)?.opinions ?? [], nil, .diagnostic)
    }
}
