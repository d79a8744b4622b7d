public import MeshFormats
import MeshModel

extension GLTFFormat {
    /// Vertices can have rows of up to four numbers, and further sets of colours and texture coordinates.
    public func remedy(for feature: Feature) -> Remedy? {
        let isKept =
            switch feature {
            case .cameras, .lights, .scenes, .frame, .nodes, .alpha, .textureOptions, .material, .variants: true
            case .values(let values): !values.areOfElements && keeps(values)
            // An image stays even if nothing shows it.
            case .image(_, let isFound): isFound
            case .motion: !descriptor.needs.isStill
            case .instances: descriptor.needs.holdsInstances
            case .metadata(let key): key != OriginRecord.key
            default: false
            }
        return isKept ? .ending("glb") : nil
    }

    private func keeps(_ values: Feature.Values) -> Bool {
        switch values.semantic {
        case .smoothingGroup, .normal, .texCoord(0): false
        case .color(0): values.width >= 3
        case let other where other.isColor || other.isTexCoord: true
        default: !values.areLists && values.width <= 4
        }
    }
}
