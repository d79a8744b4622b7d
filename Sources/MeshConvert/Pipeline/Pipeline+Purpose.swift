import MeshBytes
public import MeshFormats
import MeshModel
import MeshRouting

extension Pipeline {
    /// Says what is wrong with asking for a frame of an input that does not say its own.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` that says which option is missing.
    public func requireFrame(_ document: Document, _ options: ConvertOptions) throws(ConvertError) {
        if options.target.metersPerUnit != nil, document.scene.metersPerUnit == nil {
            throw .usage(
                "expected --units m, cm, mm, in, ft or the metres of one unit beside --units-out, "
                    + "since \(document.format.uppercased()) does not say its unit")
        }
        if options.target.upAxis != nil, document.scene.upAxis == nil {
            throw .usage(
                "expected --up y or --up z beside --up-out, since \(document.format.uppercased()) does not say "
                    + "which axis points up")
        }
    }

    /// The variant for a document: a purpose that keeps everything takes the first of the format that does.
    public func variant(
        for path: String, of document: Document, options: ConvertOptions
    ) throws(ConvertError) -> String {
        let variant = try variant(for: path, options: options)
        guard options.variant == nil, options.purpose?.keepsEverything == true,
            let format = planner.format(ofVariant: variant)
        else { return variant }
        let ending = path.pathExtension
        for candidate in format.descriptor.variants where candidate.isAutomatic {
            guard ending.map({ candidate.isNamed(by: $0, of: format) }) ?? true else { continue }
            guard let route = try? route(document, to: candidate.id, options: options) else { continue }
            if route.worst.map({ $0 > .rounded }) ?? true { return candidate.id }
        }
        return variant
    }

    /// What a conversion tells beside what was lost: what readers will take for granted, and what the purpose asks.
    func notes(
        _ document: Document, _ path: String, to variant: String, _ options: ConvertOptions
    ) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        if options.frame == SceneFrame() {
            notes = FrameNotes.notes(
                document.scene, from: StandardFormats.format(named: document.format, in: formats)?.descriptor,
                to: planner.format(ofVariant: variant)?.descriptor)
        }
        if options.normals != nil, let target = planner.format(ofVariant: variant)?.descriptor,
            !target.needs.sharesVertices
        {
            notes.append(
                Diagnostic(
                    "normals.implied", .note, at: .whole,
                    "in \(target.name) corners say where faces face: there --normals does nothing"))
        }
        if options.wishes.samplesTextures, let format = planner.format(ofVariant: variant) as? any WritableFormat {
            let use = format.needs(of: variant, options: options.effectiveWriting).vertexColors
            notes += OperationLosses.samplingNotes(document.scene, target: variant, hasColors: use != .none)
        }
        if let format = planner.format(ofVariant: variant) as? any WritableFormat,
            format.descriptor.id != document.format
        {
            let most = format.needs(of: variant, options: options.effectiveWriting).mostPaintedFaces
            let faces = most > 0 && most < .max ? document.scene.coloredFaceCount : 0
            if faces > most {
                notes.append(
                    Diagnostic(
                        "color.not-baked", .note, at: .whole,
                        "\(PlainNumbers.grouped(faces)) faces are more than \(PlainNumbers.grouped(most)): no texture is "
                            + "painted for viewers that don't show colours of vertices, as Quick Look; "
                            + "--set colors=both paints one"))
            }
        }
        if let purpose = options.purpose { notes += Check.diagnostics(document, path, for: purpose) }
        return notes
    }
}

extension FormatVariant {
    /// Whether a file with an extension (without the dot, any case) may be of the variant: an extension that is one of
    /// the format's variants, as `gltf` is beside `glb`, promises that one.
    func isNamed(by ending: String, of format: any Format) -> Bool {
        let ending = ending.lowercased()
        return ending == id || !format.descriptor.extensions.contains(id)
            || !format.descriptor.variants.contains { $0.id == ending }
    }
}
