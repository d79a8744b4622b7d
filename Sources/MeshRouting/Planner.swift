public import MeshFormats
public import MeshModel

/// Chooses a route for a document: searches the graph, asks the formats for the losses of each candidate, keeps the
/// best.
///
/// Nothing is read or written here. The order is: least severe worst loss, fewest losses, then the shorter route, then
/// the order in which variants are listed. No weights.
public struct Planner: Sendable {
    /// The formats to choose from.
    public let formats: [any Format]
    /// The graph of these formats and of packages.
    public let graph: RouteGraph
    /// Performs an operation; passed in, so that the planner contains no geometry code.
    public typealias Operate = @Sendable (RouteOperation, MeshScene) -> Operated
    private let operate: Operate

    /// Creates a planner for these formats.
    ///
    /// - Parameters:
    ///   - formats: the formats to choose from.
    ///   - packages: layouts of scan packages: the graph shows them, but other code converts them.
    ///   - operate: performs the operations of routes.
    public init(
        _ formats: [any Format], packages: [RoutePackage] = [],
        operate: @escaping Operate = { _, scene in Operated(scene: scene) }
    ) {
        self.formats = formats
        graph = RouteGraph(formats, packages: packages)
        self.operate = operate
    }

    /// Returns the format that has a variant.
    public func format(ofVariant variant: String) -> (any Format)? {
        formats.first { $0.descriptor.variants.contains { $0.id == variant } }
    }

    /// Returns the best route of `document` to one of `variants`, and why the others were rejected.
    ///
    /// - Parameters:
    ///   - document: the document that was read.
    ///   - variants: the targets to choose from.
    ///   - options: the options for writing.
    ///   - wishes: changes to the scene beyond the target's needs.
    ///   - forceScene: whether to go through the scene even within one format family (conformance does).
    ///   - memo: the cache of operations on this document's scene, shared between targets.
    public func route(
        _ document: Document, to variants: [String], options: WriteOptions,
        wishes: RouteWishes = RouteWishes(), forceScene: Bool = false, memo: OperationMemo = OperationMemo()
    ) throws(WriteError) -> Route {
        let changesFrame = Legaliser.change(of: document.scene, to: wishes.frame) != SceneFrame()
        var candidates: [Route] = []
        var refused: [Route.Step] = []
        var firstError: WriteError?
        // A scene built by a caller has no file.
        let isFile = graph.edges.contains { $0.from == .file(document.variant) }
        for variant in variants {
            // The native route is shorter and comes first: if it is lossless, planning the scene route is skipped.
            for path in graph.paths(from: isFile ? .file(document.variant) : .scene, to: .file(variant)) {
                let isNative = path.last?.action == .transcode
                if isNative && forceScene { continue }
                if isNative && document.residue.contains(where: \.isBroken) {
                    refused.append(
                        Route.Step("transcode to \(variant)", why: "broken parts of the file are left out"))
                    continue
                }
                if !isNative, candidates.contains(where: { $0.isNative && $0.variant == variant && $0.losses.isEmpty })
                {
                    refused.append(Route.Step("through the scene to \(variant)", why: Self.keepsNoMore))
                    continue
                }
                if isNative && changesFrame {
                    refused.append(
                        Route.Step("transcode to \(variant)", why: "the unit or the up axis changes"))
                    continue
                }
                if isNative,
                    wishes.moment != nil && document.scene.canMove
                        || wishes.clip != nil && document.scene.clips.count > 1
                {
                    refused.append(
                        Route.Step("transcode to \(variant)", why: "an animation or a moment was requested"))
                    continue
                }
                do throws(WriteError) {
                    if !isNative {
                        candidates.append(try throughScene(document, variant, options, wishes, memo))
                    } else if wishes.weld.isWish || wishes.normals != nil || wishes.samplesTextures
                        || options.painting == .texture,
                        try throughScene(document, variant, options, wishes, memo).operations.contains(
                            where: \.mayFindNothing)
                    {
                        refused.append(
                            Route.Step("transcode to \(variant)", why: "vertices change or get more values"))
                    } else if document.scene.hasInstances,
                        try throughScene(document, variant, options, wishes, memo).operations.contains(.expandInstances)
                    {
                        refused.append(Route.Step("transcode to \(variant)", why: "each copy is shown by itself"))
                    } else {
                        candidates.append(try native(document, variant, options))
                    }
                } catch {
                    firstError = firstError ?? error
                    refused.append(Route.Step("write \(variant)", why: error.message))
                }
            }
        }
        guard var best = candidates.first else {
            throw firstError
                ?? WriteError(
                    .unrepresentable, path: variants.first ?? "",
                    "can't convert \(document.variant) to \(variants.joined(separator: ", "))")
        }
        for candidate in candidates.dropFirst() where Self.isBetter(candidate, best) { best = candidate }
        for other in candidates where other.variant != best.variant || other.isNative != best.isNative {
            refused.append(Self.rejection(of: other, for: best))
        }
        best.rejected = refused
        // They are in order already; there may be one for each mesh.
        let missing = MissingFiles.losses(of: document, besides: best.losses)
        if !missing.isEmpty { best.losses = (best.losses + missing).worstFirst }
        return best
    }

    private func native(
        _ document: Document, _ variant: String, _ options: WriteOptions
    ) throws(WriteError) -> Route {
        let format = format(ofVariant: variant) as? any WritableFormat
        let losses = try format?.planTranscoding(document, variant: variant, options: options) ?? []
        return Route(
            variant: variant, isNative: true, operations: [],
            steps: [
                Route.Step("read \(document.variant)", why: "the input is \(document.variant)"),
                Route.Step(
                    "transcode to \(variant)",
                    why: "both are \(document.format): the file's own structure is kept"),
            ],
            losses: named(losses).worstFirst)
    }

    /// The needs of a document's own format; nil: it is of none, such as a mesh made from frames.
    package func needs(of document: Document) -> FormatNeeds? {
        formats.first { $0.descriptor.id == document.format }?.descriptor.needs
    }

    private func throughScene(
        _ document: Document, _ variant: String, _ options: WriteOptions, _ wishes: RouteWishes, _ memo: OperationMemo
    ) throws(WriteError) -> Route {
        guard let format = format(ofVariant: variant) as? any WritableFormat else {
            throw WriteError(.unrepresentable, path: "", "\(variant) can't be written")
        }
        let operations = Legaliser.operations(
            for: document.scene, needs: format.needs(of: variant, options: options), target: format.descriptor.name,
            wishes: wishes, from: needs(of: document))
        var losses = document.residue.filter { !$0.isMissing }.map {
            Self.loss(of: $0, from: document.format, in: document.variant)
        }
        // A document without a known variant, such as a mesh prepared after reading, can't be kept by choosing another
        // target.
        if self.format(ofVariant: document.variant) == nil {
            for index in losses.indices { losses[index].remedy = nil }
        }
        var steps = [
            Route.Step("read \(document.variant)", why: "the input is \(document.variant)"),
            Route.Step(
                "interpret as a scene",
                why: document.format == format.descriptor.id
                    ? "something has to change" : "\(document.format) and \(format.descriptor.id) are different formats"
            ),
        ]
        var scene = document.scene
        var operationLosses: [Loss] = []
        var derivation: [Correspondence.Step] = []
        var performed: [RouteOperation] = []
        var roundings: Operated.Roundings?
        for (operation, why) in operations {
            let done = memo.result(of: performed + [operation], on: scene, by: operate)
            if operation.mayFindNothing, done.step == nil { continue }
            steps.append(Route.Step(operation.name, why: why))
            performed.append(operation)
            scene = done.scene
            operationLosses += done.losses.told(of: derivation)
            // At most one operation rounds positions.
            if roundings == nil, let own = done.roundings {
                let earlier = derivation
                roundings = { own($0).told(of: earlier) }
            }
            derivation += done.step.map { [$0] } ?? []
        }
        let plan = try format.plan(Content(scene, steps: derivation), variant: variant, options: options)
        operationLosses = Self.counted(operationLosses, roundings, plan.correspondence.vertices)
        if plan.restoresPolygons { operationLosses = operationLosses.map(\.withPolygonsRestored) }
        var planLosses = plan.losses.told(of: derivation)
        if options.omitsOrigin {
            operationLosses = operationLosses.map(\.withoutOrigin)
            planLosses = planLosses.map(\.withoutOrigin)
        }
        operationLosses = named(operationLosses)
        losses += operationLosses
        losses += named(planLosses)
        steps.append(Route.Step("write \(variant)", why: "the output is \(variant)"))
        return Route(
            variant: variant, isNative: false, operations: performed, steps: steps, losses: losses.worstFirst,
            operationLosses: operationLosses, correspondence: plan.correspondence.following(derivation),
            derivation: derivation, plan: plan)
    }

    /// Returns the losses of operations, with roundings of the vertices that get written.
    private static func counted(
        _ losses: [Loss], _ roundings: Operated.Roundings?, _ vertices: Correspondence.Mapping
    ) -> [Loss] {
        if case .identity = vertices { return losses }
        guard let roundings, losses.contains(where: { $0.code == .precisionReduced }) else { return losses }
        return losses.filter { $0.code != .precisionReduced } + roundings(vertices)
    }

    /// Returns losses with remedies that name formats.
    private func named(_ losses: [Loss]) -> [Loss] {
        losses.map { loss in
            var loss = loss
            loss.remedy = loss.remedy?.named(among: formats)
            return loss
        }
    }

    /// Returns the loss of a residue: content that the scene can't express is lost on every route through the scene.
    public static func loss(of residue: Residue, from format: String, in variant: String) -> Loss {
        if let unread = residue.unread(remedy: .variant(variant)) { return unread }
        let isBroken = residue.isBroken
        let family = format.uppercased()
        if residue.isRestated {
            return Loss(
                .nativeReencoded, .reencoded, subject: ScenePath.native(residue.path), name: residue.path,
                count: residue.count, unit: "accessors",
                cause: "stored as 32-bit floats of the same values; only \(family) keeps the integers")
        }
        let cause =
            if isBroken {
                "broken in the file, so it was left out"
            } else if residue.unreadShape != nil {
                "meshconv can't read these shapes of \(family), so they are missing"
            } else if let shown = residue.shownAs {
                shown.effect
            } else if residue.isShaped {
                "left out by a change that was asked for"
            } else {
                "kept only when the output is \(family) (\(residue.kind))"
            }
        return Loss(
            .nativeUnmapped, .dropped, subject: ScenePath.native(residue.path),
            name: residue.shownAs?.name ?? residue.path,
            count: residue.count, unit: residue.isShaped ? "rows" : "entries", cause: cause,
            remedy: isBroken ? nil : .variant(variant),
            rank: isBroken || residue.shownAs != nil || residue.unreadShape != nil ? .visible : .data)
    }

    private static func isBetter(_ a: Route, _ b: Route) -> Bool {
        if a.worst != b.worst { return isMilder(a.worst, b.worst) }
        if a.losses.count != b.losses.count { return a.losses.count < b.losses.count }
        return a.steps.count < b.steps.count
    }

    /// Whether a worst severity is milder than another; none is the mildest.
    private static func isMilder(_ a: Loss.Severity?, _ b: Loss.Severity?) -> Bool {
        guard let a, let b else { return a == nil && b != nil }
        return a > b
    }

    private static func rejection(of route: Route, for best: Route) -> Route.Step {
        let action = route.isNative ? "transcode to \(route.variant)" : "through the scene to \(route.variant)"
        if let worst = route.worst, isMilder(best.worst, worst) {
            let names = route.losses.filter { $0.severity == worst }.prefix(3).map(\.name).joined(separator: ", ")
            return Route.Step(action, why: "\(worst.rawValue): \(names)")
        }
        return Route.Step(action, why: keepsNoMore)
    }

    private static let keepsNoMore = "it keeps no more and has no fewer steps"
}

extension Loss {
    /// The loss if reading restores the polygons: cutting only re-encoded them.
    fileprivate var withPolygonsRestored: Loss {
        guard code == .topologyTriangulated || code == .topologyFolded else { return self }
        var told = self
        told.severity = .reencoded
        return told
    }
}
