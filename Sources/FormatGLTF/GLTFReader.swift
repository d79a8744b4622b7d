import MeshBytes
import MeshFormats
import MeshModel

/// Reads a file: the container, the tree, the buffers, then the scene.
struct GLTFReader {
    let input: Input
    let options: ReadOptions

    func read() throws(ReadError) -> Document {
        let file = try ReadError.of(GLTFBytes(options.storage(of: input)))
        let container = file.starts(with: GLBContainer.magic) ? try GLBContainer(file, isLenient: options.lenient) : nil
        var tree = try GLTFTree(
            container?.tree ?? file, offset: container?.treeOffset ?? 0, nesting: options.limits.nesting,
            isLenient: options.lenient)
        tree.add(container?.diagnostics ?? [])
        let files = SideFiles(beside: input.name, options)
        let buffers = try self.buffers(&tree, files, chunk: container?.binary, isBinary: container != nil)
        var builder = GLTFSceneBuilder(
            tree, buffers: buffers, files: files, byteCount: input.byteCount, options: options)
        try builder.build()
        restore(&builder)
        let census = GLTFCensus(
            tree.root, leftOut: builder.leftOut, holdsVariants: builder.materialVariant == nil)
        var residue = census.residue
        if let chunks = container?.others, !chunks.isEmpty {
            residue.append(Residue(path: "GLB chunks", kind: "chunks", count: chunks.count))
        }
        residue += builder.broken.inKeyOrder.map { Residue.broken($0.key, count: $0.value) }
        let brokenBuffers = buffers.count(where: \.isBroken)
        if brokenBuffers > 0 { residue.append(.broken("/buffers/*/uri", count: brokenBuffers)) }
        residue += tree.unknown.sorted().map { Residue.broken("/extensionsRequired/\($0)", count: 1) }
        if builder.placelessCount > 0 {
            residue.append(
                Residue(path: "primitives without positions", kind: "primitives", count: builder.placelessCount))
        }
        if !builder.accessors.restated.isEmpty {
            residue.append(.restated("numbers stored as integers", count: builder.accessors.restated.count))
        }
        residue += GLTFMissingBuffers.residue(tree.root, buffers)
        var document = Document(
            format: "gltf", variant: container == nil ? "gltf" : "glb",
            native: GLTFDocument(
                isBinary: container != nil, tree: tree.root, text: container?.tree ?? file, buffers: buffers,
                chunks: container?.others ?? [], images: builder.imageFiles),
            scene: builder.scene, residue: residue, diagnostics: builder.tree.diagnostics, census: census.entries,
            byteCount: input.byteCount)
        document.sideFiles = buffers.compactMap(\.path)
        return document
    }

    /// Restores the scene that meshconv wrote as glTF, using the origin record.
    private func restore(_ builder: inout GLTFSceneBuilder) {
        guard let record = builder.tree.root["asset"]?["extras"]?[OriginRecord.key],
            !options.ignoresOrigin
        else { return }
        guard let origin = GLTFOrigin(record: record) else {
            return builder.tree.warn(
                "origin.ignored", GLTFOrigin.pointer, "meshconv's own record in this file can't be read; it is ignored",
                .note)
        }
        builder.tree.add(origin.restore(&builder.scene))
    }

    // MARK: Buffers

    private func buffers(
        _ tree: inout GLTFTree, _ files: SideFiles, chunk: GLTFBytes?, isBinary: Bool
    ) throws(ReadError) -> [GLTFBuffer] {
        var buffers: [GLTFBuffer] = []
        var fileCount = 0
        for (index, entry) in tree.objects("buffers").enumerated() {
            let pointer = "/buffers/\(index)"
            var buffer = GLTFBuffer(place: .missing)
            if let uri = tree.string(entry, "uri", pointer) {
                do throws(ReadError) { buffer = try self.buffer(uri, files, "\(pointer)/uri") } catch {
                    guard options.lenient, ![.cancelled, .memoryLimit, .limitExceeded].contains(error.code) else {
                        throw error
                    }
                    buffer.reason = error.wording
                    buffer.isBroken = true
                }
                fileCount += buffer.place == .file ? 1 : 0
                guard fileCount <= options.limits.sideFileCount else {
                    throw ReadError(
                        beyond: .sideFiles, .jsonPointer("\(pointer)/uri"),
                        "expected at most \(options.limits.sideFileCount) files of buffers, found more")
                }
            } else if index == 0, isBinary, let chunk {
                buffer = GLTFBuffer(place: .chunk, bytes: chunk)
            } else {
                buffer.reason = "the buffer has no URI, and the file has no binary chunk for it"
            }
            // Such a buffer is only for programs that can't decode what is compressed in another one.
            let isFallback = ["EXT_meshopt_compression", "KHR_meshopt_compression"].contains {
                entry["extensions"]?[$0]?["fallback"] == true
            }
            if isFallback, buffer.bytes == nil {
                buffers.append(buffer)
                continue
            }
            check(&buffer, tree.number(entry, "byteLength", pointer), pointer, &tree)
            buffers.append(buffer)
        }
        if chunk != nil, buffers.first?.place != .chunk {
            tree.warn("glb.unused-chunk", "/buffers", "no buffer uses the binary chunk")
        }
        return buffers
    }

    private func buffer(_ uri: String, _ files: SideFiles, _ pointer: String) throws(ReadError) -> GLTFBuffer {
        if let data = DataURI(uri) {
            guard let bytes = data.bytes else {
                throw .expected("the bytes of a data URI", pointer, found: "other characters")
            }
            return GLTFBuffer(place: .text, bytes: GLTFBytes(bytes))
        }
        switch files.findExactly(PercentEncoding.decoded(uri), or: uri, as: .buffer) {
        case .path(let path, _):
            var buffer = GLTFBuffer(place: .file, bytes: try file(path, files, pointer))
            buffer.path = path
            return buffer
        case .bytes(let bytes): return GLTFBuffer(place: .file, bytes: GLTFBytes(bytes))
        case .missing(let reason), .outside(let reason):
            return GLTFBuffer(place: .missing, reason: "the buffer \(reason)", name: uri)
        }
    }

    private func file(_ path: String, _ files: SideFiles, _ pointer: String) throws(ReadError) -> GLTFBytes {
        do throws(SystemError) {
            let input = try files.open(path)
            if input.byteCount <= options.limits.fileByteCount {
                return GLTFBytes(
                    ByteStorage(try input.wholeBlock(threads: options.threads), byteCount: input.byteCount))
            }
        } catch {
            let failure = ReadError(error)
            throw ReadError(failure.code, .jsonPointer(pointer), "\(path): \(failure.message)")
        }
        throw ReadError(
            beyond: .fileSize, .jsonPointer(pointer),
            "\(path): expected at most \(options.limits.fileByteCount) bytes, found more")
    }

    /// Compares the bytes with the declared length, and cuts off what exceeds it.
    private func check(_ buffer: inout GLTFBuffer, _ claim: Double?, _ pointer: String, _ tree: inout GLTFTree) {
        guard let bytes = buffer.bytes else {
            if claim != nil { tree.warn("gltf.buffer-missing", pointer, buffer.reason) }
            return
        }
        guard let claim, let length = Int(exactly: claim), length >= 0 else {
            tree.warn(
                "gltf.missing-member", "\(pointer)/byteLength",
                "the length is missing or invalid; all bytes of the buffer are used")
            return
        }
        let slack = buffer.place == .chunk ? 3 : 0
        if length > bytes.count || (length < bytes.count - slack && buffer.place != .file) {
            tree.warn("gltf.buffer-length", "\(pointer)/byteLength", "expected \(length) bytes, found \(bytes.count)")
        }
        if let part = bytes.part(0, length) { buffer.bytes = part }
    }
}
