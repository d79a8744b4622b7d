import MeshFormats
import MeshModel

/// Plans how a scene becomes a USD layer, and what is lost.
///
/// Each stage is a value made from the stages before it, so it can't be used earlier. What they decide about the file
/// goes into one draft.
enum USDPlanner {
    static func plan(_ content: Content, options: USDOptions) throws(WriteError) -> USDDraft {
        let areTooMany = USDVariants.areTooMany(content.scene)
        let lost = areTooMany ? content.scene.materialVariants : []
        let content = areTooMany ? content.withoutVariants : content
        var draft = USDDraft(content, options)
        draft.loseVariants(lost, "these are too many variants of too much for a USD file")
        let motion = USDMotion(&draft)
        let tree = try USDPrimTree(content.scene, options)
        draft.findBent(tree, motion)
        let points = USDPoints(tree, &draft)
        let recentering = Recentering(tree, &draft)
        draft.reportElements(tree)
        let prims = USDPrims(tree, recentering, motion, &draft)
        let images = try USDImages(&draft)
        let materials = USDMaterials(tree, prims, images, motion, &draft)
        let contents = USDShapeContents(tree, points, recentering, prims, materials, &draft)
        contents.reportUnwritten(&draft)
        try USDRigPrims.add(tree, prims, motion, &draft)
        draft.reportNodes(tree, motion)
        if options.isQuickLook { draft.loseCamerasAndLights() } else { draft.reportCamerasAndLights() }
        draft.reportSettings(motion)
        draft.reportUnseenMotion(motion)
        draft.planFrame(isRooted: tree.isRooted)
        draft.planTime(motion.clock)
        draft.planMetadata()
        for index in content.scene.tables.indices { draft.loseTable(index, "USD can't store tables") }
        if content.scene.canMove {
            draft.links.motionTolerance = USDMotion.comparison(content.scene) + draft.bent.share
            draft.links.motionDistance = draft.bent.rounding
            (draft.restored.motionTolerance, draft.restored.motionDistance) =
                (draft.links.motionTolerance, draft.links.motionDistance)
        }
        draft.links.restored = [draft.restored]
        return draft
    }
}

extension Content {
    /// The content with what elements wear by themselves.
    fileprivate var withoutVariants: Content {
        var scene = scene
        scene.materialVariants = []
        scene.changePrimitives { $0.variantMaterials = [] }
        return Content(scene, steps: steps)
    }
}
