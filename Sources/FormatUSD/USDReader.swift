import MeshBytes
import MeshFormats
import MeshModel

/// Reads a file: its layers, then the composed stage, then the scene.
struct USDReader {
    let input: Input
    let options: ReadOptions

    func read() throws(ReadError) -> Document {
        let stage = try USDStage(input, options: options)
        var builder = USDSceneBuilder(stage, options: options)
        try builder.build()
        if let error = builder.stage.layers.brokenEntry, !options.lenient { throw error }
        let accounts = builder.uses.accounts()
        var layers = stage.layers
        let files = layers.fileResidue(besides: builder.imageNames)
        var document = Document(
            format: "usd", variant: stage.layers.encoding.rawValue,
            native: USDDocument(layers: stage.layers), scene: builder.scene,
            residue: accounts.residue + builder.sidesResidue
                + builder.shapeResidue + builder.shaderResidue + files,
            // The builder's stage also says what is wrong with images.
            diagnostics: builder.stage.diagnostics + builder.diagnostics,
            census: accounts.census + prims(stage), byteCount: input.byteCount)
        document.sideFiles = stage.layers.filePaths
        document.setAside = stage.layers.setAside.residue
        return document
    }

    /// The number of prims of the composed stage by type. All count as in the scene.
    private func prims(_ stage: USDStage) -> [CensusEntry] {
        var counts: [String: Int] = [:]
        for prim in stage.prims.dropFirst() where prim.isDefined && !prim.isAbstract && prim.isActive {
            counts[prim.typeName.isEmpty ? "(untyped)" : prim.typeName, default: 0] += 1
        }
        return counts.inKeyOrder.map {
            CensusEntry(kind: "prim (type) \($0.key)", count: $0.value, inScene: $0.value)
        }
    }
}

extension Input {
    /// The whole input in memory.
    func memory(_ options: ReadOptions) throws(ReadError) -> MemoryBlock {
        do throws(SystemError) { return try wholeBlock(threads: options.threads) } catch { throw ReadError(error) }
    }
}
