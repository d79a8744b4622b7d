package import MeshBytes

/// Finds the files that an input names: textures, material libraries, buffers, layers. One policy for all formats:
///
/// 1. What the caller gave under the name (``ReadOptions/sideFiles``) comes first.
/// 2. A name is a path from the folder of the file that has it. Its backslashes are slashes, unless a file has them in its
///    name. `.` and `..` are resolved in the text, not on disk, where a link could lead elsewhere.
/// 3. Outside of the input's folder, names are followed only if the caller allows it
///    (``ReadOptions/followsAllReferences``); this also holds for a symbolic link in the folder that leads out. URLs,
///    drives (`C:\…`) and names with a NUL are not followed.
/// 4. What is not there is looked for by the last part of its name, beside the file that names it and beside the input,
///    then in other case: models come from other machines. The caller reports it. This holds for files whose bytes show
///    what they are, as images and libraries do; a buffer or a layer under another name may be another one, so that
///    ``findExactly(_:from:or:as:)`` is for them.
/// 5. Only regular files count whose bytes show that they are what they are used as (``SideFileKind``): no other file of
///    the machine gets into an output.
///
///
/// An input in an archive has its files there (``ReadOptions/archive``), by rules 2 and 4, and none on disk. One in a
/// folder that is read as a whole has them in all of it, then as others have. What lies inside a package of USD is not on
/// disk: `USDLayerLibrary` finds it.
package struct SideFiles: Sendable {
    /// What became of a name. Messages begin with it, `'wood.png' is not found`: callers put before them what it is of.
    package enum Found: Sendable, Hashable {
        /// A file; the remark says where, if the name alone does not.
        case path(String, remark: String? = nil)
        /// Bytes that the caller gave.
        case bytes([UInt8])
        /// It is not there.
        case missing(Wording)
        /// It leads out of the folder and was not looked at.
        case outside(Wording)
    }

    /// The folder of the input: empty, or with a slash at its end.
    private let folder: String
    /// The folder of the input as the disk has it, without links.
    private let home: String?
    private let given: [String: SideFile]
    private let givenPaths: Set<String>
    private let isFree: Bool
    private let archive: ArchiveFiles?
    /// The names in folders by their lower case.
    private var listings: [String: [String: String]] = [:]

    /// Finds files for the input of this name.
    package init(beside inputName: String, _ options: ReadOptions) {
        folder = inputName.pathFolder
        home = Input.realPath(folder.isEmpty ? "." : folder)
        given = options.sideFiles
        givenPaths = Set(
            given.values.compactMap { file in
                if case .path(let path) = file { path } else { nil }
            })
        isFree = options.followsAllReferences
        archive = options.archive
    }

    /// The file that a name means, where the name says that it is.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - subfolder: the folder of the file that has the name, see ``subfolder(of:)``; empty: the input's.
    ///   - spelling: another spelling of the name, under which the caller may have given the file.
    ///   - kind: what the file is used as.
    package func findExactly(
        _ name: String, from subfolder: String = "", or spelling: String? = nil, as kind: SideFileKind
    ) -> Found {
        for key in [path(name, from: subfolder), name, spelling] {
            switch key.flatMap({ given[$0] }) {
            case .path(let path): return .path(path)
            case .bytes(let bytes): return .bytes(bytes)
            case nil: break
            }
        }
        guard !name.isEmpty, !name.utf8.contains(0) else { return .missing("'\(name)' is not found") }
        guard !Self.isURL(name) else { return .missing("'\(name)' is a URL, and meshconv doesn't download") }
        if let found = inArchive(name, subfolder, exactly: true) { return found }
        guard let path = path(name, from: subfolder), isFree || !Self.leadsOut(path) else {
            return .outside("'\(name)' is outside the input's folder and is not read")
        }
        guard kind.isFollowedAnywhere || path.utf8.first != UInt8(ascii: "/") else {
            return .outside("'\(name)' is an absolute path, where \(kind.name) is not read")
        }
        let place = onDisk(path)
        let failure: SystemError
        do throws(SystemError) {
            if kind.matches(try open(place)) { return found(name, place, as: Self.turned(name)) }
            return .missing("'\(name)' is not \(kind.name)")
        } catch {
            failure = error
        }
        if failure.isOutside {
            return .outside("'\(name)' is a link to a place outside the input's folder and is not read")
        }
        // A backslash may be a letter of the name.
        if let path = Self.resolved(name, subfolder).map(onDisk), path != place, isAllowed(path, kind) {
            return .path(path)
        }
        return .missing(
            Input.exists(place) ? "'\(name)' is not a regular file or can't be read" : "'\(name)' is not found")
    }

    /// Whether a name may be that of a file, by the names in its folder: quicker than looking for many that are not there.
    /// True where that can't be told, as of folders that are not looked at.
    package mutating func mayBeThere(_ name: String, from subfolder: String = "") -> Bool {
        guard given.isEmpty, archive == nil, !name.utf8.contains(UInt8(ascii: "\\")),
            let path = path(name, from: subfolder), isFree || !Self.leadsOut(path)
        else { return true }
        let place = onDisk(path)
        return inOtherCase(place) != nil || listings[place.pathFolder]?.isEmpty == true
    }

    /// Opens a file that was found.
    ///
    /// Between finding and opening it may have been replaced: it is looked at again where it must lie.
    package func open(_ path: String) throws(SystemError) -> Input {
        try Input.regularFile(path, inside: home(of: path))
    }

    /// The folder that a file which was found must lie in when it is opened; nil: it may lie anywhere.
    package func home(of path: String) -> String? {
        if isFree || givenPaths.contains(path) { return nil }
        // An empty path is inside of no folder.
        return archive?.folderOnDisk(of: path) ?? home ?? ""
    }

    /// Whether a file may be opened: it lies where names are followed, and is of the kind.
    private func isAllowed(_ path: String, _ kind: SideFileKind) -> Bool {
        guard let input = try? open(path) else { return false }
        return kind.matches(input)
    }

    /// The file that a name means, also by its last part and in other case.
    package mutating func find(
        _ name: String, from subfolder: String = "", or spelling: String? = nil, as kind: SideFileKind
    ) -> Found {
        let answer = findExactly(name, from: subfolder, or: spelling, as: kind)
        switch answer {
        case .path, .bytes: return answer
        case .missing, .outside: break
        }
        let last = Self.turned(name).lastPathPart
        guard !name.utf8.contains(0), !["", ".", ".."].contains(last) else { return answer }
        if let found = inArchive(name, subfolder, exactly: false) { return found }
        // A drive's letter may stand right before a name.
        let names = [last] + last.split(separator: ":").dropFirst().suffix(1).map(String.init)
        let places = names.flatMap { [path($0, from: subfolder), path($0)].compactMap(\.self) }.map(onDisk)
        if let path = places.first(where: { isAllowed($0, kind) }) { return found(name, path) }
        var written = Self.isURL(name) ? nil : path(name, from: subfolder)
        if let path = written, !isFree, Self.leadsOut(path) { written = nil }
        for path in [written.map(onDisk)].compactMap(\.self) + places {
            if let path = inOtherCase(path), isAllowed(path, kind) { return found(name, path) }
        }
        return answer
    }

    /// The folder of a file that was found, as names in that file are looked for from it.
    ///
    /// - Edge: a file that the caller gave may lie anywhere. Unless all references are followed, its names are looked for
    ///   from the input's folder.
    package func subfolder(of path: String) -> String {
        let own = path.pathFolder
        guard own.utf8.starts(with: folder.utf8) else {
            return isFree ? Input.realPath(own.isEmpty ? "." : own).map { $0 + "/" } ?? own : ""
        }
        let rest = String(decoding: own.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
        guard let inside = Self.resolved(rest, ""), isFree || !Self.leadsOut(inside) else { return "" }
        return inside.isEmpty ? "" : inside + "/"
    }

    /// A name as a path from the input's folder without `.` and `..`, except at its beginning where it leads out; absolute
    /// if the name is; nil for a drive's.
    package func path(_ name: String, from subfolder: String = "") -> String? {
        // In an archive a path may begin with `..`, so that one file has one path from every layer.
        if archive?.isClosed == true { return ArchiveFiles.normal(subfolder + Self.turned(name)) }
        return Self.resolved(Self.turned(name), subfolder)
    }

    /// What the archive has under a name; nil if it may be elsewhere.
    private func inArchive(_ name: String, _ subfolder: String, exactly: Bool) -> Found? {
        guard let archive else { return nil }
        let folder = archive.folder(of: folder)
        return archive.find(subfolder + Self.turned(name), from: folder, exactly: exactly)
            ?? (archive.isClosed ? .missing("'\(name)' is not found in the archive") : nil)
    }

    // MARK: Paths

    private static func turned(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }

    private static func resolved(_ name: String, _ subfolder: String) -> String? {
        guard ![":/", ":\\"].contains(where: { name.utf8.dropFirst().starts(with: $0.utf8) }) else { return nil }
        let slash = UInt8(ascii: "/")
        let whole = name.utf8.first == slash ? name : subfolder + name
        let isAbsolute = whole.utf8.first == slash
        var parts: [String] = []
        // As a character, a slash may have taken a combining mark to itself.
        for part in whole.utf8.split(separator: slash) where !part.elementsEqual(".".utf8) {
            if !part.elementsEqual("..".utf8) {
                parts.append(String(Substring(part)))
            } else if let last = parts.last, last != ".." {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append("..")
            }
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }

    /// Whether a resolved path leads out of the input's folder.
    private static func leadsOut(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") || path.utf8.elementsEqual("..".utf8) || path.utf8.starts(with: "../".utf8)
    }

    /// The path of a resolved path on disk. Its `..` shorten the input's folder as far as possible.
    private func onDisk(_ path: String) -> String {
        guard Self.leadsOut(path), path.utf8.first != UInt8(ascii: "/"), !folder.isEmpty else {
            return path.utf8.first == UInt8(ascii: "/") ? path : folder + path
        }
        return Self.resolved(path, folder) ?? folder + path
    }

    private func found(_ name: String, _ path: String, as turned: String) -> Found {
        turned == name ? .path(path) : found(name, path)
    }

    private func found(_ name: String, _ path: String) -> Found {
        let own = path.utf8.starts(with: folder.utf8) ? Substring(path.utf8.dropFirst(folder.utf8.count)) : path[...]
        return .path(path, remark: "'\(name)' was found as '\(own)'")
    }

    /// Whether a name begins with the scheme of a URL and two slashes: with a colon alone it may be a file's.
    private static func isURL(_ name: String) -> Bool {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = name[..<colon]
        return name.utf8[colon...].starts(with: "://".utf8) && scheme.utf8.count > 1
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// The path whose last part differs only by the case of letters.
    private mutating func inOtherCase(_ path: String) -> String? {
        let parent = path.pathFolder
        if listings[parent] == nil {
            let names = FolderListing.names(in: parent).map { ($0.lowercased(), $0) }
            listings[parent] = Dictionary(names, uniquingKeysWith: { first, _ in first })
        }
        return listings[parent]?[path.lastPathPart.lowercased()].map { parent + $0 }
    }
}
