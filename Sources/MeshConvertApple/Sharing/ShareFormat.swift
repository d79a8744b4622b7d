public import MeshConvert

/// A format in which a model is shared as one file, with all that it has.
public enum ShareFormat: String, CaseIterable, Sendable {
    /// What Quick Look shows on Apple's devices, with colours as a texture.
    case usdz
    /// glTF, for browsers and most 3D programs.
    case glb
    /// Points, colours and all values of a scan.
    case ply
    /// Shape alone, for printing.
    case stl

    /// The variant that is written.
    public var variant: Variant {
        switch self {
        case .usdz: .usdz
        case .glb: .glb
        case .ply: .plyBinary
        case .stl: .stlBinary
        }
    }

    /// The options of a conversion to this format: its variant, and for PLY, which has no textures inside, their colours on
    /// the vertices.
    package func options(_ options: ConvertOptions) -> ConvertOptions {
        var options = options
        options.variant = variant
        if self == .ply { options.writing.painting = .vertices }
        return options
    }

    /// The uniform type identifier that Apple's systems declare, or glTF's.
    public var typeIdentifier: String {
        switch self {
        case .usdz: "com.pixar.universal-scene-description-mobile"
        case .glb: "org.khronos.glb"
        case .ply: "public.polygon-file-format"
        case .stl: "public.standard-tesselated-geometry-format"
        }
    }

    /// A name for a file: that of the model without what file systems and other programs refuse.
    package func fileName(for model: String) -> String {
        var name = ""
        for scalar in model.unicodeScalars {
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
            if isPlain { name.unicodeScalars.append(scalar) } else if !name.isEmpty, name.last != "_" { name += "_" }
        }
        // A name of a file may have 255 bytes.
        while name.utf8.count > 100 || name.last == "_" { name.removeLast() }
        return "\(name.isEmpty ? "model" : name).\(rawValue)"
    }
}

extension Report {
    /// The report of the main file when it is shared without its side files, which are no longer there.
    package var ofMainFile: Report {
        var report = self
        guard outputs.count > 1 else { return report }
        report.outputs.removeLast(outputs.count - 1)
        let loss = Loss(
            .textureDropped, .dropped, subject: "/images", name: "textures", count: outputs.count - 1, unit: "images",
            cause: "a model is shared as one file, and this format keeps textures in files of their own",
            remedy: .ending("glb"))
        report.losses.insert(loss, at: 0)
        return report
    }
}
