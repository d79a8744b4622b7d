import MeshBytes
import MeshFormats
import MeshModel

/// Copies an OBJ file and changes only the names of its libraries and images.
///
/// Libraries become `STEM.mtl`, `STEM_1.mtl` …, and their images `STEM_textureK.EXT`. The name of a file that was not
/// found stays unchanged.
enum OBJTranscoder {
    static func write(_ document: Document, to output: Output) throws(WriteError) {
        guard let native = document.native as? OBJDocument else {
            throw WriteError(.internal, path: output.name, "this document is not an OBJ file")
        }
        let sink = try output.main()
        var images = Images(all: document.scene.images, output: output)
        for (index, library) in native.libraries.enumerated() {
            try write(library, as: name(ofLibrary: index, stem: output.stem), &images, to: output)
        }
        try images.write()
        var edits: [Edit] = []
        for statement in native.mtllibStatements {
            let names = statement.names.map { entry in
                entry.library.map { name(ofLibrary: $0, stem: output.stem) } ?? entry.name
            }
            guard statement.names.contains(where: { $0.library != nil }) else { continue }
            // Names with blanks can't share a statement.
            let separator = output.stem.contains(" ") ? "\nmtllib " : " "
            edits.append(Edit(range: statement.arguments, text: names.joined(separator: separator)))
        }
        try copy(native.input, edits, to: sink)
    }

    /// `room.mtl`, `room_1.mtl` …
    static func name(ofLibrary index: Int, stem: String) -> String {
        index == 0 ? "\(stem).mtl" : "\(stem)_\(index).mtl"
    }

    private static func write(
        _ library: OBJMaterialLibrary, as name: String, _ images: inout Images, to output: Output
    ) throws(WriteError) {
        let sink = try output.side(name)
        var edits: [Edit] = []
        for reference in library.imageReferences {
            guard let name = images.name(of: reference.image) else { continue }
            edits.append(Edit(range: reference.range, text: name))
        }
        try copy(library.input, edits, to: sink)
    }

    // MARK: Bytes

    /// A byte range and the text that replaces it.
    private struct Edit {
        var range: Range<Int>
        var text: String
    }

    /// Copies a file with some ranges replaced.
    private static func copy(_ input: Input, _ edits: [Edit], to sink: ByteSink) throws(WriteError) {
        var offset = 0
        for edit in edits.inOrder({ $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= offset && edit.range.upperBound <= input.byteCount {
            try input.copy(offset..<edit.range.lowerBound, to: sink)
            do throws(SystemError) { try sink.write(edit.text) } catch { throw WriteError(error) }
            offset = edit.range.upperBound
        }
        try input.copy(offset..<max(offset, input.byteCount), to: sink)
    }

    /// The images that libraries name, each copied once.
    private struct Images {
        let all: [SceneImage]
        let output: Output
        private var names: [Int: String] = [:]
        private var copies: [(image: SceneImage, name: String)] = []

        init(all: [SceneImage], output: Output) {
            self.all = all
            self.output = output
        }

        /// The new name of an image; nil when the image was not found.
        mutating func name(of index: Int) -> String? {
            if let name = names[index] { return name }
            guard all.indices.contains(index), all[index].isFound else { return nil }
            let name = output.textureName(copies.count, all[index].fileExtension)
            names[index] = name
            copies.append((all[index], name))
            return name
        }

        func write() throws(WriteError) {
            for (image, name) in copies { try image.write(to: output.side(name)) }
        }
    }
}
