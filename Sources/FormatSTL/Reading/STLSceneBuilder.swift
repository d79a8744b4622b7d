import MeshFormats
import MeshModel

/// Builds a scene of solids: a node, a mesh and a vertex set for each.
struct STLSceneBuilder {
    var scene = MeshScene()
    var residue: [Residue] = []
    var diagnostics: [Diagnostic] = []
    var census: [CensusEntry] = []
    /// Whether facets have colours by VisCAM's convention.
    private(set) var hasMarkedColors = false

    /// Creates a builder of one scene without nodes.
    init() {
        scene.scenes = [SceneRoot(roots: [])]
        scene.defaultScene = 0
    }

    /// Adds a solid of `count` facets. A solid without facets is a node without a mesh.
    ///
    /// - Parameter positions: three rows per facet.
    mutating func add(solid name: String?, count: Int, positions: Column, attributes: [Attribute]) {
        var name = name
        if scene.nodes.isEmpty, let (own, frame) = name.map(STLFrame.split), let frame {
            name = own
            set(frame)
        }
        var node = Node(name: name)
        if count > 0 {
            node.mesh = scene.meshes.count
            scene.meshes.append(
                Mesh(primitives: [
                    Primitive(
                        topology: .polygons, vertexSet: scene.vertexSets.count, elementCount: count,
                        arity: .uniform(3), vertices: nil, elementAttributes: attributes)
                ]))
            scene.vertexSets.append(
                VertexSet(count: 3 * count, attributes: [Attribute(.position, positions)]))
        }
        scene.scenes[0].roots.append(scene.nodes.count)
        scene.nodes.append(node)
    }

    private mutating func set(_ frame: SceneFrame) {
        scene.upAxis = frame.upAxis
        scene.metersPerUnit = frame.metersPerUnit
    }

    // MARK: Binary

    /// Adds the content of a header.
    mutating func add(_ header: STLHeader) {
        for line in header.lines { scene.metadata.append(MetadataEntry(key: "comment", value: line)) }
        if let frame = header.frame { set(frame) }
        let lines = header.lines.count + (header.frame == nil ? 0 : 1)
        census.append(CensusEntry(kind: "header line", count: lines, inScene: lines))
        if header.hasMaterial {
            residue.append(Residue(path: "header/MATERIAL", kind: "material", count: 1, shownAs: .material))
        }
        census.append(
            CensusEntry(
                kind: "header material", count: header.hasMaterial ? 1 : 0, inResidue: header.hasMaterial ? 1 : 0))
        if header.strayBytes > 0 {
            residue.append(Residue(path: "header/bytes", kind: "bytes behind the text", count: header.strayBytes))
        }
        census.append(
            CensusEntry(kind: "header byte", count: header.strayBytes, inResidue: header.strayBytes))
    }

    /// Adds the only solid of a binary file.
    mutating func add(_ facets: STLBinaryFacets, _ header: STLHeader) {
        var attributes: [Attribute] = []
        if let normals = facets.normals { attributes.append(Attribute(.normal, normals)) }
        if let color = color(of: facets, header) {
            attributes.append(color)
        } else if facets.tally.nonzeroWords > 0, let words = facets.words {
            attributes.append(Attribute(.attributeWord, words))
        }
        add(solid: nil, count: facets.count, positions: facets.positions, attributes: attributes)
        let tally = facets.tally
        addNormals(
            tally.brokenNormals,
            at: .byte(STLDocument.firstFacet + (tally.firstBrokenNormal ?? 0) * STLDocument.facetByteCount))
        census += [
            CensusEntry(kind: "solid", count: 1, inScene: 1),
            CensusEntry(kind: "facet", count: facets.count, inScene: facets.count),
            CensusEntry(
                kind: "normal", count: facets.count, inScene: facets.count - tally.brokenNormals,
                inDiagnostics: tally.brokenNormals),
            CensusEntry(kind: "zero normal", count: tally.zeroNormals, inScene: tally.zeroNormals),
            CensusEntry(kind: "attribute word", count: tally.nonzeroWords, inScene: tally.nonzeroWords),
        ]
    }

    /// Reports the normals that are NaN or infinite.
    mutating func addNormals(_ count: Int, at location: InputLocation) {
        guard count > 0 else { return }
        diagnostics.append(
            Diagnostic(
                "stl.normal-not-finite", .note, count: count, at: location,
                "normals that are not numbers are left out: the order of corners gives the direction"))
    }

    // MARK: Colours

    /// The colours of facets, in the convention that the file uses; nil: its words are not colours.
    private mutating func color(of facets: STLBinaryFacets, _ header: STLHeader) -> Attribute? {
        guard facets.count > 0 else {
            keepColor(header, isUsed: false)
            return nil
        }
        guard let object = header.color else {
            guard STLColors.areColors(nonzero: facets.tally.nonzeroWords, marked: facets.tally.markedWords) else {
                return nil
            }
            hasMarkedColors = true
            let bare = facets.count - facets.tally.markedWords
            if bare > 0 {
                diagnostics.append(
                    Diagnostic(
                        "stl.color-missing", .note, count: bare, at: .byte(STLDocument.firstFacet),
                        "facets without a colour, where others have one, are read as white"))
            }
            return colors(facets, .visCAM, others: STLColors.white).attribute
        }
        // If there is an object's colour and all words are 0, these don't mean black.
        if facets.tally.nonzeroWords == 0 {
            diagnostics.append(
                Diagnostic(
                    "stl.color-of-object", .note, count: facets.count, at: .byte(STLDocument.firstFacet),
                    "no facet has a colour: all get the object's"))
        }
        let others = SIMD3(object[0], object[1], object[2])
        let colors = colors(
            facets, facets.tally.nonzeroWords == 0 ? .visCAM : .magics, others: others)
        keepColor(header, isUsed: colors.hasOthers)
        return colors.attribute
    }

    /// Keeps an object's colour in the residue, unless facets use it and it is opaque.
    private mutating func keepColor(_ header: STLHeader, isUsed: Bool) {
        guard let color = header.color else { return }
        let isKept = !isUsed || color[3] != 255
        if isKept {
            residue.append(
                Residue(path: "header/COLOR", kind: "colour of the object", count: 1, shownAs: .objectColor))
        }
        census.append(
            CensusEntry(kind: "header colour", count: 1, inScene: isKept ? 0 : 1, inResidue: isKept ? 1 : 0))
    }

    private func colors(
        _ facets: STLBinaryFacets, _ convention: STLColors.Convention, others: SIMD3<UInt8>
    ) -> (attribute: Attribute, hasOthers: Bool) {
        var values = ContiguousArray<UInt8>()
        values.reserveCapacity(facets.count * 3)
        var hasOthers = false
        let stored = facets.words ?? .empty(.uint16)
        for (_, words) in stored.blocks(of: Int32.self) {
            for word in words {
                let own = STLColors.color(UInt16(truncatingIfNeeded: word), convention)
                if own == nil { hasOthers = true }
                let color = own ?? others
                values.append(color.x)
                values.append(color.y)
                values.append(color.z)
            }
        }
        return (
            Attribute(.color(0), Column(values, components: 3), normalized: true, frame: .srgb), hasOthers
        )
    }
}
