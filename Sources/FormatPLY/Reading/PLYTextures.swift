import MeshBytes
import MeshFormats
import MeshModel

/// Finds the images that comments name, only inside the PLY file's folder unless the caller allows others.
enum PLYTextures {
    /// Returns the image with this name, and a warning if it was not found.
    static func find(
        _ name: String, beside inputName: String, options: ReadOptions
    ) -> (image: Image, warning: String?) {
        switch options.sideFiles[name] {
        case .path(let path): return (Image(uri: name, path: path), nil)
        case .bytes(let bytes): return (Image(uri: name, bytes: bytes), nil)
        case nil: break
        }
        let isFree = options.followsAllReferences
        let path = String(name.map { $0 == "\\" ? "/" : $0 })
        let isInside = !path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.contains(":")
        let folder = inputName.lastIndex(of: "/").map { String(inputName[...$0]) } ?? ""
        var candidates: [String] = []
        if isInside || isFree { candidates.append(path.hasPrefix("/") ? path : folder + path) }
        if let base = path.split(separator: "/").last, base != ".." { candidates.append(folder + base) }
        for candidate in candidates where Input.isFile(candidate) { return (Image(uri: name, path: candidate), nil) }
        let reason = isInside || isFree ? "is not found" : "leads outside of the file's folder"
        return (Image(uri: name), "the texture '\(name)' \(reason)")
    }

}
