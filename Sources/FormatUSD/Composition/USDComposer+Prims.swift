import MeshFormats
import MeshModel

extension USDComposer {
    /// Creates a prim from the opinions of its tree.
    func prim(_ name: String, below parent: USDPrim?, _ tree: USDSiteTree) -> USDPrim {
        var prim = USDPrim(name: name, parent: -1)
        var specifier: USDSpecifier?
        var isDecided = false
        var active: Bool?
        for index in tree.strengthOrder() where tree.nodes[index].contributes {
            let node = tree.nodes[index]
            let toRoot = mappings[node.toRoot].offset
            for (layer, spec, offset) in specs(node.path, in: node.stack) {
                prim.opinions.append(
                    USDOpinion(layer: layer, spec: spec, offset: toRoot.after(offset), map: node.toRoot))
                let source = layers.layers[layer].layer.specs[spec]
                guard source.kind != .pseudoRoot else { continue }
                for field in source.fields {
                    switch (field.name, field.value) {
                    case ("typeName", .text(_, let name))
                    where prim.typeName.isEmpty && name != "__AnyType__":
                        prim.typeName = name
                    case ("active", .integer(_, let value)) where active == nil:
                        active = value != 0
                    case ("clips", .dictionary): prim.namesClips = true
                    case ("specifier", .specifier(.def)):
                        if !isDecided { (specifier, isDecided) = (.def, true) }
                    case ("specifier", .specifier(.class)):
                        // A `class` specifier that is inherited gives way to a weaker `def`.
                        if !isDecided {
                            specifier = .class
                            isDecided = !isInherited(index, tree)
                        }
                    default: break
                    }
                }
            }
        }
        guard let parent else {
            (prim.specifier, prim.isDefined) = (.def, true)
            return prim
        }
        prim.specifier = specifier ?? .over
        prim.isActive = active ?? true
        prim.isAbstract = parent.isAbstract || prim.specifier == .class
        prim.isDefined = parent.isDefined && prim.specifier != .over
        prim.isInstance = prim.isActive && isInstance(tree)
        return prim
    }

    /// Whether a node is below an inherit arc of the prim itself.
    private func isInherited(_ index: Int, _ tree: USDSiteTree) -> Bool {
        var current = index
        while current > 0 {
            if tree.nodes[current].arc == .inherit, !tree.nodes[current].isAncestral { return true }
            current = tree.nodes[current].parent
        }
        return false
    }

    /// The names of a prim's children, weaker sites first, reordered by `primOrder`.
    func childNames(_ tree: USDSiteTree) -> [String] {
        var names: [String] = []
        var seen: Set<ExactText> = []
        var gone: Set<ExactText> = []
        for index in tree.strengthOrder().reversed() where !tree.nodes[index].isInert {
            let node = tree.nodes[index]
            relocateNames(node, &names, &seen, &gone)
            guard node.hasSpecs else { continue }
            for (layer, spec, _) in specs(node.path, in: node.stack).reversed() {
                let specs = layers.layers[layer].layer.specs
                for child in specs[spec].children where seen.insert(ExactText(specs[child].name)).inserted {
                    names.append(specs[child].name)
                }
                if case .texts(_, let order)? = specs[spec]["primOrder"] {
                    names = USDItemList<Void>.ordered(names, order) { $0 }
                    consume(layer, spec, "primOrder")
                }
            }
        }
        return gone.isEmpty ? names : names.filter { !gone.contains(ExactText($0)) }
    }

    /// The layers that only value clips name: nothing but their samples counts.
    var clipLayers: Set<Int> {
        var found = Set(clipSets.flatMap { $0.clips.compactMap(\.layer) + [$0.manifest].compactMap(\.self) })
        for stack in stacks { for member in stack.members { found.remove(member.layer) } }
        return found
    }

    /// The number of specs in all layers.
    var specCount: Int { layers.layers.reduce(0) { $0 + $1.layer.specs.count } }

    /// The mappings of opinions, with paths as text.
    func pathMaps() -> [USDPathMap] {
        mappings.map { mapping in
            USDPathMap(
                pairs: mapping.pairs.map {
                    USDPair(first: paths.text($0.source), second: $0.isHole ? "" : paths.text($0.target))
                })
        }
    }

    /// Evaluates the expressions of all asset paths, for those who read their values.
    func evaluateExpressions() {
        for stack in stacks {
            for member in stack.members { layers.evaluateAll(in: member.layer, stack.variables) }
        }
        for layer in clipLayers { layers.evaluateAll(in: layer, stacks[0].variables) }
    }

    /// Reports features that layers use but composition doesn't support.
    func noteLeftOut() {
        for layer in layers.layers.indices {
            for index in layers.layers[layer].places.uncomposed {
                for field in layers.layers[layer].layer.specs[index].fields {
                    switch (field.name, field.value) {
                    case ("relocates", .relocates):
                        consume(layer, index, "relocates", .diagnostic)
                        note("usd.relocates", "relocates of prims have no effect in USD, only those of layers have")
                    case (_, .arrayEdit):
                        note("usd.not-composed", "edits of arrays from weaker layers are not supported")
                    default: break
                    }
                }
            }
        }
    }

    /// Checks that the caller's variant choices exist.
    ///
    /// - Throws: `usage` if no layer has a chosen variant, with all sets and names that exist.
    func checkChoices() throws(ReadError) {
        let missing = choices.filter { !foundChoices.contains($0.key) }.inKeyOrder
        guard !missing.isEmpty else { return }
        var known: Set<USDPair> = []
        for entry in layers.layers {
            for spec in entry.layer.specs where spec.kind == .variant {
                known.insert(USDPair(first: entry.layer.specs[spec.parent].name, second: spec.name))
            }
        }
        for (set, name) in missing {
            guard known.contains(USDPair(first: set, second: name)) else {
                throw VariantChoices.unknown(
                    set: set, name: name, known: known.map { "\($0.first)=\($0.second)" })
            }
            note("usd.variant-missing", "no prim in the scene has the variant '\(name)' of '\(set)'")
        }
    }
}
