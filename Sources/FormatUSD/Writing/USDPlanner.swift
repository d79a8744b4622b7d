import MeshFormats
import MeshModel

/// Plans how a scene becomes a USD layer, and what is lost.
///
/// Each stage is a value made from the stages before it, so it can't be used earlier. What they decide about the file
/// goes into one draft.
enum USDPlanner {
    static func plan(_ content: Content, options: USDOptions) throws(WriteError) -> USDDraft {
        var draft = USDDraft(content, options)
        let tree = try USDPrimTree(content.scene, options)
        let points = USDPoints(tree, &draft)
        let recentering = Recentering(tree, &draft)
        draft.reportElements(tree)
        let prims = USDPrims(tree, recentering, &draft)
        let images = USDImages(&draft)
        let materials = USDMaterials(tree, prims, images, &draft)
        let contents = USDShapeContents(tree, points, recentering, prims, materials, &draft)
        contents.reportUnwritten(&draft)
        draft.reportNodes(tree)
        if options.isQuickLook { draft.loseCamerasAndLights() } else { draft.reportCamerasAndLights() }
        draft.planFrame(isRooted: tree.isRooted)
        draft.planMetadata()
        for index in content.scene.tables.indices { draft.loseTable(index, "USD can't store tables") }
        draft.links.restored = [draft.restored]
        return draft
    }
}
