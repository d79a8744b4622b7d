import MeshBytes
import MeshFormats
import MeshModel

/// Finds and reads the files that a tree refers to: only in its folder, unless the option `references` is `any`.
struct GLTFFiles {
    let inputName: String
    let options: ReadOptions
    /// The paths of the files found so far.
    private(set) var paths: [String] = []

    init(_ input: Input, _ options: ReadOptions) {
        inputName = input.name
        self.options = options
    }

    /// A file that was found, or why it was not.
    enum Found {
        case path(String)
        case bytes([UInt8])
        case missing(String)
    }

    /// Looks for the file of a URI, as the tree spells it.
    mutating func find(_ uri: String) -> Found {
        let name = PercentEncoding.decoded(uri)
        switch options.sideFiles[name] ?? options.sideFiles[uri] {
        case .path(let path): return .path(path)
        case .bytes(let bytes): return .bytes(bytes)
        case nil: break
        }
        let isFree = options.followsAllReferences
        guard !Self.hasScheme(uri) else {
            return .missing("'\(uri)' is no file of this machine, and nothing is fetched from others")
        }
        // Some exporters write the backslashes of Windows.
        let path = String(name.map { $0 == "\\" ? "/" : $0 })
        let isInside = !path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.isEmpty
        guard isInside || isFree else {
            return .missing("'\(name)' leads outside of the file's folder; --set references=any looks there")
        }
        let folder = inputName.lastIndex(of: "/").map { String(inputName[...$0]) } ?? ""
        for candidate in [path.hasPrefix("/") ? path : folder + path, folder + name] where Input.isFile(candidate) {
            if !paths.contains(candidate) { paths.append(candidate) }
            return .path(candidate)
        }
        return .missing("'\(name)' is not found")
    }

    /// Reads a whole file of at most `limit` bytes.
    func read(_ path: String, limit: Int = .max, at pointer: String) throws(ReadError) -> GLTFBytes {
        let block: MemoryBlock
        let byteCount: Int
        do throws(SystemError) {
            let input = try Input.file(path, limit: limit)
            byteCount = input.byteCount
            block = try byteCount <= limit ? input.wholeBlock(threads: options.threads) : MemoryBlock(byteCount: 0)
        } catch {
            let failure = ReadError(error)
            throw ReadError(failure.code, .jsonPointer(pointer), "\(path): \(failure.message)")
        }
        guard byteCount <= limit else {
            throw ReadError(
                .limitExceeded, .jsonPointer(pointer),
                "expected a file of at most \(limit) bytes, found \(byteCount)")
        }
        return GLTFBytes(ByteStorage(block, byteCount: byteCount))
    }

    /// Whether a URI begins with a scheme. A single letter is a Windows drive.
    private static func hasScheme(_ uri: String) -> Bool {
        guard let colon = uri.firstIndex(of: ":") else { return false }
        let scheme = uri[..<colon]
        return scheme.count > 1
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
