import MeshBytes
import MeshFormats
import MeshModel

/// Finds the files that the meshes of a package name: libraries and buffers beside a mesh, and pictures whose names are in
/// these or in the mesh's first mebibyte. No format is parsed: a name that occurs counts.
package struct MeshSideFiles {
    /// The paths by the path of their mesh; sorted.
    private(set) var paths: [String: [String]] = [:]

    init(of package: ScanPackage) {
        var pictures: [String: [String]]?
        let own = [package.meshColorsPath, package.faceClassesPath].compactMap(\.self)
        for mesh in package.meshPaths {
            guard let kind = Self.libraries[PackagePath.fileExtension(mesh)] else { continue }
            let folder = PackagePath.folder(mesh)
            // Without an extension all files would count.
            let candidates = kind.isEmpty ? [] : package.files.entries(inFolder: folder, extensions: kind)
            let beside = candidates.filter { !own.contains($0.path) }
            // An OBJ names no pictures itself.
            let texts =
                beside.filter { !$0.path.lowercased().hasSuffix(".bin") }
                + (kind.contains("mtl") ? [] : [package.files[mesh]].compactMap(\.self))
            var names: Set<String> = []
            for text in texts { names.formUnion(Self.pictures(in: (try? text.beginning(1 << 20)) ?? [])) }
            var found = beside.map(\.path)
            if !names.isEmpty {
                let all = pictures ?? Self.texturesByName(package)
                pictures = all
                found += Self.nearest(names, in: all, to: folder)
            }
            if !found.isEmpty { paths[mesh] = found.inOrder { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
        }
    }

    /// The extensions of what lies beside meshes that may name files, by theirs.
    private static let libraries: [String: Set<String>] = [
        "obj": ["mtl"], "gltf": ["bin"], "ply": [], "usd": [], "usda": [], "usdc": [],
    ]

    /// Whether a path is that of a picture that may be a texture.
    static func isPicture(_ path: String) -> Bool { ["jpg", "jpeg", "png"].contains(PackagePath.fileExtension(path)) }

    /// The pictures of a package that belong to nothing else, by their names in lower case.
    private static func texturesByName(_ package: ScanPackage) -> [String: [String]] {
        let others = Set(
            package.frames.flatMap { [$0.imagePath, $0.depthPath, $0.confidencePath, $0.maskPath] }.compactMap(\.self)
                + package.stills.flatMap { [$0.imagePath, $0.maskPath] }.compactMap(\.self) + package.proxyImagePaths)
        let paths = package.files.entries.map(\.path).filter { isPicture($0) && !others.contains($0) }
        return Dictionary(grouping: paths) { PackagePath.name($0).lowercased() }
    }

    /// The pictures that a library of materials names, as far as the package has them; sorted.
    static func textures(of library: PackageEntry, in package: ScanPackage) -> [String] {
        let names = pictures(in: (try? library.beginning(1 << 20)) ?? [])
        guard !names.isEmpty else { return [] }
        return nearest(names, in: texturesByName(package), to: PackagePath.folder(library.path)).inOrder {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// The picture of each name that there is: of several the one in the folder, else the first.
    private static func nearest(
        _ names: Set<String>, in all: [String: [String]], to folder: String
    ) -> [String] {
        names.compactMap { name in
            all[name].map { paths in paths.first { PackagePath.folder($0) == folder } ?? paths[0] }
        }
    }

    /// The names, in lower case, that may be those of pictures: what ends in `.jpg`, `.jpeg` or `.png`, after a slash or
    /// another mark.
    static func pictures(in text: [UInt8]) -> Set<String> {
        Set(names(in: text, after: marks).map { $0.lowercased() })
    }

    /// The paths that may be those of pictures, as they are written.
    package static func picturePaths(in text: [UInt8]) -> Set<String> {
        names(in: text, after: marks.subtracting("/\\".utf8))
    }

    /// What ends in `.jpg`, `.jpeg` or `.png`, after one of the marks. Blanks may be in a name or before it, so that
    /// there are several.
    private static func names(in text: [UInt8], after marks: Set<UInt8>) -> Set<String> {
        var found: Set<String> = []
        for dot in text.indices where text[dot] == UInt8(ascii: ".") && found.count < nameLimit {
            let rest = text[(dot + 1)...].prefix(4).map { $0 | 0x20 }
            guard let ending = endings.first(where: { rest.starts(with: $0) }) else { continue }
            var start = dot
            while start > 0, dot - start < 255, text[start - 1] >= 0x20, !marks.contains(text[start - 1]) { start -= 1 }
            let bytes = text[start..<dot + 1 + ending.count]
            // glTF writes `%20` for a blank.
            var name = String(decoding: PercentEncoding.decoded(bytes), as: UTF8.self)[...]
            found.insert(String(name))
            for _ in 0..<blankLimit {
                guard let blank = name.firstIndex(of: " ") else { break }
                name = name[name.index(after: blank)...]
                found.insert(String(name))
            }
        }
        return found
    }

    /// The most names of one text, and the most blanks in what may be a name: bounds on the work for a hostile text.
    private static let nameLimit = 10_000
    private static let blankLimit = 32
    private static let endings = ["jpg", "jpeg", "png"].map { Array($0.utf8) }
    private static let marks = Set("/\\\"'@<>[]:*?|".utf8)
}
