import MeshBytes
import MeshFormats
import MeshModel

/// Writes a document as GLB or `.gltf`. Its tree stays the same, except for references to stored bytes.
struct GLTFTranscoder {
    let native: GLTFDocument
    let isBinary: Bool

    init(_ document: Document, variant: String) throws(WriteError) {
        guard let native = document.native as? GLTFDocument else {
            throw WriteError(.internal, path: "", "this document isn't glTF")
        }
        guard variant == "glb" || variant == "gltf" else {
            throw WriteError(.unrepresentable, path: "", "glTF has no variant '\(variant)'")
        }
        self.native = native
        isBinary = variant == "glb"
    }

    /// The losses: a `.gltf` can't hold GLB chunks, and of buffers that a GLB merges only the first keeps its members.
    func plan() -> [Loss] {
        var losses = isBinary ? lossesOfMerging() : []
        if !isBinary, !native.chunks.isEmpty {
            losses.append(
                Loss(
                    .nativeUnmapped, .dropped, subject: ScenePath.native("GLB chunks"), name: "GLB chunks",
                    count: native.chunks.count, unit: "chunks", cause: "a .gltf file can't store GLB chunks",
                    remedy: .variant("glb"))
            )
        }
        return losses
    }

    /// Throws if the buffers are too large for a GLB.
    func checkSize() throws(WriteError) {
        guard isBinary else { return }
        try GLBWriter.checkSize(native.buffers.reduce(0) { $0 + ($1.bytes?.count ?? 0) })
    }

    func write(to output: Output) throws(WriteError) {
        try isBinary ? writeBinary(to: output) : try writeText(to: output)
    }

    /// The JSON text: the original one if the tree is unchanged.
    private func text(_ tree: JSONValue, isChanged: Bool) -> [UInt8] {
        guard !isChanged else { return tree.bytes(.exact) }
        var bytes = native.text.array
        while bytes.last == 0 || bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    // MARK: One binary file

    /// Whether the binary chunk is the only buffer, so that a GLB keeps it.
    private var staysWhole: Bool {
        native.isBinary && native.buffers.count <= 1 && ![.file, .text].contains(native.buffers.first?.place)
    }

    private func lossesOfMerging() -> [Loss] {
        guard native.buffers.count(where: { $0.bytes != nil }) > 1 else { return [] }
        var parts = GLTFBufferParts()
        let before = GLTFCensus(native.tree, leftOut: [:], holdsVariants: true).residue
        let after = GLTFCensus(merged(native.tree, &parts, hasMore: false), leftOut: [:], holdsVariants: true).residue
        return before.compactMap { residue in
            let count = residue.count - (after.first { $0.path == residue.path }?.count ?? 0)
            guard count > 0 else { return nil }
            return Loss(
                .nativeUnmapped, .dropped, subject: ScenePath.native(residue.path), name: residue.path, count: count,
                unit: "entries", cause: "a .glb has one buffer with the members of the first", remedy: .variant("gltf"))
        }
    }

    private func writeBinary(to output: Output) throws(WriteError) {
        var parts = GLTFBufferParts()
        var tree = native.tree
        var inputs: [Int: Input] = [:]
        for (index, image) in native.images.enumerated() { inputs[index] = try image?.open() }
        // The bytes of images must not get into a buffer whose own are missing: views of it are there.
        let stays = staysWhole && (inputs.isEmpty || native.buffers.allSatisfy { $0.bytes != nil })
        if !stays {
            tree = merged(tree, &parts, hasMore: !inputs.isEmpty)
        } else if let bytes = native.buffers.first?.bytes {
            parts.append(.view(bytes))
        }
        var isChanged = tree.object?.count == nil || !stays
        var added: [JSONValue] = []
        let viewCount = tree["bufferViews"]?.array?.count ?? 0
        var images: [Int: JSONValue] = [:]
        for (index, (entry, image)) in zip(tree["images"]?.array ?? [], native.images).enumerated() {
            guard let image, let input = inputs[index] else { continue }
            parts.align()
            added.append([
                "buffer": 0, "byteOffset": .int(parts.byteCount), "byteLength": .int(input.byteCount),
            ])
            let kind = try image.contents()?.kind
            let mediaType = image.mediaType ?? kind?.mediaType ?? "image/png"
            images[index] = entry.removing("uri").setting("bufferView", .int(viewCount + added.count - 1))
                .setting("mimeType", .string(mediaType))
            parts.append(.input(input))
        }
        if !added.isEmpty {
            isChanged = true
            tree = tree.changingEach("images") { images[$0] ?? $1 }
            tree = tree.setting("bufferViews", .array((tree["bufferViews"]?.array ?? []) + added))
            if tree["buffers"]?.array?.isEmpty ?? true { tree = tree.setting("buffers", [[:]]) }
            tree = tree.changingEach("buffers") { index, buffer in
                index == 0 ? buffer.setting("byteLength", .int(parts.byteCount)) : buffer
            }
        }
        let text = text(tree, isChanged: isChanged)
        try GLBWriter.write(
            tree: text, binaryByteCount: parts.byteCount, others: native.chunks, path: output.name,
            to: try output.main()
        ) { (sink) throws(WriteError) in try parts.write(to: sink) }
    }

    /// Merges all buffers that have bytes into the first, and updates the buffer views.
    ///
    /// - Parameter hasMore: whether other bytes follow them, so that there is a first in any case.
    private func merged(_ tree: JSONValue, _ parts: inout GLTFBufferParts, hasMore: Bool) -> JSONValue {
        var places: [(buffer: Int, offset: Int)] = []
        var rest: [JSONValue] = []
        let first = native.buffers.firstIndex { $0.bytes != nil }
        guard first != nil || hasMore else { return tree }
        for (index, buffer) in native.buffers.enumerated() {
            if let bytes = buffer.bytes {
                parts.align()
                places.append((0, parts.byteCount))
                parts.append(.view(bytes))
            } else {
                places.append((1 + rest.count, 0))
                rest.append(tree["buffers"]?[index] ?? [:])
            }
        }
        let whole = (first.flatMap { tree["buffers"]?[$0] } ?? [:]).removing("uri")
            .setting("byteLength", .int(parts.byteCount))
        func moved(_ owner: JSONValue) -> JSONValue {
            guard let number = owner["buffer"]?.int, places.indices.contains(Int(clamping: number)) else {
                return owner
            }
            let place = places[Int(number)]
            let result = owner.setting("buffer", .int(place.buffer))
            guard place.offset > 0 else { return result }
            return result.setting("byteOffset", .int(Int(clamping: owner["byteOffset"]?.int ?? 0) &+ place.offset))
        }
        return tree.setting("buffers", .array([whole] + rest)).changingEach("bufferViews") { _, view in
            moved(view).changing("extensions") { extensions in
                GLTFExtensions.meshopt.reduce(extensions) { $0.changing($1, moved) }
            }
        }
    }

    // MARK: JSON with separate files

    private func writeText(to output: Output) throws(WriteError) {
        var tree = native.tree
        var names: [Int: String] = [:]
        for (index, buffer) in native.buffers.enumerated() where buffer.place == .chunk || buffer.place == .file {
            guard let bytes = buffer.bytes else { continue }
            let name = names.isEmpty ? "\(output.stem).bin" : "\(output.stem)_buffer\(index).bin"
            names[index] = name
            let sink = try output.side(name)
            do throws(SystemError) { try bytes.write(to: sink) } catch { throw WriteError(error) }
        }
        if !names.isEmpty {
            tree = tree.changingEach("buffers") { index, buffer in
                guard let name = names[index] else { return buffer }
                let count = native.buffers[index].bytes?.count ?? 0
                return buffer.setting("uri", .string(PercentEncoding.encoded(name))).setting("byteLength", .int(count))
            }
        }
        var imageNames: [Int: String] = [:]
        for (index, image) in native.images.enumerated() {
            // A data URI, which has no name, stays in the tree.
            guard let image, image.isFound, !image.uri.isEmpty else { continue }
            imageNames[index] = try output.copy(image, number: index)
        }
        if !imageNames.isEmpty {
            tree = tree.changingEach("images") { index, image in
                imageNames[index].map { image.setting("uri", .string(PercentEncoding.encoded($0))) } ?? image
            }
        }
        let text = text(tree, isChanged: !names.isEmpty || !imageNames.isEmpty)
        let sink = try output.main()
        do throws(SystemError) { try sink.write(text) } catch { throw WriteError(error) }
    }
}
