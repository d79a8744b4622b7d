import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel

/// Bytes of a PLY file written by hand.
struct PLYSample {
    var bytes: [UInt8]

    /// A header, lines ended by `lineEnd`, and the body that follows it.
    init(_ lines: [String], lineEnd: String = "\n", body: [UInt8] = []) {
        bytes = Array((lines + ["end_header"]).map { $0 + lineEnd }.joined().utf8) + body
    }

    /// A whole text file.
    init(text: String) { bytes = Array(text.utf8) }

    /// Reads the file.
    func read(_ options: ReadOptions = ReadOptions()) throws(ReadError) -> Document {
        try PLYFormat().read(.bytes(bytes, name: "sample.ply"), options: options)
    }
}

extension Document {
    /// Whether the census adds up in every line.
    var isAccountedFor: Bool { census.allSatisfy { $0.isBalanced } }
}

/// The little-endian bytes of numbers.
func littleEndian<T: FixedWidthInteger>(_ values: T...) -> [UInt8] { values.flatMap { bytes($0.littleEndian) } }
/// The big-endian bytes of numbers.
func bigEndian<T: FixedWidthInteger>(_ values: T...) -> [UInt8] { values.flatMap { bytes($0.bigEndian) } }
/// The little-endian bytes of float32 numbers.
func littleEndian(floats: Float...) -> [UInt8] { floats.flatMap { bytes($0.bitPattern.littleEndian) } }
/// The big-endian bytes of float32 numbers.
func bigEndian(floats: Float...) -> [UInt8] { floats.flatMap { bytes($0.bitPattern.bigEndian) } }
/// The little-endian bytes of float64 numbers.
func littleEndian(doubles: Double...) -> [UInt8] { doubles.flatMap { bytes($0.bitPattern.littleEndian) } }

private func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    var value = value
    return unsafe withUnsafeBytes(of: &value) { unsafe Array($0) }
}

/// Writes a scene, and returns the bytes of the main file and the plan.
func written(
    _ scene: MeshScene, as variant: String = "ply.binary", threads: Int = 1, name: String = "out.ply"
) throws -> (bytes: [UInt8], plan: WritePlan) {
    var options = WriteOptions()
    options.threads = threads
    let format = PLYFormat()
    let plan = try format.plan(Content(scene), variant: variant, options: options)
    let output = Output(memoryNamed: name)
    try format.write(plan, to: output)
    return (output.mainBytes(), plan)
}
