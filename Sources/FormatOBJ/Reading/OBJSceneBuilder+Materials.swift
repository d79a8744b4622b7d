import MeshBytes
import MeshFormats
import MeshModel

// Libraries, materials and textures.

extension OBJSceneBuilder {
    /// Reads the libraries that the file names, and finds the material of each `usemtl` name.
    mutating func readMaterials(_ join: borrowing OBJFileStatements) throws(ReadError) -> OBJDocument {
        var native = OBJDocument(input: input)
        var shelf = Shelf(files: SideFiles(beside: input.name, options))
        for (range, text) in zip(join.libraries, join.libraryTexts) {
            let names = try findLibraries(text, at: range.lowerBound, &shelf, &native)
            native.mtllibStatements.append(OBJLibraryStatement(arguments: range, names: names))
        }
        var count = 0
        for (name, offset) in zip(join.materials.list, join.materials.offsets) {
            if name.isEmpty {
                materialIndices.append(-1)
            } else if let index = shelf.material(name) {
                materialIndices.append(Int32(truncatingIfNeeded: index))
            } else {
                diagnostics.add(
                    "obj.material-missing", .error, at: .byte(offset), "no material file defines the material '\(name)'"
                )
                shelf.add(name, material: scene.materials.count)
                materialIndices.append(Int32(truncatingIfNeeded: scene.materials.count))
                scene.materials.append(SceneMaterial(name: name))
                count += 1
            }
        }
        for (name, reason) in shelf.missing {
            let effect = count > 0 ? ": colours and textures of these materials are missing" : ""
            residue.append(
                Residue(
                    missing: name, count, count > 0 ? "materials" : "files", "\(reason)\(effect)", isShape: false))
        }
        return native
    }

    /// Libraries, materials and images found so far.
    struct Shelf {
        var files: SideFiles
        /// The index of each library by its name.
        var libraries: [ExactText: Int?] = [:]
        /// Texts of several words that were tried as one file name.
        var guesses: Set<String> = []
        private var materials: [ExactText: Int] = [:]
        /// The first material of each name as Swift compares it: files from other systems may spell an accent otherwise.
        private var alike: [String: Int] = [:]
        /// The texture and the file of each image, by its name as written and its library's folder.
        var images: [ExactText: (texture: Int, path: String?)] = [:]
        var fileCount = 0
        /// Libraries that are not there, in file order, with the reason.
        var missing: [(name: String, reason: Wording)] = []

        init(files: SideFiles) { self.files = files }

        /// Whether a material of this very name is defined.
        func defines(_ name: String) -> Bool { materials[ExactText(name)] != nil }

        /// The material of a name, or one whose name looks the same.
        func material(_ name: String) -> Int? { materials[ExactText(name)] ?? alike[name] }

        mutating func add(_ name: String, material: Int) {
            materials[ExactText(name)] = material
            if alike[name] == nil { alike[name] = material }
        }
    }

    // MARK: Libraries

    /// The libraries of one statement: the whole text is one name if such a file exists, else each word is a name.
    private mutating func findLibraries(
        _ text: String, at offset: Int, _ shelf: inout Shelf, _ native: inout OBJDocument
    ) throws(ReadError) -> [OBJLibraryName] {
        let words = Self.words(text)
        if words.count > 1, shelf.guesses.insert(text).inserted || shelf.libraries[ExactText(text)] != nil,
            let index = try openLibrary(text, at: offset, isGuess: true, &shelf, &native)
        {
            return [OBJLibraryName(name: text, library: index)]
        }
        var names: [OBJLibraryName] = []
        for word in words {
            let index = try openLibrary(word, at: offset, isGuess: false, &shelf, &native)
            names.append(OBJLibraryName(name: word, library: index))
        }
        return names
    }

    /// Splits a text at blanks; a backslash before a blank makes it part of the word.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped, scalar != " " { word.append("\\") }
            if scalar == "\\" {
                isEscaped = true
                continue
            }
            if scalar == " " || scalar == "\t", !isEscaped {
                if !word.isEmpty { words.append(String(word)) }
                word = String.UnicodeScalarView()
            } else {
                word.append(scalar)
            }
            isEscaped = false
        }
        if isEscaped { word.append("\\") }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    private mutating func openLibrary(
        _ name: String, at offset: Int, isGuess: Bool, _ shelf: inout Shelf, _ native: inout OBJDocument
    ) throws(ReadError) -> Int? {
        if let known = shelf.libraries[ExactText(name)] { return known }
        try count(&shelf, name)
        let library: Input
        var subfolder = ""
        func leaveOut(_ code: String, _ reason: Wording) {
            shelf.libraries[ExactText(name)] = .some(nil)
            shelf.missing.append((name, reason))
            diagnostics.add(code, .error, at: .byte(offset), "the material file \(reason)")
        }
        let found = shelf.files.find(name, as: .materials)
        switch found {
        case .bytes(let bytes): library = .bytes(bytes, name: name)
        case .path(let path, let remark):
            if isGuess, remark != nil { return nil }
            do throws(SystemError) { library = try shelf.files.open(path) } catch {
                if !isGuess { leaveOut("obj.library-missing", "'\(name)' can't be read: \(error.message)") }
                return nil
            }
            if let remark {
                diagnostics.add("obj.library-found", .note, at: .byte(offset), "the material file \(remark)")
            }
            subfolder = shelf.files.subfolder(of: path)
        case .missing(let reason), .outside(let reason):
            if !isGuess {
                leaveOut(found == .outside(reason) ? "obj.reference-outside" : "obj.library-missing", reason)
            }
            return nil
        }
        let index = native.libraries.count
        shelf.libraries[ExactText(name)] = index
        let references = try readLibrary(name, library, subfolder, &shelf)
        native.libraries.append(OBJMaterialLibrary(name: name, input: library, imageReferences: references))
        return index
    }

    private mutating func readLibrary(
        _ name: String, _ library: Input, _ subfolder: String, _ shelf: inout Shelf
    ) throws(ReadError) -> [OBJImageReference] {
        guard library.byteCount <= options.limits.sideFileByteCount else {
            throw ReadError(
                beyond: .sideFileSize, .sideFile(name, .whole),
                "expected at most \(options.limits.sideFileByteCount) bytes, found \(library.byteCount)")
        }
        let statements: MTLStatements
        do throws(ReadError) {
            statements = try MTLReader.read(
                try OBJText.bytes(of: library, 0..<library.byteCount), limits: options.limits)
        } catch {
            var error = TextPlaces.located(error, in: library)
            error.location = .sideFile(name, error.location)
            throw error
        }
        var found = OBJDiagnostics()
        found.list = statements.diagnostics
        for entry in statements.unknown.entries {
            residue.append(Residue(path: entry.keyword, kind: "unknown statement", count: entry.count))
            found.add(
                "mtl.unknown-statement", .note, count: entry.count, at: .byte(entry.offset),
                "statement '\(entry.keyword.dropFirst(4))' is not converted")
        }
        var references: [OBJImageReference] = []
        var repeated = 0
        for entry in statements.entries {
            if shelf.defines(entry.name) {
                repeated += 1
                if repeated == 1 {
                    found.add(
                        "mtl.repeated-material", .note, at: .byte(entry.offset),
                        "the material '\(entry.name)' is defined twice; the first one is used")
                }
                continue
            }
            var material = SceneMaterial(name: entry.name, parameters: entry.parameters)
            for map in entry.maps {
                let reference = try findImage(map, name, subfolder, &shelf, &found)
                references.append(reference.reference)
                material.textures.append(TextureSlot(map.slot, texture: reference.texture, options: map.options))
            }
            shelf.add(entry.name, material: scene.materials.count)
            scene.materials.append(material)
        }
        for diagnostic in TextPlaces.located(found.list, in: library) {
            var diagnostic = diagnostic
            diagnostic.location = .sideFile(name, diagnostic.location)
            diagnostics.list.append(diagnostic)
        }
        return references
    }

    /// Counts each name that is looked up, found or not, because each look-up takes time.
    private func count(_ shelf: inout Shelf, _ name: String) throws(ReadError) {
        shelf.fileCount += 1
        guard shelf.fileCount <= options.limits.sideFileCount else {
            throw ReadError(
                beyond: .sideFiles, .sideFile(name, .whole),
                "expected at most \(options.limits.sideFileCount) files next to the input, found more")
        }
    }

    // MARK: Images

    private mutating func findImage(
        _ map: MTLStatements.Map, _ library: String, _ subfolder: String, _ shelf: inout Shelf,
        _ found: inout OBJDiagnostics
    ) throws(ReadError) -> (texture: Int, reference: OBJImageReference) {
        var outside: Wording?
        if let name = map.names.first, shelf.images[ExactText("\(subfolder)\n\(name.text)")] == nil {
            try count(&shelf, library)
        }
        for candidate in map.names {
            let key = "\(subfolder)\n\(candidate.text)"
            if let known = shelf.images[ExactText(key)] { return reference(candidate, known) }
            var image = SceneImage(uri: candidate.text)
            switch shelf.files.find(candidate.text, from: subfolder, as: .image) {
            case .bytes(let bytes): image.bytes = bytes
            case .path(let path, let remark):
                image.setFile(path, in: shelf.files)
                if let remark {
                    found.add(
                        "texture.found", .note, at: .byte(candidate.range.lowerBound), "the texture \(remark)")
                }
            case .outside(let reason):
                outside = outside ?? reason
                continue
            case .missing: continue
            }
            return add(image, candidate, key, &shelf)
        }
        // A shorter candidate would be a guess, so the whole text is the name.
        let whole = map.names[0]
        found.add(
            outside == nil ? "texture.missing" : "obj.reference-outside", .error, at: .byte(whole.range.lowerBound),
            "the texture \(outside ?? "'\(whole.text)' is not found")")
        return add(SceneImage(uri: whole.text), whole, "\(subfolder)\n\(whole.text)", &shelf)
    }

    private mutating func add(
        _ image: SceneImage, _ name: MTLStatements.Name, _ key: String, _ shelf: inout Shelf
    ) -> (texture: Int, reference: OBJImageReference) {
        let texture = scene.textures.count
        scene.textures.append(Texture(image: scene.images.count))
        scene.images.append(image)
        shelf.images[ExactText(key)] = (texture, image.path)
        return reference(name, (texture, image.path))
    }

    private func reference(
        _ name: MTLStatements.Name, _ found: (texture: Int, path: String?)
    ) -> (texture: Int, reference: OBJImageReference) {
        let image = scene.textures[found.texture].image
        return (
            found.texture, OBJImageReference(range: name.range, uri: name.text, image: image, path: found.path)
        )
    }
}
