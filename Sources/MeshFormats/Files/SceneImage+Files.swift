package import MeshBytes
package import MeshModel

// The bytes of images, in memory or in a file, on their way into an output as they are.

extension SceneImage {
    /// Opens the file of the image, or its bytes; nil if neither was found.
    package func open() throws(WriteError) -> Input? {
        if let bytes { return .bytes(bytes, name: uri) }
        guard let path else { return nil }
        do throws(SystemError) { return try Input.regularFile(path, inside: folder) } catch {
            throw WriteError(copying: path, error)
        }
    }

    /// Sets the file of the image to one that was found.
    package mutating func setFile(_ path: String, in files: SideFiles) {
        (self.path, folder) = (path, files.home(of: path))
    }

    /// The size of the image's file and its kind, if that is known, and whether it is a PNG with an alpha channel; nil if
    /// there is no file.
    ///
    /// - Throws: an error for a file that is there and can't be read: the image must not be left out for that.
    package func contents() throws(WriteError) -> (byteCount: Int, kind: ImageKind?, hasAlpha: Bool)? {
        do throws(WriteError) {
            guard let input = try open() else { return nil }
            do throws(SystemError) {
                let head = try input.read(0..<min(26, input.byteCount))
                let kind = ImageKind(head)
                // The colour type of its first chunk.
                return (input.byteCount, kind, kind == .png && head.count == 26 && [4, 6].contains(head[25]))
            } catch {
                throw WriteError(copying: input.name, error)
            }
        } catch {
            if error.code == .input { return nil }
            throw error
        }
    }

    /// What people call the image that has a number: by its file, else by its name, else by the number,
    /// counted from 1.
    package func title(_ number: Int) -> String {
        "image \(uri.isEmpty ? name ?? "\(number + 1)" : uri)"
    }

    /// The name of the image's kind where programs that open OBJ or PLY don't know it: WebP, AVIF, KTX2; nil: they do.
    package var kindOfExtensions: String? {
        let kind = kindOfBytes ?? ImageKind.all.first { $0.mediaType == mediaType }
        return kind.flatMap { ImageKind.ofExtensions[$0] }
    }

    /// The extension, with its dot, of a copy of the image: that of the file found or of its name, else that of its media
    /// type or its first bytes; empty if all are unknown. Letters and digits only.
    package var fileExtension: String {
        if let own = path?.plainExtension ?? uri.plainExtension { return "." + own }
        let kind = ImageKind.all.first { $0.mediaType == mediaType } ?? kindOfBytes
        return kind?.fileExtension ?? ""
    }

    private var kindOfBytes: ImageKind? { (try? contents())?.kind }

    /// Writes the bytes of the image.
    package func write(to sink: ByteSink) throws(WriteError) {
        guard let input = try open() else { return }
        try input.copy(0..<input.byteCount, to: sink)
    }
}

extension Output {
    /// Copies an image beside the output and returns its name, which belongs to the output: `room_texture0.png`.
    ///
    /// - Parameters:
    ///   - image: an image that was found.
    ///   - number: the image's number in the output.
    ///   - fileExtension: with its dot; nil: ``SceneImage/fileExtension``.
    package func copy(_ image: SceneImage, number: Int, fileExtension: String? = nil) throws(WriteError) -> String {
        let name = textureName(number, fileExtension ?? image.fileExtension)
        try image.write(to: side(name))
        return name
    }

    /// Copies the images that were found beside the output and returns what the main file calls each: those that were not
    /// found keep their names.
    package func copy(_ images: [SceneImage]) throws(WriteError) -> [String] {
        try images.enumerated().map { (number, image) throws(WriteError) in
            image.isFound ? try copy(image, number: number) : image.uri
        }
    }

    /// The name of an image beside the output: `room_texture0.png`.
    package func textureName(_ number: Int, _ fileExtension: String) -> String {
        "\(stem)_texture\(number)\(fileExtension)"
    }
}

extension Input {
    /// Writes a range of bytes into a sink, block by block; one that the source does not have any more is an error.
    package func copy(_ range: Range<Int>, to sink: ByteSink) throws(WriteError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try read(offset..<min(offset + (4 << 20), range.upperBound)) } catch {
                throw WriteError(copying: name, error)
            }
            guard !bytes.isEmpty else { throw WriteError(.input, path: name, shrunk.message) }
            do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
            offset += bytes.count
        }
    }
}
