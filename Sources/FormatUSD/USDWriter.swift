import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel

/// Writes a planned file: a layer and its images, or a package of them.
struct USDWriter {
    let layout: USDWrittenFile
    let options: WriteOptions
    let output: Output

    func write() throws(WriteError) {
        if layout.isPackage { try writePackage() } else { try writeFiles() }
    }

    // MARK: Files

    private func writeFiles() throws(WriteError) {
        var layer = layout.layer
        for (number, file) in layout.images.enumerated() {
            let name = try output.copy(file.image, number: number, fileExtension: file.kind.fileExtension)
            file.name("./\(name)", in: &layer)
        }
        try Self.write(layer, layout.encoding, options, to: try output.main())
    }

    static func write(
        _ layer: USDLayer, _ encoding: USDWrittenFile.Encoding, _ options: WriteOptions, to sink: ByteSink
    ) throws(WriteError) {
        switch encoding {
        case .text: try USDTextWriter.write(layer, to: sink, options: options)
        case .crate: try USDCrateWriter.write(layer, to: sink)
        }
    }

    // MARK: Packages

    private func writePackage() throws(WriteError) {
        var layer = layout.layer
        let names = Self.textureNames(layout.images)
        for (name, file) in zip(names, layout.images) { file.name("./\(name)", in: &layer) }
        let stem = Self.entryName(output.stem)
        let sink = try output.main()
        let name = "\(stem).\(layout.encoding == .text ? "usda" : "usdc")"
        var zip = ZipWriter(to: sink, alignment: 64)
        try zip.add(name, to: output) { (sink) throws(WriteError) in
            try Self.write(layer, layout.encoding, options, to: sink)
        }
        for (index, file) in layout.images.enumerated() {
            try zip.add(names[index], to: output) { (sink) throws(WriteError) in try file.image.write(to: sink) }
        }
        try zip.finish(output)
    }

    /// The names of images in a package, each once: as their files were called, else by number.
    private static func textureNames(_ images: [USDWrittenFile.ImageFile]) -> [String] {
        var taken: Set<String> = []
        return images.enumerated().map { number, file in
            let ending = file.kind.fileExtension
            // Many names end like files, and file systems take names of 255 bytes.
            let name = file.image.name.map {
                $0.lowercased().hasSuffix(ending) ? String($0.dropLast(ending.count)) : $0
            }
            var stem = (name ?? file.image.fileStem).map { String(entryName($0).prefix(100)) } ?? "texture\(number)"
            // Names that differ in case alone are one on some systems.
            while !taken.insert(stem.lowercased()).inserted { stem += "_\(number)" }
            return "textures/\(stem)\(ending)"
        }
    }

    /// The name of the layer in a package, reduced to characters that all tools accept: letters, digits, `-` and `_`.
    static func entryName(_ stem: String) -> String {
        let name = String(
            stem.unicodeScalars.map { scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
            })
        return name.isEmpty ? "scene" : name
    }
}

extension USDWrittenFile.ImageFile {
    /// Sets the image's name in a layer.
    func name(_ name: String, in layer: inout USDLayer) {
        for attribute in attributes { layer.specs[attribute]["default"] = .text(.asset, name) }
    }
}

extension ZipWriter {
    /// Adds a file, which `body` writes straight into the archive.
    mutating func add(
        _ name: String, to output: Output, _ body: (ByteSink) throws(WriteError) -> Void
    ) throws(WriteError) {
        let sink: ByteSink
        do throws(ZipError) { sink = try beginStored(name) } catch { throw output.unwritable(error) }
        try body(sink)
        do throws(ZipError) { try end() } catch { throw output.unwritable(error) }
    }

    /// Ends the archive.
    consuming func finish(_ output: Output) throws(WriteError) {
        do throws(ZipError) { try finish() } catch { throw output.unwritable(error) }
    }
}

extension Output {
    fileprivate func unwritable(_ error: ZipError) -> WriteError {
        switch error {
        case .system(let error): WriteError(error)
        case .archive(let error):
            WriteError(.unrepresentable, path: name, error.entry.map { "\($0): \(error.message)" } ?? error.message)
        }
    }
}
