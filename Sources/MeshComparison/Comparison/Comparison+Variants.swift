import MeshModel

// Compares variants of materials: their names, and what each element wears in each of them.

extension Comparison {
    mutating func compareVariants() {
        let from = source.scene.materialVariants
        let to = target.scene.materialVariants
        var images: [Int: Int] = [:]
        for (index, name) in to.enumerated() {
            guard index < links.variants.count, let origin = links.variants[index], from.indices.contains(origin),
                images[origin] == nil
            else {
                add(.generated, ScenePath.variant(index), count: 1)
                continue
            }
            images[origin] = index
            if from[origin] != name { add(.names, ScenePath.variant(origin), count: 1) }
        }
        for index in from.indices where images[index] == nil { add(.presence, ScenePath.variant(index), count: 1) }
        guard !images.isEmpty else { return }
        var wrong = [Int](repeating: 0, count: from.count)
        for topology in Topology.allCases { countWrong(topology, images, &wrong) }
        for (index, count) in wrong.enumerated() {
            add(.value, ScenePath.variant(index), count: count, valueClass: .approximated)
        }
    }

    /// Counts the elements that wear another material than they should.
    ///
    /// Only variants that change a primitive or its source are looked at: in all others it wears its own materials.
    private func countWrong(_ topology: Topology, _ images: [Int: Int], _ wrong: inout [Int]) {
        let (from, to) = (source[topology], target[topology])
        guard
            (from.places.map { source.primitive($0) } + to.places.map { target.primitive($0) })
                .contains(where: { !$0.variantMaterials.isEmpty })
        else { return }
        let mapping = links.elements[topology] ?? .identity
        let arrived = Set(links.materials.compactMap(\.self))
        for place in to.places {
            // The source element of each element, in runs of one primitive.
            var runs: [(place: Int, elements: [(own: Int, origin: Int)])] = []
            for element in place.elements {
                let origin = mapping.source(of: element, count: from.count)
                guard origin >= 0, origin < from.count, let number = from.place(of: origin) else { continue }
                let pair = (element - place.elements.lowerBound, origin - from.places[number].elements.lowerBound)
                if runs.last?.place != number { runs.append((number, [])) }
                runs[runs.count - 1].elements.append(pair)
            }
            let own = target.primitive(place)
            for run in runs {
                let other = source.primitive(from.places[run.place])
                let variants = Set(other.variantMaterials.map(\.variant)).union(
                    own.variantMaterials.compactMap {
                        links.variants.indices.contains($0.variant) ? links.variants[$0.variant] : nil
                    })
                for variant in variants {
                    guard let image = images[variant] else { continue }
                    let had = other.material(inVariant: variant).numbers(count: other.elementCount)
                    let has = own.material(inVariant: image).numbers(count: own.elementCount)
                    wrong[variant] += run.elements.count {
                        !wears(Int(has[$0.own]), Int(had[$0.origin]), arrived)
                    }
                }
            }
        }
    }

    /// Whether a material of the target, or none (−1), is what a material of the source became.
    private func wears(_ now: Int, _ before: Int, _ arrived: Set<Int>) -> Bool {
        if before < 0 { return isBare(now) }
        // What is missing is reported by the material itself.
        guard arrived.contains(before) else { return true }
        return links.materials.indices.contains(now) && links.materials[now] == before
    }
}
