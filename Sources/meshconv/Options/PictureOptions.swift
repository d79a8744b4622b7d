import ArgumentParser
import MeshConvert

/// How a picture looks.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The side to look at: corner, front, back, left, right, top, bottom or iso; or an azimuth and an elevation \
            in degrees, such as 30,20.
            """, valueName: "side"),
        completion: .list(Preview.Side.allCases.map(\.rawValue)))
    var view = Preview.Side.corner.rawValue

    @Option(
        help: ArgumentHelp(
            """
            How to draw: shaded, flat, colors, clay, normals, edges, wireframe, or sides (those that look away are \
            red).
            """, valueName: "mode"),
        completion: .list(Preview.Mode.allCases.map(\.rawValue)))
    var mode = Preview.Mode.shaded.rawValue

    @Option(
        help: ArgumentHelp(
            "The size of the picture in pixels (default: 1024x768, or 384x288 for each of several).",
            valueName: "width x height"))
    var size: String?

    @Option(help: ArgumentHelp("The colour behind the model, such as ffffff or white.", valueName: "colour"))
    var background: String?

    @Option(help: ArgumentHelp("Show so many sides, all around the model: 2 to 100.", valueName: "count"))
    var turntable: Int?

    @Flag(help: "Write a picture that moves.")
    var animate = false

    @Option(
        help: ArgumentHelp("The kind of file, png or jpg, if its name doesn't say it.", valueName: "kind"),
        completion: .list(Preview.Form.allCases.map(\.rawValue)))
    var kind: String?

    /// Returns the checked options.
    func options(_ output: String?) throws(Failure) -> Preview.Options {
        var options = Preview.Options()
        guard let mode = Preview.Mode(rawValue: mode) else {
            throw Failure.unexpected("--mode", mode, Preview.Mode.allCases.map(\.rawValue))
        }
        options.mode = mode
        if let side = Preview.Side(rawValue: view) {
            options.side = side
        } else if let angles = Self.numbers(view), angles.count == 2, abs(angles[0]) <= 360, abs(angles[1]) <= 90 {
            options.angles = SIMD2(angles[0], angles[1])
        } else {
            throw Failure.unexpected(
                "--view", view, Preview.Side.allCases.map(\.rawValue) + ["angles such as 30,20"])
        }
        if turntable != nil || animate { (options.width, options.height) = (384, 288) }
        if let size { (options.width, options.height) = try Self.size(size) }
        options.background = try background.map { text throws(Failure) in try Self.color(text) }
        options.turntable = turntable
        options.isAnimated = animate
        options.form = try form(output)
        return options
    }

    private func form(_ output: String?) throws(Failure) -> Preview.Form {
        if let kind {
            guard let form = Preview.Form(rawValue: kind == "jpeg" ? "jpg" : kind) else {
                throw Failure.unexpected("--kind", kind, Preview.Form.allCases.map(\.rawValue))
            }
            return form
        }
        guard let output else { return .png }
        switch output.pathExtension?.lowercased() {
        case "png", "apng": return .png
        case "jpg", "jpeg": return .jpeg
        default: throw Failure(usage: "expected a picture's name that ends in .png or .jpg, found '\(output)'")
        }
    }

    private static func size(_ text: String) throws(Failure) -> (Int, Int) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        // One number is a square.
        guard let width = sides.first ?? nil, sides.count <= 2, let height = sides.last ?? nil,
            (1...8192).contains(width), (1...8192).contains(height)
        else { throw Failure(usage: "expected --size such as 1024x768, up to 8192x8192, found '\(text)'") }
        return (width, height)
    }

    private static func numbers(_ text: String) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        return numbers.contains { $0 == nil || $0?.isFinite == false } ? nil : numbers.compactMap { $0 }
    }

    private static let colors: [(String, UInt32)] = [
        ("white", 0xFFFFFF), ("black", 0x000000), ("gray", 0x808080), ("grey", 0x808080), ("red", 0xFF0000),
        ("green", 0x00FF00), ("blue", 0x0000FF),
    ]

    private static func color(_ text: String) throws(Failure) -> SIMD3<UInt8> {
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        let known = colors.first { $0.0 == text.lowercased() }?.1
        guard let code = known ?? (digits.utf8.count == 6 && digits.first != "+" ? UInt32(digits, radix: 16) : nil)
        else {
            throw Failure(usage: "expected --background with a colour such as ffffff or white, found '\(text)'")
        }
        return SIMD3(UInt8(code >> 16), UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF))
    }
}
