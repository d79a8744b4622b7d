public import MeshBytes

/// The destination of a writer's main file and side files: disk (all or nothing) or memory.
public final class Output {
    private enum Target {
        case files(OutputTransaction)
        case memory
    }

    /// The name of the main file without its folder. Side files are named after it.
    public let name: String
    private let target: Target
    private let folder: String
    private let work: Work?
    private var mainMemory: ByteSink?
    private var sideMemory: [(name: String, sink: ByteSink)] = []

    /// Creates an output on disk; the files appear when the transaction is committed.
    public init(transaction: OutputTransaction) {
        folder = transaction.mainPath.pathFolder
        name = transaction.mainPath.lastPathPart
        target = .files(transaction)
        work = nil
    }

    /// Creates an output in memory, for tests, streams and callers without a file system.
    ///
    /// - Parameters:
    ///   - name: the name of the main file.
    ///   - work: counts written bytes; cancelling it stops writing.
    public init(memoryNamed name: String, work: Work? = nil) {
        self.name = name
        self.work = work
        folder = ""
        target = .memory
    }

    /// The name without its extension: `room` for `room.ply`. Files refer to each other by it, as text: a byte that is no
    /// UTF-8 is `_`, and so are line ends, other control characters, and a blank at the beginning.
    public var stem: String { Self.stem(of: name) }

    /// The beginning of the names of side files of a main file.
    package static func stem(of name: String) -> String {
        var scalars = Array(name.withoutExtension.replacingStrayBytes { _ in "_" }.unicodeScalars)
        for index in scalars.indices where breaksLines(scalars[index]) || index == 0 && scalars[0] == " " {
            scalars[index] = "_"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// Opens the sink of the main file; call it once.
    public func main() throws(WriteError) -> ByteSink {
        switch target {
        case .files(let transaction):
            do throws(SystemError) { return try transaction.openMain() } catch {
                throw WriteError(.cannotCreate, path: error.path, error.message)
            }
        case .memory:
            let sink = ByteSink(work: work)
            mainMemory = sink
            return sink
        }
    }

    /// Opens the sink of a side file with a plain name, in the main file's folder.
    ///
    /// - Edge: if the main file is a stream, this throws ``WriteError/Code/cannotCreate``.
    public func side(_ name: String) throws(WriteError) -> ByteSink {
        switch target {
        case .files(let transaction):
            guard !transaction.writesToStream else {
                throw WriteError(
                    .cannotCreate, path: transaction.mainPath,
                    "this output needs other files next to it and can't go to a pipe; write to a file")
            }
            do throws(SystemError) { return try transaction.openSide(folder + name) } catch {
                throw WriteError(.cannotCreate, path: error.path, error.message)
            }
        case .memory:
            let sink = ByteSink(work: work)
            sideMemory.append((name, sink))
            return sink
        }
    }

    /// The bytes of the main file, when the output is in memory.
    public func mainBytes() -> [UInt8] { mainMemory?.bytes ?? [] }

    /// The side files, when the output is in memory.
    public func sideFiles() -> [(name: String, bytes: [UInt8])] {
        sideMemory.map { ($0.name, $0.sink.bytes) }
    }
}
