import MeshFormats

/// A drawing of a conversion: the formats as boxes, the operations between them, and where something is lost.
struct RouteDrawing {
    /// A step and what is lost in it.
    private struct Stop {
        var action: String
        var why: String
        var losses: [LossGroup] = []
    }

    private var stops: [Stop]
    private let formats: (from: String, to: String)

    init(_ report: Report) {
        formats = (report.inputVariant, report.outputVariant)
        stops = report.route.map { Stop(action: $0.action, why: $0.why) }
        for group in LossGroup.groups(of: report.losses) where !stops.isEmpty {
            let action = group.losses.first.flatMap { Self.action(of: $0.code) }
            // What no operation before it lost, writing does.
            let index = stops.firstIndex { $0.action == action } ?? stops.count - 1
            stops[index].losses.append(group)
        }
    }

    private static func action(of code: Loss.Code) -> String? {
        switch code {
        case .topologyTriangulated, .topologyFolded: "triangulate"
        case .hierarchyBaked, .instanceRepeated: "bake-hierarchy"
        case .instancesExpanded: "expand-instances"
        case .hiddenDropped: "leave-out-hidden"
        case .vertexWelded, .vertexMoved: "weld"
        case .frameScaled, .frameTurned, .frameRooted: "convert-frame"
        case .normalsGenerated: "generate-normals"
        case .colorBaked: "paint-colors"
        case .texturePacked, .textureRearranged, .textureReduced: "pack-textures"
        case .texturePlaced: "place-textures"
        case .colorSampled: "sample-textures"
        case .skinBaked, .morphBaked, .morphDropped: "pose"
        default: nil
        }
    }

    /// The drawing as SVG, with a text for those who don't see it.
    var svg: String {
        var (parts, y): ([String], Int) = ([], 0)
        func text(_ text: String, _ x: Int, _ y: Int, _ style: String, most: Int) -> String {
            "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(PageText.escaped(PageText.short(text, most: most)))</text>"
        }
        func box(_ name: String, _ role: String) {
            parts.append("<rect class=\"format\" x=\"1\" y=\"\(y + 1)\" width=\"198\" height=\"40\" rx=\"8\"/>")
            parts.append(text(name, 14, y + 26, "name", most: 18) + text(role, 210, y + 26, "role", most: 20))
            y += 42
        }
        box(formats.from, "what was read")
        for stop in stops {
            let lines = stop.losses.prefix(4)
            let height = 46 + 20 * (lines.count + (stop.losses.count > 4 ? 1 : 0))
            parts.append("<path class=\"way\" d=\"M 30 \(y) v \(height)\"/>")
            parts.append("<circle class=\"stop\" cx=\"30\" cy=\"\(y + 20)\" r=\"6\"/>")
            parts.append(text(stop.action, 50, y + 17, "name", most: 32) + text(stop.why, 50, y + 34, "role", most: 44))
            for (number, group) in lines.enumerated() {
                let (row, kind) = (y + 54 + 20 * number, PageChange.kind(of: group.severity))
                parts.append("<path class=\"mark \(kind.rawValue)\" d=\"M 50 \(row - 9) l 6 5 -6 5 -6 -5 z\"/>")
                parts.append(text("\(kind.word): \(group.name)", 62, row, "loss", most: 40))
            }
            if stop.losses.count > 4 {
                parts.append(text("and \(stop.losses.count - 4) more", 62, y + 54 + 80, "loss", most: 40))
            }
            y += height
        }
        box(formats.to, "what was written")
        let words = stops.map { stop in
            stop.losses.isEmpty ? stop.action : "\(stop.action) (\(stop.losses.count) kinds of losses)"
        }
        let label = "From \(formats.from) to \(formats.to): \(words.joined(separator: ", "))"
        return
            "<svg class=\"route\" viewBox=\"0 0 360 \(y + 2)\" role=\"img\" aria-label=\"\(PageText.escaped(label))\">"
            + parts.joined(separator: "\n") + "</svg>"
    }
}
