import MeshFormats
import MeshModel
import MeshOperations
import Reconstruction

/// Changes the points and faces of a document as ``ShapingOptions`` ask for, and says of each step what it did.
struct Shaping {
    let options: ShapingOptions
    let conversion: ConvertOptions
    private(set) var scene: MeshScene
    private(set) var findings: [Diagnostic] = []
    /// What moved and was frozen, and what else steps leave out.
    private var gone: [Residue] = []

    /// Changes a document, whose native structure is dropped: what is converted is the changed scene.
    ///
    /// - Throws: an error that says what a step needs and the document lacks, or that the work was cancelled.
    static func shape(_ document: Document, _ conversion: ConvertOptions) throws(ReadError) -> Document {
        if !conversion.changesShape { return document }
        var shaping = Shaping(document.scene, conversion)
        try shaping.run()
        var shaped = Document(of: shaping.scene)
        shaped.format = document.format
        // Not a format's variant: the changed scene is converted, not the file itself.
        shaped.variant = "shaped.\(document.format)"
        shaped.residue = document.residue + shaping.gone
        shaped.diagnostics = document.diagnostics + shaping.findings
        shaped.byteCount = document.byteCount
        shaped.sideFiles = document.sideFiles
        return shaped
    }

    init(_ scene: MeshScene, _ conversion: ConvertOptions) {
        (self.scene, self.conversion, options) = (scene, conversion, conversion.shaping)
    }

    /// Performs all steps.
    mutating func run() throws(ReadError) {
        if scene.canMove, conversion.changesPlaces { try pose() }
        if let shown = leaveOutHidden(scene) {
            scene = shown.scene
            tell(.hidden, shown.hidden.reduce(0) { $0 + $1.count }, "hidden objects left out, to shape what is shown")
        }
        if conversion.changesPlaces { bake() }
        if let box = options.box { try crop(box) }
        if let sampling = options.sampling { try sample(sampling) }
        if options.outliers != nil || options.voxelSize != nil || options.normals != nil { try changeClouds() }
        if let reconstruction = conversion.reconstruction, conversion.makesSurface { try makeSurfaces(reconstruction) }
        if options.faces != nil || options.faceError != nil { try simplify() }
    }

    // MARK: Steps

    /// Freezes what moves, at the requested moment or at rest: shapes are made of what is shown.
    private mutating func pose() throws(ReadError) {
        let chosen = try conversion.moment?.found(in: scene)
        let moment = chosen.map { $0.moment ?? Moment(clip: $0.clip) } ?? .rest
        tell(
            .posed, max(scene.clips.count + scene.skins.count, 1), "animations and skins frozen, to shape what is shown"
        )
        gone = [
            Residue(path: "clips", kind: "frozen", count: scene.clips.count, shownAs: .animation),
            Residue(path: "skins", kind: "frozen", count: scene.skins.count, shownAs: .skeleton),
            Residue(
                path: "targets", kind: "frozen", count: scene.meshes.reduce(0) { $0 + $1.targets.count },
                shownAs: .morphTargets),
        ].filter { $0.count > 0 }
        scene = poseScene(scene, at: moment).scene
    }

    /// Puts the places of nodes into the positions, where there are any.
    private mutating func bake() {
        guard scene.nodes.contains(where: { $0.mesh != nil && $0.transform != .identity || !$0.children.isEmpty })
        else { return }
        let (baked, _, changed) = bakeHierarchy(scene)
        for path in changed.untouched {
            let own = path.lastPathPart
            let name = SplatNames.isName(own) ? "sizes and directions of splats" : own
            lose(name, OperationLosses.rows(of: path, in: scene), shownAs: .unturned(name))
        }
        scene = baked
        tell(.baked, changed.changedNodes, "transforms of nodes applied to the positions, to shape what is shown")
    }

    private mutating func crop(_ box: ShapingOptions.Box) throws(ReadError) {
        let keeps = scene.vertexSets.map { set -> ContiguousArray<Bool>? in
            guard let positions = set.attribute(.position)?.values, positions.components >= 3 else { return nil }
            var values = ContiguousArray<Double>()
            positions.read(0..<positions.count, into: &values)
            let width = positions.components
            return ContiguousArray(
                (0..<positions.count).lazy.map { row in
                    let place = SIMD3(values[row * width], values[row * width + 1], values[row * width + 2])
                    return all(place .>= box.least) && all(place .<= box.most)
                })
        }
        let (kept, elements, vertices) = selectVertices(scene, keeps: keeps)
        guard kept.vertexSets.contains(where: { $0.count > 0 }) else {
            throw ReadError(
                .usage, .whole, "nothing is inside the box of --crop: all \(vertices) vertices are outside"
            )
        }
        scene = kept
        let hasFaces = kept.meshes.contains { $0.primitives.contains { $0.topology != .points } }
        let (nouns, reason) = (hasFaces ? "vertices" : "points", "outside of the box left out, as requested")
        tell(.cropped, vertices, "\(nouns) \(reason)")
        if hasFaces { tell(.cropped, elements, "faces, lines and points partly or wholly \(reason)") }
    }

    private mutating func sample(_ sampling: ShapingOptions.Sampling) throws(ReadError) {
        let cut = triangulate(scene).scene
        guard let cloud = cut.samplingSurface(points: sampling.count, seed: sampling.seed) else {
            throw ReadError(.usage, .whole, "there are no faces with an area to sample points on")
        }
        loseBesideFaces(cut)
        let losses = scene.materials.count + scene.textures.count
        let metadata = scene.metadata
        scene = cloud
        scene.metadata = metadata
        tell(.sampled, sampling.count, "points sampled at random on the faces, which are left out, as requested")
        tell(.sampled, losses, "materials and textures left out, since sampled points can't have them", .warning)
    }

    /// Notes what sampled points don't have: lines and points of the scene, and values other than colours and normals.
    private mutating func loseBesideFaces(_ scene: MeshScene) {
        let primitives = scene.meshes.flatMap(\.primitives)
        lose(
            "lines and points", primitives.reduce(0) { $0 + ($1.topology == .polygons ? 0 : $1.elementCount) },
            shownAs: .linesAndPoints)
        let faces = primitives.filter { $0.topology == .polygons && $0.elementCount > 0 }
        for set in Set(faces.map(\.vertexSet)).sorted() {
            for attribute in scene.vertexSets[set].attributes + scene.vertexSets[set].pools {
                loseValues(of: attribute)
            }
        }
        for attribute in faces.flatMap(\.elementAttributes) { loseValues(of: attribute) }
    }

    /// Notes the values that points made of others don't have: all but colours of 8 bits without alpha, and normals.
    mutating func loseValues(of attribute: Attribute) {
        switch attribute.semantic {
        case .position, .normal: break
        case .color(0):
            if attribute.values.components > 3 { lose("alpha of colours", attribute.count) }
            if attribute.values.type != .uint8 { lose("bits of colours beyond 8", attribute.count) }
        default: lose(attribute.semantic.plainName, attribute.count)
        }
    }

    private mutating func lose(_ name: String, _ count: Int, shownAs: ShownFact? = nil) {
        guard count > 0 else { return }
        let same = gone.firstIndex { $0.isShaped && $0.path == name }
        let residue = Residue.shaped(name, count: count + (same.map { gone[$0].count } ?? 0), shownAs: shownAs)
        if let same { gone[same] = residue } else { gone.append(residue) }
    }

    private mutating func simplify() throws(ReadError) {
        let unit = scene.metersPerUnit ?? 1
        let wanted = SimplifyOptions(faces: options.faces, error: options.faceError.map { $0 / unit })
        guard let (simple, changes) = scene.simplified(wanted, shouldStop: conversion.isCancelled) else {
            throw ReadError(.cancelled, .whole, "the work was cancelled")
        }
        scene = simple
        let (before, after) = changes.reduce((0, 0)) { ($0.0 + $1.before, $0.1 + $1.after) }
        let furthest = PlainNumbers.short((changes.map(\.largestDistance).max() ?? 0) * unit * 1000)
        tell(
            .simplified, before - after,
            "triangles fewer, \(PlainNumbers.grouped(after)) left, as requested: no vertex was further away than "
                + "\(furthest) mm")
        guard let target = options.faces, options.faceError == nil, after > target else { return }
        tell(.simplified, after - target, "triangles more than requested, needed for hard edges and seams", .warning)
    }

    // MARK: Findings

    /// What a finding is about.
    enum Code: String, CaseIterable {
        case posed = "shape.posed"
        case hidden = "shape.hidden"
        case baked = "shape.baked"
        case cropped = "shape.cropped"
        case sampled = "shape.sampled"
        case outliers = "shape.outliers"
        case thinned = "shape.thinned"
        case normals = "shape.normals"
        case surface = "shape.surface"
        case simplified = "shape.simplified"
    }

    /// Says something that was counted; the message fits behind the count.
    mutating func tell(_ code: Code, _ count: Int, _ message: String, _ severity: Diagnostic.Severity = .note) {
        guard count > 0 else { return }
        findings.append(Diagnostic(code.rawValue, severity, count: count, at: .whole, message))
    }

    /// Replaces the scene's clouds, each by what `change` makes of it.
    mutating func mapClouds(
        _ change: (inout CloudPart) throws(ReadError) -> Void
    ) throws(ReadError) {
        var found = false
        for mesh in scene.meshes.indices {
            for index in scene.meshes[mesh].primitives.indices
            where scene.meshes[mesh].primitives[index].topology == .points {
                found = true
                var part = try CloudPart(scene, mesh, index)
                try change(&part)
                part.store(in: &scene)
            }
        }
        guard found else {
            throw ReadError(.usage, .whole, "there are no points; --sample COUNT samples points on faces")
        }
        scene.dropUnusedVertexSets()
    }
}

extension Diagnostic {
    /// Whether it says what ``ShapingOptions`` did: who asked for it should see it. The message fits behind the count.
    package var isAboutShaping: Bool { Shaping.Code(rawValue: code) != nil }
}

extension ConvertOptions {
    /// Whether something depends on where nodes show what they have. Simpler faces don't: they keep their skins, morph
    /// targets and clips.
    fileprivate var changesPlaces: Bool {
        var others = shaping
        (others.faces, others.faceError) = (nil, nil)
        return !others.isEmpty || makesSurface || tileRule != nil
    }

    /// Whether clouds become surfaces.
    var makesSurface: Bool { reconstruction?.method == .poisson }

    /// Whether a source's points or faces change before they are converted.
    var changesShape: Bool { makesSurface || !shaping.isEmpty || tileRule != nil }

    /// Whether the work was cancelled, for work that asks.
    var isCancelled: @Sendable () -> Bool { { [work] in work?.isCancelled == true } }

    /// Turns the error of stopped work into that of reading.
    func stoppable<R>(_ body: () throws(ReconstructionStopped) -> R) throws(ReadError) -> R {
        do throws(ReconstructionStopped) { return try body() } catch { throw Self.cancelled }
    }

    /// Ends work that was cancelled; for loops, once for each block of thousands.
    func throwIfCancelled() throws(ReadError) {
        if work?.isCancelled == true { throw Self.cancelled }
    }

    private static let cancelled = ReadError(.cancelled, .whole, "the work was cancelled")
}
