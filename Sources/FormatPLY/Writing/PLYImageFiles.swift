import MeshBytes
import MeshFormats
import MeshModel

/// Writes the images beside a PLY file, named after it.
enum PLYImageFiles {
    /// Copies the images that were found, and returns the name that the PLY file uses for each.
    static func write(_ images: [Image], to output: Output) throws(WriteError) -> [String] {
        var names: [String] = []
        for (number, image) in images.enumerated() {
            guard image.isFound else {
                names.append(image.uri)
                continue
            }
            let name = "\(output.stem)_texture\(number)\(image.fileExtension)"
            try copy(image, to: try output.side(name))
            names.append(name)
        }
        return names
    }

    private static func copy(_ image: Image, to sink: ByteSink) throws(WriteError) {
        if let bytes = image.bytes {
            do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
            return
        }
        guard let path = image.path else { return }
        let bytes: [UInt8]
        do throws(SystemError) {
            let input = try Input.file(path)
            bytes = try input.read(0..<input.byteCount)
        } catch {
            throw WriteError(.input, path: path, error.message)
        }
        do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
    }
}
