/// A lens that isn't a plain pinhole with two focal lengths: its model, as COLMAP names it, and its distortion.
public struct ScanLens: Hashable, Sendable {
    let model: Model
    /// The model's parameters without focal lengths and principal point, in COLMAP's order; their names are
    /// ``coefficientNames``.
    public let coefficients: [Double]

    /// COLMAP's name of the model: `OPENCV`, `RADIAL` … The formulas are in `models.h` of COLMAP.
    public var modelName: String { model.rawValue }
    /// The names of the coefficients: `k1`, `k2` …
    public var coefficientNames: [String] { model.names }

    /// COLMAP's camera models, in the order of its numbers.
    enum Model: String, Hashable, Sendable, CaseIterable {
        case simplePinhole = "SIMPLE_PINHOLE"
        case pinhole = "PINHOLE"
        case simpleRadial = "SIMPLE_RADIAL"
        case radial = "RADIAL"
        case openCV = "OPENCV"
        case openCVFisheye = "OPENCV_FISHEYE"
        case fullOpenCV = "FULL_OPENCV"
        case fieldOfView = "FOV"
        case simpleRadialFisheye = "SIMPLE_RADIAL_FISHEYE"
        case radialFisheye = "RADIAL_FISHEYE"
        case thinPrismFisheye = "THIN_PRISM_FISHEYE"
        case radTanThinPrismFisheye = "RAD_TAN_THIN_PRISM_FISHEYE"
        case simpleDivision = "SIMPLE_DIVISION"
        case division = "DIVISION"
        case simpleFisheye = "SIMPLE_FISHEYE"
        case fisheye = "FISHEYE"
        case extendedUnified = "EUCM"
        case equirectangular = "EQUIRECTANGULAR"
    }

    /// Creates a lens; missing coefficients are 0, further ones are left out.
    init(_ model: Model, _ coefficients: [Double]) {
        self.model = model
        let count = model.names.count
        self.coefficients = Array((coefficients + Array(repeating: 0, count: count)).prefix(count))
    }

    /// Whether members of JSON with this name are about a lens.
    static func isMember(_ key: String) -> Bool {
        key == "camera_model" || Model.allCases.contains { $0.names.contains(key) }
    }

    /// Whether straight lines become curves.
    public var bends: Bool {
        switch model {
        case .simplePinhole, .pinhole: false
        case .simpleRadial, .radial, .openCV, .fullOpenCV, .simpleDivision, .division:
            coefficients.contains { $0 != 0 }
        case .extendedUnified: coefficients[0] != 0
        default: true
        }
    }

    /// The same lens by a model that more programs know: two focal lengths, and OpenCV's coefficients.
    var general: ScanLens {
        let k = coefficients
        return switch model {
        case .simplePinhole: ScanLens(.pinhole, [])
        case .simpleRadial, .radial: ScanLens(.openCV, k)
        case .simpleFisheye, .fisheye, .simpleRadialFisheye, .radialFisheye: ScanLens(.openCVFisheye, k)
        case .simpleDivision: ScanLens(.division, k)
        case .fullOpenCV where k[4...].allSatisfy { $0 == 0 }: ScanLens(.openCV, k)
        default: self
        }
    }
}

extension ScanLens.Model {
    /// COLMAP's number of the model.
    var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }

    /// The number of focal lengths, which come first; 0: the model has none, and no principal point.
    var focalCount: Int {
        switch self {
        case .equirectangular: 0
        case .simplePinhole, .simpleRadial, .radial, .simpleRadialFisheye, .radialFisheye, .simpleDivision,
            .simpleFisheye:
            1
        default: 2
        }
    }

    /// The number of all parameters.
    var parameterCount: Int { focalCount + 2 + names.count }

    /// The names of the parameters that follow the focal lengths and the principal point.
    var names: [String] {
        switch self {
        case .simplePinhole, .pinhole, .simpleFisheye, .fisheye, .equirectangular: []
        case .simpleRadial, .simpleRadialFisheye, .simpleDivision, .division: ["k1"]
        case .radial, .radialFisheye: ["k1", "k2"]
        case .openCV: ["k1", "k2", "p1", "p2"]
        case .openCVFisheye: ["k1", "k2", "k3", "k4"]
        case .fullOpenCV: ["k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"]
        case .fieldOfView: ["omega"]
        case .thinPrismFisheye: ["k1", "k2", "p1", "p2", "k3", "k4", "sx1", "sy1"]
        case .radTanThinPrismFisheye:
            ["k0", "k1", "k2", "k3", "k4", "k5", "p0", "p1", "s0", "s1", "s2", "s3"]
        case .extendedUnified: ["alpha", "beta"]
        }
    }
}
