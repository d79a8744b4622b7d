import MeshFormats
import MeshModel

/// What only the name of the output tells: the plan names images after it without knowing it.
enum OBJCorrespondence {
    /// The plan's losses without those of images that happen to keep their names.
    static func losses(_ plan: WritePlan, _ layout: OBJLayout, stem: String) -> [Loss] {
        let scene = layout.correspondence.images
        var same: Set<String> = []
        for (number, image) in layout.images.enumerated()
        where image.isCopied && !image.isNamed && image.uri == image.name(number, stem: stem) {
            if let source = scene[number] { same.insert(ScenePath.image(source)) }
        }
        guard !same.isEmpty else { return plan.losses }
        return plan.losses.filter { !($0.code == .nameChanged && same.contains($0.subject)) }
    }
}
