extension PageScript {
    /// What materials, joints and copies mean for a picture.
    static let looks = #"""
        /// Where joints take a vertex.
        function skinned({ sets }, joints, at, point) {
            const sum = [0, 0, 0];
            for (const [numbers, weights] of sets) {
                for (let entry = at * 4; entry < at * 4 + 4; entry++) {
                    if (!weights[entry]) continue;
                    const moved = applied(joints.subarray(numbers[entry] * 16, numbers[entry] * 16 + 16), point);
                    for (let axis = 0; axis < 3; axis++) sum[axis] += weights[entry] * moved[axis];
                }
            }
            return sum;
        }

        /// The world matrices of the copies of a mesh.
        function placesOf(copies, world) {
            const row = (name, width, at, without) => {
                const values = copies.sources.find(source => source.name === name)?.values;
                return values ? Array.from(values.subarray(at * width, (at + 1) * width)) : without;
            };
            return Array.from({ length: copies.count }, (_, at) => multiply(world, composed(
                row("movedBy", 3, at, [0, 0, 0]), row("turnedBy", 4, at, [0, 0, 0, 1]), row("scaledBy", 3, at, [1, 1, 1]))));
        }

        /// What of a material the view shows.
        function lookOf(material) {
            const { baseColorFactor, baseColorTexture, metallicFactor, roughnessFactor } = material.pbrMetallicRoughness || {};
            const strength = material.extensions?.KHR_materials_emissive_strength?.emissiveStrength ?? 1;
            const transform = (baseColorTexture || material.emissiveTexture)?.extensions?.KHR_texture_transform || {};
            const [x, y] = transform.offset || [0, 0], [sx, sy] = transform.scale || [1, 1], angle = transform.rotation || 0;
            const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
            return {
                base: baseColorFactor || [1, 1, 1, 1], image: baseColorTexture?.index,
                glow: (material.emissiveFactor || [0, 0, 0]).map(value => value * strength),
                glowImage: material.emissiveTexture?.index,
                metal: metallicFactor ?? 1, rough: roughnessFactor ?? 1,
                // Opaque: 0; mask: its cutoff; blend: less than 0.
                cutoff: { MASK: material.alphaCutoff ?? 0.5, BLEND: -1 }[material.alphaMode] ?? 0,
                isClear: material.alphaMode === "BLEND", isUnlit: material.extensions?.KHR_materials_unlit !== undefined,
                isDoubleSided: material.doubleSided === true,
                map: [cosine * sx, -sine * sx, 0, sine * sy, cosine * sy, 0, x, y, 1],
            };
        }
        """#
}
