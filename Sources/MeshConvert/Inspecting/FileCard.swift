package import MeshFormats
package import MeshModel

/// The facts that people look for first in a file. Nothing is planned for them, so that they take no longer than reading.
package struct FileCard: Sendable {
    /// The path as given.
    package let path: String
    /// The document.
    package let document: Document
    /// Its format; nil where the pipeline lacks it.
    package let format: FormatDescriptor?
    /// The totals of stored data, counted once.
    package let totals: Info.Totals
    /// The totals of the scene, counted for each instance.
    package let shown: Info.Totals
    /// The bounds of the scene; nil when there are no finite positions.
    package let bounds: Info.Bounds?
    /// The images, in the scene's order.
    package let images: [ImageFacts]
    /// What moves.
    package let motion: Motion
    /// The number of faces with colours that no texture shows.
    package let coloredFaceCount: Int
    /// The most faces whose colours are painted into a texture for Quick Look unless more are asked for.
    package let mostPaintedFaces: Int
    /// The degree of spherical harmonics of Gaussian splats; nil if no vertices are such.
    package let splatDegree: Int?
    /// The plain names of all values of vertices and faces besides positions, each once.
    package let valueNames: [String]

    /// The scene of the document.
    package var scene: MeshScene { document.scene }

    /// Collects the facts.
    package init(_ document: Document, path: String, pipeline: Pipeline) {
        self.path = path
        self.document = document
        format = StandardFormats.format(named: document.format, in: pipeline.formats)?.descriptor
        totals = Info.Totals(storedIn: document.scene)
        let seen = Info.Shown(document.scene.atRest)
        (shown, bounds) = (seen.totals, seen.bounds)
        images = ImageFacts.all(in: document.scene)
        motion = Motion(document)
        coloredFaceCount = document.scene.coloredFaceCount
        let package = pipeline.planner.format(ofVariant: Self.quickLookPackage) as? any WritableFormat
        mostPaintedFaces = package?.needs(of: Self.quickLookPackage, options: WriteOptions()).mostPaintedFaces ?? 0
        splatDegree = Self.splatDegree(of: document.scene)
        valueNames = Self.valueNames(of: document.scene, areSplats: splatDegree != nil)
    }

    /// The usual variant for Quick Look.
    private static let quickLookPackage = "usdz"

    /// The variants that lose nothing, as planning each finds out: it takes several times as long as reading.
    package func variantsKeepingAll(_ pipeline: Pipeline) -> [String] {
        Plan(document, path: path, pipeline: pipeline).targets.filter(\.isLossless).map(\.variant)
    }
}

extension FileCard {
    /// The size along each axis, in scene units; a side of less than a hundred-thousandth of the longest is 0.
    package var extent: SIMD3<Double>? {
        guard let bounds else { return nil }
        let extent = bounds.maximum - bounds.minimum
        return extent.replacing(with: 0, where: extent .< extent.max() * 1e-5)
    }

    /// What a file without a unit is probably measured in.
    package enum UnitGuess: Sendable, Hashable {
        /// Metres: in millimetres it would be tiny.
        case metres
        /// Metres, or millimetres of something small.
        case large
        /// Metres, or millimetres of something small, which are usual for the format.
        case either
        /// Millimetres: in metres it would be huge.
        case millimetres
    }

    /// The guess; nil if the file states its unit, or has no size.
    package var unitGuess: UnitGuess? {
        guard scene.metersPerUnit == nil, let length = extent?.max(), length > 0 else { return nil }
        if format?.convention?.metersPerUnit == 0.001 { return length > 20 ? .millimetres : .either }
        return length > 500 ? .millimetres : length > 20 ? .large : .metres
    }

    private static func splatDegree(of scene: MeshScene) -> Int? {
        let needed = SplatNames.base + SplatNames.scales + SplatNames.rotations
        for set in scene.vertexSets where set.attributes.count >= needed.count {
            let names = Set(set.attributes.map(\.semantic.name))
            guard names.isSuperset(of: needed) else { continue }
            let rest = names.count { $0.hasPrefix("f_rest_") } / 3
            return (0...4).last { SplatNames.restCount($0) <= rest }
        }
        return nil
    }

    private static func valueNames(of scene: MeshScene, areSplats: Bool) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        func add(_ attribute: Attribute, _ place: String = "") {
            let word = attribute.semantic.name
            // USD keeps original numbers under such names.
            let isSplat = SplatNames.isShape(word) || word.hasPrefix("f_") || word.hasPrefix("splat:")
            guard attribute.semantic != .position, !areSplats || !isSplat else { return }
            let name = plain(attribute.semantic) + place
            if known.insert(name).inserted { names.append(name) }
        }
        for mesh in scene.meshes {
            for primitive in mesh.primitives {
                if scene.vertexSets.indices.contains(primitive.vertexSet) {
                    let set = scene.vertexSets[primitive.vertexSet]
                    for attribute in set.attributes { add(attribute) }
                    for use in primitive.cornerAttributes where set.pools.indices.contains(use.pool) {
                        add(set.pools[use.pool])
                    }
                }
                let place = primitive.topology == .polygons ? " per face" : ""
                for attribute in primitive.elementAttributes { add(attribute, place) }
            }
        }
        let first = ["colours", "normals", "texture coordinates"]
        return first.flatMap { word in names.filter { $0.hasPrefix(word) } }
            + names.filter { name in !first.contains { name.hasPrefix($0) } }
    }

    /// Returns the name for people: glTF's own names without the underscore that they begin with.
    private static func plain(_ semantic: AttributeSemantic) -> String {
        let name = semantic.plainName
        if name.hasPrefix("JOINTS_") || name.hasPrefix("WEIGHTS_") { return "weights of bones" }
        if name == "TANGENT" { return "tangents" }
        return name.hasPrefix("_") ? String(name.drop { $0 == "_" }).lowercased() : name
    }

    /// What moves in the file, besides the scene's clips.
    package struct Motion: Sendable, Hashable {
        /// The number of skins.
        package let skins: Int
        /// The number of nodes that are joints of a skin.
        package let joints: Int
        /// The number of morph targets of all meshes.
        package let targets: Int
        /// What only the file's own format can hold, in words.
        package private(set) var unread: [String] = []

        /// Finds it in the scene, and in what that does not hold.
        init(_ document: Document) {
            skins = document.scene.skins.count
            joints = Set(document.scene.skins.flatMap(\.joints)).count
            targets = document.scene.meshes.reduce(0) { $0 + $1.targets.count }
            for fact in document.residue where !fact.isBroken {
                let words: String
                switch fact.shownAs {
                case .animation, .change: words = document.scene.clips.isEmpty ? "its animation" : "some animation"
                case .skeleton: words = "its skeleton"
                case .morphTargets: words = "its morph targets"
                default: continue
                }
                if !unread.contains(words) { unread.append(words) }
            }
        }
    }
}
