import MeshConvert
import MeshModel

/// What a file is good for, as far as it shows without a plan.
struct CardUses {
    let card: FileCard

    func add(to lines: inout CardLines) {
        guard card.totals.positions > 0 else { return }
        lines.add("good for", rows: [["web", web], ["Quick Look", quickLook], ["print", print]])
    }

    private var isSurface: Bool { card.shown.faces > 0 }

    private var missing: Int { card.images.count { !$0.isFound && !$0.uses.isEmpty } }

    /// Returns what does not go along into a format, in words; empty: all that shows does.
    private func limits(of format: String, images: Set<String>) -> String {
        var words: [String] = []
        if missing > 0 { words.append("\(Texts.count(missing, "textures")) missing") }
        let isOwn = card.document.format == format
        let kinds = card.imageKinds(except: images)
        if !kinds.isEmpty, !isOwn { words.append("without textures in \(kinds.joined(separator: ", "))") }
        if !isOwn { words += card.motion.unread.map { "without \($0)" } }
        return words.isEmpty ? "" : "; " + words.joined(separator: ", ")
    }

    private var web: String {
        let limits = limits(of: "gltf", images: ["PNG", "JPEG", "WebP", "AVIF", "KTX2"])
        let mark = limits.isEmpty ? "✓ " : ""
        if card.document.variant == "glb" { return "\(mark)as it is" + limits }
        return "\(mark).glb keeps \(contents)" + limits
    }

    /// What is seen of the file.
    private var contents: String {
        let totals = card.totals
        let others = totals.lines > 0 ? "lines" : card.splatDegree == nil ? "points" : "splats"
        var words = [totals.faces > 0 ? "shape" : others]
        let values = card.valueNames
        if values.contains(where: { $0.hasPrefix("colours") }) { words.append("colours") }
        if !card.scene.materials.isEmpty { words.append("materials") }
        if card.images.contains(where: { $0.isFound && !$0.uses.isEmpty }) { words.append("textures") }
        guard words.count > 1 else { return "the \(words[0])" }
        return "\(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])"
    }

    private var quickLook: String {
        guard isSurface else { return "✗ there are no faces to show" }
        let limits = limits(of: "usd", images: ["PNG", "JPEG"]) + (card.totals.lines > 0 ? "; it shows no lines" : "")
        let mark = limits.isEmpty ? "✓ " : ""
        let colored = card.coloredFaceCount
        if colored > 0, card.document.variant == "usdz" {
            // A texture that was painted from the colours is not part of the scene.
            return "as it is; if its colours don't show: --for quicklook" + limits
        }
        if card.document.variant == "usdz" { return "\(mark)as it is" + limits }
        if colored > card.mostPaintedFaces {
            let most = Texts.number(card.mostPaintedFaces)
            return ".usdz with --for quicklook, which paints colours of more than \(most) faces into a texture" + limits
        }
        if colored > 0 { return "\(mark).usdz, with the colours painted into a texture" + limits }
        return "\(mark).usdz" + limits
    }

    private var print: String {
        isSurface ? "meshconv check FILE --for print looks for holes" : "✗ there is no surface"
    }
}
