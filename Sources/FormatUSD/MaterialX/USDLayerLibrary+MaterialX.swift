import MeshArchive
import MeshBytes
import MeshFormats

// Documents of MaterialX as layers, with the files that they include.

extension USDLayerLibrary {
    /// The layer of a MaterialX document.
    ///
    /// - Throws: errors with the line, if the document itself is broken. Files that it includes are only reported.
    mutating func materialX(_ bytes: [UInt8], _ location: Location, named name: String) throws(ReadError) -> USDLayer {
        var elements = try Self.elements(bytes, named: name)
        try include(&elements, from: location)
        do throws(ReadError) {
            let document = try MtlxDocument(elements)
            let files = self
            let result = try MtlxTranslation.layer(of: document) { asset in
                guard let (_, found) = files.find(asset, beside: location, as: .image) else { return false }
                if case .missing = found { return false }
                return true
            }
            for remark in result.remarks { note("usd.materialx", "\(name): \(remark)", .note) }
            return result.layer
        } catch {
            throw TextPlaces.located(error, in: .bytes(bytes, name: name))
        }
    }

    private static func elements(_ bytes: [UInt8], named name: String) throws(ReadError) -> [MtlxElement] {
        do throws(ReadError) { return try MtlxXMLReader.read(bytes) } catch {
            throw TextPlaces.located(error, in: .bytes(bytes, name: name))
        }
    }

    /// Adds the elements of included files, in place of the elements that name them.
    private mutating func include(_ elements: inout [MtlxElement], from location: Location) throws(ReadError) {
        var seen: Set<Location> = [location]
        var top: [Int] = []
        // The children of roots that are left, with the place of their file; the next one is last.
        var open = (elements.first?.children ?? []).reversed().map { (element: $0, file: location) }
        while let (index, file) = open.popLast() {
            guard elements[index].category.hasSuffix("include"), let name = elements[index]["href"] else {
                top.append(index)
                continue
            }
            guard let included = try included(name, beside: file, &seen) else { continue }
            let base = elements.count
            for var element in included.elements {
                if element.parent >= 0 { element.parent += base }
                element.children = element.children.map { $0 + base }
                elements.append(element)
            }
            elements[base].folder = Self.folder(of: included.place, from: location)
            open += elements[base].children.reversed().map { ($0, included.place) }
        }
        if !elements.isEmpty { elements[0].children = top }
    }

    /// The elements of an included file; nil: it can't be read, which is reported, or was included before.
    private mutating func included(
        _ name: String, beside file: Location, _ seen: inout Set<Location>
    ) throws(ReadError) -> (elements: [MtlxElement], place: Location)? {
        guard let (place, found) = find(name, beside: file, as: .materialX) else {
            note("usd.layer-missing", "'\(name)' is not found", .error)
            return nil
        }
        guard seen.insert(place).inserted else { return nil }
        guard seen.count <= options.limits.sideFileCount else {
            throw ReadError(
                beyond: .sideFiles, .whole,
                "expected at most \(options.limits.sideFileCount) included files, found more")
        }
        do throws(ReadError) {
            guard let bytes = try contents(found) else {
                if case .missing(let reason) = found { note("usd.layer-missing", reason, .error) }
                return nil
            }
            let elements = try Self.elements(bytes.copy, named: name)
            guard elements.first?.category == "materialx" else {
                note("usd.layer-unreadable", "'\(name)' is not a MaterialX document")
                return nil
            }
            if case .file(let path, _, _) = found { filePaths.append(path) }
            return (elements, place)
        } catch {
            if error.code == .cancelled || error.code == .memoryLimit || error.code == .timeLimit { throw error }
            note("usd.layer-unreadable", "'\(name)' can't be read: \(error.description)")
            return nil
        }
    }

    /// Looks for a file that another file names, which need not be a layer.
    private func find(
        _ name: String, beside own: Location, as kind: SideFileKind
    ) -> (place: Location, found: Found)? {
        guard own.package >= 0 else {
            return (
                fileLocation(name, from: own),
                Found(files.findExactly(name, from: own.path.pathFolder, as: kind), files)
            )
        }
        guard let path = USDAssetPath.normalized(own.path.pathFolder + name) else { return nil }
        let (package, title) = packages[own.package]
        guard let entry = package.reader[path] else {
            return (Location(package: own.package, path: path), .missing("'\(path)' is not in \(title)"))
        }
        return (Location(package: own.package, path: path), .entry(entry, package))
    }

    /// The folder of a file from that of another one below which it lies; empty otherwise.
    private static func folder(of file: Location, from other: Location) -> String {
        let (own, base) = (file.path.pathFolder, other.path.pathFolder)
        return own.hasPrefix(base) ? String(own.dropFirst(base.count)) : ""
    }
}
