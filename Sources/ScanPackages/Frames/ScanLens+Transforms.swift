import MeshBytes

/// Lenses in `transforms.json`, as Nerfstudio reads them.
extension ScanLens {
    /// The members that say the distortion.
    static let distortionKeys = ["k1", "k2", "k3", "k4", "p1", "p2"]

    /// Creates the lens of a frame, from its own numbers or else from those for all.
    ///
    /// - Returns: nil without distortion, and for a distortion that no model of COLMAP has.
    init?(transforms frame: JSONValue, _ all: JSONValue) {
        func number(_ key: String) -> Double { (frame[key] ?? all[key])?.number ?? 0 }
        func numbers(_ model: Model) -> [Double] { model.names.map(number) }
        let model = Self.modelName(frame, all).flatMap(Model.init)
        if let model, !Self.polynomials.contains(model) {
            self.init(model, numbers(model))
        } else {
            // Nerfstudio's k4 is a further term of a polynomial; COLMAP's divides.
            guard number("k4") == 0 else { return nil }
            self.init(.openCV, numbers(.openCV))
            if number("k3") != 0 { self.init(.fullOpenCV, coefficients + [number("k3")]) }
        }
        guard bends, coefficients.allSatisfy(\.isFinite) else { return nil }
    }

    /// The camera model that a frame names, or that all have; instant-ngp says only whether it is a fisheye.
    private static func modelName(_ frame: JSONValue, _ all: JSONValue) -> String? {
        if let name = (frame["camera_model"] ?? all["camera_model"])?.string { return name }
        return (frame["is_fisheye"] ?? all["is_fisheye"])?.bool == true ? Model.openCVFisheye.rawValue : nil
    }

    /// The models of which Nerfstudio takes all coefficients that there are.
    private static let polynomials: Set<Model> = [
        .simplePinhole, .pinhole, .simpleRadial, .radial, .openCV, .fullOpenCV,
    ]

    /// The name of a projection that isn't the one of a lens on a plane: `EQUIRECTANGULAR`, `VR180_L`, or one that isn't
    /// known here.
    static func projection(transforms frame: JSONValue, _ all: JSONValue) -> String? {
        guard let name = modelName(frame, all) else { return nil }
        guard let model = Model(rawValue: name) else { return name == "PERSPECTIVE" ? nil : name }
        return model == .equirectangular ? name : nil
    }

    /// The member `camera_model` that fits; nil: Nerfstudio has no such lens.
    var transformsModel: String? {
        switch general.model {
        case .openCVFisheye: Model.openCVFisheye.rawValue
        case .pinhole, .openCV: Model.openCV.rawValue
        case .fullOpenCV: coefficients[5...].allSatisfy { $0 == 0 } ? Model.openCV.rawValue : nil
        default: bends ? nil : Model.openCV.rawValue
        }
    }

    /// The coefficients that aren't 0, as members of a file or frame whose `camera_model` is ``transformsModel``.
    var transformsMembers: [(String, JSONValue)] {
        zip(general.model.names, general.coefficients).filter { $0.1 != 0 && bends }.map { ($0, .number($1)) }
    }
}
