package import MeshConvert
package import MeshFormats
package import MeshModel
package import MeshRouting

/// Writes a scene, reads it back twice and checks the law.
///
/// First without the origin record: the differences must be exactly the planned losses. Then with it: everything
/// reported as re-encoded must be restored.
package struct LawCheck: Sendable {
    /// The result of a check.
    package struct Outcome: Sendable {
        /// Descriptions of the breaches; empty when the law holds.
        package var breaches: [String] = []
        /// The written file.
        package var bytes: [UInt8] = []
        /// The document read back (without the origin record).
        package var readBack: Document?
        /// The losses that the writer reported.
        package var losses: [Loss] = []
        /// The reason if the target refused the scene, which is not a breach.
        package var refusal: String?
        /// Whether the mutant found something to alter.
        package var mutated = false
    }

    /// The pipeline under test.
    package let pipeline: Pipeline
    /// The number of threads for reading and writing.
    package var threads = 1

    /// The unit and the up axis of outputs, for scenes that define their own.
    package var frame = SceneFrame()
    /// The rule for welding vertices.
    package var weld = WeldRule.auto
    /// Options of the formats, by name.
    package var settings: [String: String] = [:]
    /// The weighting of computed normals; nil: none are computed.
    package var normals: Correspondence.MadeNormals.Weight?

    package init(_ pipeline: Pipeline = Pipeline()) { self.pipeline = pipeline }

    /// Checks `document` → `variant` against the law.
    ///
    /// - Parameter isForeign: whether the document was read without its origin record. A native route copies the
    ///   record, so the result must be read in the same way.
    package func check(
        _ document: Document, to variant: String, forceScene: Bool = false, isForeign: Bool = false,
        mutant: Mutant? = nil
    ) -> Outcome {
        var outcome = Outcome()
        let sound = pipeline
        var pipeline = pipeline
        var options = ConvertOptions()
        options.execution.threads = threads
        options.forceScene = forceScene
        options.output = frame
        options.weld = weld
        options.normals = normals
        options.writing.options = settings
        if let alter = mutant?.alterOperation {
            outcome.mutated = sound.isAltered(document, to: variant, options.wishes, alter)
            guard outcome.mutated else { return outcome }
            pipeline = Pipeline(sound.formats) { operation, scene in
                var done = Pipeline.operate(operation, scene)
                _ = alter(operation, scene, &done)
                return done
            }
        }
        let file: WrittenFile
        do throws(WriteError) {
            file = try WrittenFile(document, to: variant, options, named: "law", pipeline)
        } catch {
            // What shows nothing without files that are missing is refused as well, and what can't be copied because a part
            // of the input is broken that reading has no use for.
            if [.unrepresentable, .referenceMissing, .input].contains(error.code) {
                outcome.refusal = error.message
            } else {
                outcome.breaches = ["write failed: \(error.code.rawValue) \(error.message)"]
            }
            return outcome
        }
        let route = file.route
        var losses = route.losses
        let scene = document.scene
        var links = route.correspondence ?? Correspondence.identity(of: scene)
        if let mutant {
            outcome.mutated = mutant.alterReport(&losses) || mutant.alterLinks(&links, scene) || outcome.mutated
        }
        outcome.bytes = file.bytes
        outcome.losses = losses
        let isNative = route.correspondence == nil
        for readsForeign in isNative ? [isForeign] : [true, false] {
            var reading = options
            if readsForeign { reading.reading.ignoresOrigin = true }
            do throws(ReadError) {
                var back = try file.read(reading, pipeline)
                if let mutant { outcome.mutated = mutant.alterScene(&back.scene) || outcome.mutated }
                let own = readsForeign || isNative ? links : links.forOwnReader
                var expected = losses
                if !readsForeign, !isNative {
                    expected = losses.filter { Self.outlives($0) || route.operationLosses.contains($0) }
                    if own.takesPaintingAway { expected.removeAll { $0.code == .colorBaked } }
                    if own.takesPackingAway {
                        expected.removeAll { [.texturePacked, .textureRearranged, .textureReduced].contains($0.code) }
                    }
                    if own.restoresPolygons {
                        expected.removeAll { $0.code == .topologyTriangulated || $0.code == .topologyFolded }
                    }
                }
                var found = pipeline.breaches(
                    of: scene, document.residue, expected, own, setAside: document.setAside,
                    native: isNative ? document.native : nil, readBack: back)
                if !readsForeign, own.restoresPolygons || own.restoredElements[.lines] != nil {
                    Self.forgiveFewerCorners(&found)
                }
                let label = readsForeign || isNative ? "" : "own way back: "
                outcome.breaches += found.map { label + $0.description }
                if readsForeign || outcome.readBack == nil { outcome.readBack = back }
            } catch {
                outcome.breaches.append(
                    "reading back failed: \(error.code.rawValue) \(error.location.text) \(error.message)")
            }
        }
        return outcome
    }

    /// Whether a loss remains when meshconv reads its own file. Re-encoded things are restored, except a unit or axis
    /// that readers assume, which no file stores, and what the scene has in another form than the source.
    private static func outlives(_ loss: Loss) -> Bool {
        loss.severity != .reencoded || [.unitDropped, .axisDropped, .nativeReencoded].contains(loss.code)
    }

    /// Removes breaches whose counts of corners or elements are lower than reported: restored polygons have fewer.
    private static func forgiveFewerCorners(_ breaches: inout [Law.Breach]) {
        for breach in breaches {
            guard case .falseAlarm(let loss) = breach, loss.unit == "corners" || loss.unit == "elements" else {
                continue
            }
            let fewer = breaches.firstIndex { other in
                guard case .unreported(let difference) = other else { return false }
                var counted = loss
                counted.count = difference.count
                return difference.count < loss.count && Law.reports(counted, difference)
            }
            guard let fewer else { continue }
            breaches.remove(at: fewer)
            breaches.removeAll { $0 == breach }
        }
    }

    /// Returns the extension of a variant: `ply` for `ply.ascii`.
    package static func fileExtension(_ variant: String) -> String {
        variant.split(separator: ".").first.map(String.init) ?? variant
    }
}

extension Pipeline {
    /// Whether a fault alters anything in the operations for a variant.
    fileprivate func isAltered(
        _ document: Document, to variant: String, _ wishes: RouteWishes,
        _ alter: @Sendable (RouteOperation, MeshScene, inout Operated) -> Bool
    ) -> Bool {
        guard let format = planner.format(ofVariant: variant) as? any WritableFormat else { return false }
        let needs = format.needs(of: variant, options: WriteOptions())
        var scene = document.scene
        let operations = Legaliser.operations(
            for: scene, needs: needs, target: variant, wishes: wishes, from: planner.needs(of: document))
        for (operation, _) in operations {
            var done = Pipeline.operate(operation, scene)
            if alter(operation, scene, &done) { return true }
            scene = done.scene
        }
        return false
    }
}
