/// Turns corrections into values by predicting each value from those before it.
struct Correction {
    let prediction: Prediction
    let transform: PredictionTransform
    let componentCount: Int

    /// Reads the data of the prediction, and replaces corrections with values.
    func apply(
        to values: inout [Int32], _ layout: ValueLayout, _ positions: PositionValues?, _ reader: inout ByteReader
    ) throws(DracoError) {
        guard let surface = layout.surface, prediction != .difference else {
            try applyDifferences(to: &values, &reader)
            return
        }
        let parallelograms = ParallelogramPrediction(surface, componentCount: componentCount)
        switch prediction {
        case .difference: break
        case .parallelogram:
            parallelograms.restore(&values, try WrapTransform(&reader))
        case .multiParallelogram:
            parallelograms.restoreByAll(&values, try WrapTransform(&reader))
        case .constrainedMultiParallelogram:
            let creases = try ParallelogramPrediction.creases(surface.table.vertices.count, &reader)
            try parallelograms.restore(&values, try WrapTransform(&reader), creases: creases, reader)
        case .texCoordsPortable, .texCoordsDeprecated:
            guard componentCount == 2 else {
                throw reader.invalid("texture coordinates of 2 components", found: "\(componentCount)")
            }
            let isDeprecated = prediction == .texCoordsDeprecated
            try refuseOldFloats(isDeprecated: isDeprecated, reader)
            var texCoords = try TexCoordPrediction(
                surface, layout, try known(positions, reader), isDeprecated: isDeprecated, &reader)
            try texCoords.restore(&values, try WrapTransform(&reader), isDeprecated: isDeprecated, reader)
        case .geometricNormal:
            guard transform != .wrap else {
                throw reader.unsupported("normals with corrections on an octahedron", found: "others")
            }
            try refuseOldFloats(isDeprecated: false, reader)
            var normals = try NormalPrediction(
                surface, layout, try known(positions, reader), isCanonical: transform == .canonicalOctahedron,
                &reader)
            normals.restore(&values)
        }
    }

    /// Throws before version 2.0, where positions were floats: no specification has integer predictions from them.
    private func refuseOldFloats(isDeprecated: Bool, _ reader: ByteReader) throws(DracoError) {
        guard isDeprecated || reader.version >= BitstreamVersion(2, 0) else {
            throw reader.unsupported(
                "version 2.0 or later for prediction \(prediction.rawValue)", found: "an earlier one")
        }
    }

    private func known(_ positions: PositionValues?, _ reader: ByteReader) throws(DracoError) -> PositionValues {
        guard let positions else {
            throw reader.invalid("positions of 3 integers before what they predict", found: "none")
        }
        return positions
    }

    /// Predicts each value from the one before.
    private func applyDifferences(to values: inout [Int32], _ reader: inout ByteReader) throws(DracoError) {
        if transform == .wrap {
            let wrap = try WrapTransform(&reader)
            for index in values.indices {
                values[index] = wrap.value(index < componentCount ? 0 : values[index - componentCount], values[index])
            }
            return
        }
        let octahedron = try OctahedronTransform(isCanonical: transform == .canonicalOctahedron, &reader)
        var last: (s: Int32, t: Int32) = (0, 0)
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            last = octahedron.value(last, (values[index], values[index + 1]))
            values[index] = last.s
            values[index + 1] = last.t
        }
    }
}
