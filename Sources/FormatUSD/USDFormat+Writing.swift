public import MeshFormats
public import MeshModel

extension USDFormat: WritableFormat {
    /// The variants of the format.
    static let variants = [
        FormatVariant(id: "usdz", summary: "one package, textures inside", isAutomatic: true, extensions: ["usdz"]),
        // The name `.usd` says neither; other programs write binary then.
        FormatVariant(
            id: "usdc", summary: "binary, with textures as separate files", isAutomatic: true,
            extensions: ["usdc", "usd"]),
        FormatVariant(
            id: "usda", summary: "text, with textures as separate files", isAutomatic: true, isText: true,
            extensions: ["usda", "usd"]),
        FormatVariant(
            id: "usdz.quicklook", summary: "one package with only what Quick Look on iOS shows", isAutomatic: false,
            extensions: ["usdz"]),
    ]

    /// The options of `--set`.
    static let options = [
        FormatOption(
            name: "layer", values: ["usdc", "usda"], summary: "how the scene inside a usdz is stored: binary or text"),
        FormatOption(
            name: "colors", values: ["both", "reader", "plain", "texture"],
            summary: "what shows vertex colours: a texture, a material (reader), both (small usdz) or nothing (plain)"),
        .splatColors, .splatRaw, .instances, .paintEither,
    ]

    /// Requirements of a variant. Packages need vertex colours painted into a texture, because Quick Look shows no
    /// others.
    public func needs(of variant: String, options: WriteOptions) -> FormatNeeds {
        var needs = descriptor.needs
        needs.mostPaintedFaces = USDOptions(variant: variant, options)?.mostPaintedFaces ?? 0
        // Quick Look shows nothing of an instancer.
        let isPackage = variant == "usdz" || variant == "usdz.quicklook"
        switch options.options[FormatOption.instances.name] {
        case "keep": needs.holdsInstances = variant != "usdz.quicklook"
        case "expand": needs.holdsInstances = false
        default: needs.holdsInstances = !isPackage
        }
        return needs
    }

    /// Plans the output and reports what it would keep, change and lose.
    public func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        let draft = try USDPlanner.plan(content, options: try Self.options(variant, options))
        return WritePlan(
            variant: variant, losses: draft.losses, correspondence: draft.links, layout: draft.file, options: options)
    }

    /// Writes the planned file.
    public func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let layout = try plan.layout(as: USDWrittenFile.self, for: output)
        try USDWriter(layout: layout, options: plan.options, output: output).write()
    }

    /// Plans a change of encoding and reports the files and values that would be lost.
    public func planTranscoding(
        _ document: Document, variant: String, options: WriteOptions
    ) throws(WriteError) -> [Loss] {
        try USDTranscoder(document, try Self.options(variant, options)).plan()
    }

    /// Writes a document in another encoding. Its layers keep their content.
    public func transcode(
        _ document: Document, variant: String, options: WriteOptions, to output: Output
    ) throws(WriteError) {
        var transcoder = try USDTranscoder(document, try Self.options(variant, options))
        try transcoder.write(options, to: output)
    }

    static func options(_ variant: String, _ options: WriteOptions) throws(WriteError) -> USDOptions {
        guard let own = USDOptions(variant: variant, options) else {
            throw WriteError(.unrepresentable, path: "", "USD has no variant '\(variant)'")
        }
        return own
    }
}
