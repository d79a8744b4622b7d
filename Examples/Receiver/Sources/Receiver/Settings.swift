/// Everything that the command line says.
public struct Settings: Sendable {
    /// The folder that holds everything: the queue, uploads, and what was made of them.
    public var directory: String
    /// The program `meshconv`: a path.
    public var program: String
    /// Who may upload; nil on loopback only, where everybody may.
    public var tokens: Tokens?
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    public var port = 8080
    /// The largest upload, in bytes.
    public var largest: Int64 = 8 << 30
    /// The most bytes that the folder may take; nil for all that the disk has.
    public var budget: Int64?
    /// How many bytes of the disk are left free.
    public var reserve: Int64 = 1 << 30
    /// How many uploads are converted at a time.
    public var atOnce = 1
    /// What is made of each upload: variants of meshconv's `--to`.
    public var targets = ["glb", "colmap"]
    /// The longest time for one step, as meshconv reads it.
    public var timeout = "30m"
    /// The most memory for one step, as meshconv reads it; nil leaves it to meshconv.
    public var memory: String?
    /// Further words for `meshconv convert`.
    public var words: [String] = []
    /// Seconds to wait before a step that failed for a passing reason is tried again; after the last one it failed.
    public var delays: [Double] = [10, 60, 600]

    /// Settings with the defaults for all else.
    public init(directory: String, program: String) {
        self.directory = directory
        self.program = program
    }

    /// Reads a time as meshconv does: `500ms`, `30s`, `5m` or `2h`; nil for all else.
    public static func seconds(_ text: String) -> Double? {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
        for (unit, factor) in units where text.hasSuffix(unit) {
            if let number = Double(text.dropLast(unit.count)), number > 0 { return number * factor }
        }
        return nil
    }
}
