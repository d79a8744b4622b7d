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
            let name = "\(output.stem)_texture\(number)\(file.ending)"
            let sink = try output.side(name)
            let bytes = try Self.bytes(of: file.image)
            do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
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

    static func bytes(of image: Image) throws(WriteError) -> [UInt8] {
        if let bytes = image.bytes { return bytes }
        guard let path = image.path else { return [] }
        do throws(SystemError) {
            let input = try Input.file(path)
            return try input.read(0..<input.byteCount)
        } catch {
            throw WriteError(.input, path: path, error.message)
        }
    }

    // MARK: Packages

    private func writePackage() throws(WriteError) {
        var layer = layout.layer
        var names: [String] = []
        for (number, file) in layout.images.enumerated() {
            let name = "textures/texture\(number)\(file.ending)"
            names.append(name)
            file.name("./\(name)", in: &layer)
        }
        let stem = Self.entryName(output.stem)
        let sink = try output.main()
        let name = "\(stem).\(layout.encoding == .text ? "usda" : "usdc")"
        var zip = ZipWriter(to: sink, alignment: 64)
        try zip.add(layer, layout.encoding, options, name, to: output)
        for (index, file) in layout.images.enumerated() {
            try zip.add(try Self.bytes(of: file.image), names[index], to: output)
        }
        do throws(ZipError) { try zip.finish() } catch {
            throw WriteError(.system, path: output.name, error.description)
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
    /// Adds a layer, writing it straight into the archive.
    mutating func add(
        _ layer: USDLayer, _ encoding: USDWrittenFile.Encoding, _ options: WriteOptions, _ name: String,
        to output: Output
    ) throws(WriteError) {
        let sink: ByteSink
        do throws(ZipError) { sink = try beginStored(name) } catch {
            throw WriteError(.system, path: output.name, error.description)
        }
        try USDWriter.write(layer, encoding, options, to: sink)
        do throws(ZipError) { try end() } catch {
            throw WriteError(.system, path: output.name, error.description)
        }
    }

    mutating func add(_ bytes: [UInt8], _ name: String, to output: Output) throws(WriteError) {
        do throws(ZipError) { try add(name, bytes) } catch {
            throw WriteError(.system, path: output.name, error.description)
        }
    }
}
