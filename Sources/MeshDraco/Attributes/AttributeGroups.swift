/// All attributes of a mesh, in the groups of the bitstream, which are decoded one after the other.
struct AttributeGroups {
    private(set) var groups: [AttributeGroup] = []

    init(_ reader: inout ByteReader, isEdgebreaker: Bool, isTree: Bool = false) throws(DracoError) {
        let count = try reader.byte("number of groups of attributes")
        for _ in 0..<count {
            groups.append(isEdgebreaker ? try AttributeGroup(edgebreaker: &reader) : AttributeGroup())
        }
        if isEdgebreaker, Set(groups.map(\.seamIndex)).count < groups.count {
            throw reader.invalid("one group of attributes for each set of seams", found: "two")
        }
        for index in groups.indices {
            try groups[index].readAttributes(withCodings: !isTree, &reader)
        }
    }

    /// Decodes all values. `layout` returns the layout of a group's values.
    func decode(
        _ reader: inout ByteReader,
        layout: (AttributeGroup, inout ByteReader) throws(DracoError) -> ValueLayout
    ) throws(DracoError) -> [DracoAttribute] {
        var attributes: [DracoAttribute] = []
        // Predictions use the first positions of all groups.
        var positions: PositionValues?
        var hasPositions = false
        for group in groups {
            let layout = try layout(group, &reader)
            var decoders = group.attributes.map { AttributeDecoder($0) }
            for index in decoders.indices {
                try decoders[index].readValues(layout, positions, &reader)
                if group.attributes[index].kind == .position, !hasPositions {
                    hasPositions = true
                    positions = try decoders[index].positions(layout, &reader)
                }
            }
            for index in decoders.indices {
                try decoders[index].readTransformBehind(&reader)
            }
            for index in decoders.indices {
                attributes.append(try decoders[index].finish(layout, &reader))
            }
        }
        return attributes
    }
}
