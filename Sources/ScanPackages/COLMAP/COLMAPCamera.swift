import MeshBytes
import MeshModel

/// A camera of COLMAP's model: the lens and size that several images may share.
struct COLMAPCamera: COLMAPRecord {
    static let noun = "cameras"
    /// The largest width or height that is believed.
    private static let sizeLimit: Int64 = 1 << 20

    let id: Int
    /// The intrinsics; those of panoramas are as Nerfstudio writes them: focal lengths of half the width and of the height.
    let intrinsics: PinholeIntrinsics
    /// The lens; nil: a pinhole with two focal lengths.
    let lens: ScanLens?

    private init(
        _ id: Int, _ model: ScanLens.Model, width: Int, height: Int, _ parameters: [Double]
    ) throws(COLMAPFault) {
        guard parameters.allSatisfy(\.isFinite) else {
            throw COLMAPFault("expected finite parameters of camera \(id), found others")
        }
        self.id = id
        let focal = model.focalCount
        guard focal > 0 else {
            let (w, h) = (Double(width), Double(height))
            intrinsics = PinholeIntrinsics(fx: w / 2, fy: h, cx: w / 2, cy: h / 2, width: width, height: height)
            lens = ScanLens(model, [])
            return
        }
        intrinsics = PinholeIntrinsics(
            fx: parameters[0], fy: parameters[focal - 1], cx: parameters[focal], cy: parameters[focal + 1],
            width: width, height: height)
        lens = model == .pinhole ? nil : ScanLens(model, Array(parameters.dropFirst(focal + 2)))
    }

    static func read(_ bytes: inout COLMAPBytes) throws(COLMAPFault) -> COLMAPCamera? {
        guard let id: UInt32 = bytes.integer(), let number: Int32 = bytes.integer(),
            let width: UInt64 = bytes.integer(), let height: UInt64 = bytes.integer()
        else { return nil }
        guard let model = ScanLens.Model.allCases.first(where: { $0.number == number }) else {
            throw COLMAPFault("expected the number of a camera model that meshconv knows, found \(number)")
        }
        guard max(width, height) <= sizeLimit else {
            throw COLMAPFault("expected a picture of at most \(sizeLimit) pixels a side, found \(width) × \(height)")
        }
        guard let parameters = bytes.numbers(model.parameterCount) else { return nil }
        return try COLMAPCamera(Int(id), model, width: Int(width), height: Int(height), parameters)
    }

    static func read(_ line: inout TextCursor) throws(COLMAPFault) -> COLMAPCamera {
        let id = try line.integer("a camera's number", in: 0...Int64(UInt32.max))
        let name = line.word()
        guard let model = ScanLens.Model(rawValue: name) else {
            throw COLMAPFault("expected a camera model that meshconv knows, found '\(name.prefix(40))'")
        }
        let width = try line.integer("a width", in: 0...sizeLimit)
        let height = try line.integer("a height", in: 0...sizeLimit)
        var parameters: [Double] = []
        for _ in 0..<model.parameterCount { parameters.append(try line.number("a parameter of the camera")) }
        guard line.countWords() == 0 else {
            throw COLMAPFault("expected \(model.parameterCount) parameters of \(name), found more")
        }
        return try COLMAPCamera(id, model, width: width, height: height, parameters)
    }
}
