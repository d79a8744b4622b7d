import MeshBytes
public import MeshFormats
import MeshModel
import MeshRouting

extension Pipeline {
    /// Checks that the input defines its frame if another one is requested for the output.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` naming the missing option.
    public func requireFrame(_ document: Document, _ options: ConvertOptions) throws(ConvertError) {
        if options.output.metersPerUnit != nil, document.scene.metersPerUnit == nil {
            throw .usage(
                """
                \(.targetUnit) also needs \(.unit), because this \(document.format.uppercased()) doesn't define its \
                unit: m, cm, mm, in or ft
                """)
        }
        if options.output.upAxis != nil, document.scene.upAxis == nil {
            throw .usage(
                """
                \(.targetUpAxis) also needs \(.upAxis, "y") or \(.upAxis, "z"), because this \
                \(document.format.uppercased()) doesn't define which axis is up
                """)
        }
    }

    /// Returns the variant for a document: for a purpose that keeps everything, the first of the format that does.
    public func variant(
        for path: String, of document: Document, options: ConvertOptions
    ) throws(ConvertError) -> String {
        variant(try variant(for: path, options: options), for: path, of: document, options: options)
    }

    /// Returns the variant for a document, where that of its name is known.
    func variant(_ variant: String, for path: String, of document: Document, options: ConvertOptions) -> String {
        guard options.variant == nil, options.purpose?.keepsEverything == true,
            let format = planner.format(ofVariant: variant)
        else { return variant }
        let ending = path.pathExtension?.lowercased()
        let endings = format.descriptor.extensions(of:)
        for candidate in format.descriptor.variants where candidate.isAutomatic {
            guard ending.map({ endings(candidate.id).contains($0) }) ?? true else { continue }
            guard let route = try? route(document, to: candidate.id, options: options) else { continue }
            if route.worst.map({ $0 > .rounded }) ?? true { return candidate.id }
        }
        return variant
    }

    /// Returns a conversion's notes besides losses: assumptions of readers, ineffective options, and checks of the
    /// purpose.
    func notes(
        _ document: Document, _ path: String, to variant: String, _ options: ConvertOptions
    ) -> [Diagnostic] {
        // Colours that are not seen come first.
        var notes = paintingNotes(document, to: variant, options)
        notes += FrameNotes.notes(
            document.scene, from: StandardFormats.format(named: document.format, in: formats)?.descriptor,
            to: planner.format(ofVariant: variant)?.descriptor, asked: options.effectiveOutput)
        if options.normals != nil, let target = planner.format(ofVariant: variant)?.descriptor,
            !target.needs.sharesVertices
        {
            notes.append(
                Diagnostic(
                    "normals.implied", .note, at: .whole,
                    wording:
                        "\(.normals) has no effect: in \(target.name) the order of corners defines where faces point"))
        }
        if options.wishes.samplesTextures, let format = planner.format(ofVariant: variant) as? any WritableFormat {
            let use = format.needs(of: variant, options: options.effectiveWriting).vertexColors
            notes += OperationLosses.samplingNotes(document.scene, target: variant, hasColors: use != .none)
        }
        if let moment = options.moment { notes += moment.notes(document.scene) }
        if let purpose = options.purpose { notes += Check.diagnostics(document, path, for: purpose) }
        return notes
    }

    /// Returns a note if a scene, which must be in memory, shows nothing, or only points that are to be welded.
    func shapeNotes(_ scene: MeshScene, _ options: ConvertOptions) -> [Diagnostic] {
        let shown = scene.meshes.flatMap(\.primitives).filter { $0.elementCount > 0 }
        if options.weld.isWish, !shown.isEmpty, shown.allSatisfy({ $0.topology == .points }) {
            return [
                Diagnostic(
                    "weld.points", .note, at: .whole,
                    wording: "\(.weld) joins vertices of faces and lines: points by themselves stay")
            ]
        }
        guard shown.isEmpty else { return [] }
        return [
            Diagnostic(
                "scene.empty", .note, at: .whole,
                wording: "there is nothing to show: the file has no faces, lines or points")
        ]
    }

    /// Returns a note if colours are not painted into a texture because the faces are too many.
    private func paintingNotes(_ document: Document, to variant: String, _ options: ConvertOptions) -> [Diagnostic] {
        guard let format = planner.format(ofVariant: variant) as? any WritableFormat,
            format.descriptor.id != document.format
        else { return [] }
        let most = format.needs(of: variant, options: options.effectiveWriting).mostPaintedFaces
        let faces = most > 0 && most < .max ? document.scene.coloredFaceCount : 0
        guard faces > most else { return [] }
        return [
            Diagnostic(
                "color.not-baked", .note, at: .whole,
                wording: """
                    Quick Look before 2026 shows this white, as over \(PlainNumbers.grouped(most)) faces get no \
                    texture (here \(PlainNumbers.grouped(faces))): \(.purpose, "quicklook")
                    """)
        ]
    }
}
