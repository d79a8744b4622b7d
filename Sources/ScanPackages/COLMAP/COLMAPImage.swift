import MeshBytes
import MeshModel

/// An image of COLMAP's model: where its camera was.
struct COLMAPImage: COLMAPRecord {
    static let noun = "images"
    static let hasSecondLine = true

    let id: Int
    /// The path of the picture, relative to the folder of pictures.
    let name: String
    let camera: Int
    /// World-to-camera: the quaternion w, x, y, z, and the translation.
    let numbers: [Double]
    /// The number of places in the picture that were matched with others.
    private(set) var observationCount = 0

    static func read(_ bytes: inout COLMAPBytes) throws(COLMAPFault) -> COLMAPImage? {
        guard let id: UInt32 = bytes.integer(), let numbers = bytes.numbers(7), let camera: UInt32 = bytes.integer(),
            let name = try bytes.text(), let count = try bytes.observations(of: 24)
        else { return nil }
        return try COLMAPImage(
            id: Int(id), name: name, camera: Int(camera), numbers: numbers, observationCount: count)
    }

    static func read(_ line: inout TextCursor) throws(COLMAPFault) -> COLMAPImage {
        let id = try line.integer("an image's number", in: 0...Int64(UInt32.max))
        var numbers: [Double] = []
        for _ in 0..<7 { numbers.append(try line.number("7 numbers of a pose")) }
        let camera = try line.integer("a camera's number", in: 0...Int64(UInt32.max))
        line.skipBlanks()
        var name = line.bytes(line.readToLineEnd())
        while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
        return try COLMAPImage(
            id: id, name: String(decoding: name, as: UTF8.self), camera: camera, numbers: numbers, observationCount: 0)
    }

    private init(
        id: Int, name: String, camera: Int, numbers: [Double], observationCount: Int
    ) throws(COLMAPFault) {
        guard !name.isEmpty else { throw COLMAPFault("expected the name of an image, found none") }
        self.id = id
        self.name = name
        self.camera = camera
        self.numbers = numbers
        self.observationCount = observationCount
    }

    mutating func readSecond(_ line: inout TextCursor) throws(COLMAPFault) {
        if !line.isAtEnd { _ = try line.number("the places of points in the image before it") }
        // The first number is read, so that two of three are left.
        let rest = line.countWords()
        guard rest == 0 || rest % 3 == 2 else {
            throw COLMAPFault("expected three numbers for each point in the image before it, found others")
        }
        observationCount = (rest + 1) / 3
    }

    /// Where the camera is, as frames have it.
    var pose: Affine {
        Affine(
            worldToCamera: (numbers[0], numbers[1], numbers[2], numbers[3]),
            translation: SIMD3(numbers[4], numbers[5], numbers[6]))
    }
}
