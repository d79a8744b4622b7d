import MeshFormats
import MeshModel

// Value clips: layers that give samples to a prim and to all below it.

extension USDComposer {
    /// The layer and path where clips are named, and its times.
    private struct Anchor {
        var stack: Int
        var layer: Int
        var path: Int
        var offset: USDOffset
        var order = 0
    }

    private struct Definition {
        var anchor: Anchor?
        var info: [USDEntry] = []
        var sources: [(layer: Int, spec: Int)] = []
    }

    /// Gives a prim the clips that it names itself and those of its ancestors.
    func addClips(_ prim: inout USDPrim, _ tree: USDSiteTree, above: [USDClipPlace]) throws(ReadError) {
        var sets = prim.namesClips ? try definedClips(tree) : []
        for place in above where !sets.contains(place.set) { sets.append(place.set) }
        guard !sets.isEmpty else { return }
        var position = 0
        for index in tree.strengthOrder() where !tree.nodes[index].isInert {
            let node = tree.nodes[index]
            var specs = (node.hasSpecs ? specs(node.path, in: node.stack) : [])[...]
            let sets = sets.filter {
                clipSets[$0].stack == node.stack && paths.has(node.path, prefix: clipSets[$0].path)
            }
            guard !sets.isEmpty else {
                position += specs.count
                continue
            }
            for member in stacks[node.stack].members {
                if specs.first?.layer == member.layer {
                    specs.removeFirst()
                    position += 1
                }
                for set in sets where clipSets[set].layer == member.layer {
                    prim.clips.append(
                        USDClipPlace(
                            set: set, position: position, names: names(node.path, below: clipSets[set].path)))
                }
            }
        }
    }

    private func names(_ path: Int, below above: Int) -> [String] {
        var names: [String] = []
        var current = path
        while current != above, current > 0 {
            if !paths.isVariant(current) { names.append(paths.name(of: current)) }
            current = paths.parent(of: current)
        }
        return names.reversed()
    }

    // MARK: Definitions

    /// The clips that the opinions on a prim define.
    private func definedClips(_ tree: USDSiteTree) throws(ReadError) -> [Int] {
        var all: [String: Definition] = [:]
        for index in tree.strengthOrder() where tree.nodes[index].contributes {
            for (name, own) in definitions(tree.nodes[index]) {
                var joined = all[name] ?? Definition()
                joined.anchor = joined.anchor ?? own.anchor
                joined.info = USDEntry.joined(joined.info, over: own.info)
                joined.sources += own.sources
                all[name] = joined
            }
        }
        let place = paths.text(tree.nodes[0].path)
        var made: [(set: Int, order: Int)] = []
        for (name, definition) in all.inKeyOrder {
            // Without names of files, the clips are nowhere.
            guard let anchor = definition.anchor else { continue }
            let result = try clipSet(definition.info, anchor, "'\(name)' of \(place)")
            for source in definition.sources {
                consume(source.layer, source.spec, "clips", result == nil ? .diagnostic : .scene)
            }
            guard let result else { continue }
            clipSets.append(result)
            made.append((clipSets.count - 1, anchor.order))
        }
        return made.inOrder { $0.order < $1.order }.map(\.set)
    }

    /// The clips that the layers of a site name.
    private func definitions(_ node: USDSiteTree.Node) -> [String: Definition] {
        var found: [String: Definition] = [:]
        var added = USDItemList<Void>()
        for (layer, spec, offset) in specs(node.path, in: node.stack).reversed() {
            let source = layers.layers[layer].layer.specs[spec]
            let whole = mappings[node.toRoot].offset.after(offset)
            if case .dictionary(let entries)? = source["clips"] {
                consume(layer, spec, "clips")
                var edit = USDListEdit(item: .string)
                for entry in entries.sorted(by: { $0.name < $1.name }) {
                    guard case .dictionary(let info) = entry.value, !entry.name.isEmpty else { continue }
                    edit.added.append(.text(entry.name))
                    var own = found[entry.name] ?? Definition()
                    if info.contains(where: \.namesClipFiles) {
                        own.anchor = Anchor(stack: node.stack, layer: layer, path: node.path, offset: whole)
                    }
                    own.info = USDEntry.joined(info.map { $0.withClipTimes(movedBy: whole) }, over: own.info)
                    own.sources.append((layer, spec))
                    found[entry.name] = own
                }
                added.apply(edit) { ($0.key, $0, ()) }
            }
            if case .list(let edit)? = source["clipSets"] {
                consume(layer, spec, "clipSets")
                added.apply(edit) { ($0.key, $0, ()) }
            }
        }
        let order = added.items.map(\.key)
        for name in Array(found.keys) {
            guard let place = order.firstIndex(of: name) else {
                found[name] = nil
                continue
            }
            found[name]?.anchor?.order = place
        }
        return found
    }

    /// The clips of a definition, or nil if it is incomplete or wrong, which is reported.
    private func clipSet(
        _ info: [USDEntry], _ anchor: Anchor, _ title: String
    ) throws(ReadError) -> USDClipSet? {
        func value(_ name: String) -> USDValue? { info.first { $0.name == name }?.value }
        func refuse(_ why: Wording) -> USDClipSet? {
            note("usd.clips", "the value clips \(title) are left out: \(why)")
            return nil
        }
        let list: USDClipList
        do throws(USDClipList.Defect) { list = try USDClipList(info, anchor.offset, room: &clipRoom) } catch {
            return refuse(error.reason)
        }
        guard case .text(.string, let text)? = value("primPath"), let path = USDPathText(text), path.isAbsolute,
            path.isPrim, !path.hasVariants
        else { return refuse("expected the absolute path of a prim in 'primPath'") }
        var (numbers, assets): ([Int], [String]) = ([], list.assets)
        if list.isTemplate {
            // Files that a template names may be missing: only those that are there are clips.
            for (index, asset) in list.assets.enumerated() {
                if layers.isThere(asset, from: anchor.layer) { numbers.append(index) }
            }
            guard !numbers.isEmpty else { return refuse("none of the \(assets.count) files of the template is there") }
        } else {
            numbers = Array(assets.indices)
        }
        var places: [Int: Int] = [:]
        for (place, number) in numbers.enumerated() { places[number] = place }
        assets = numbers.map { list.assets[$0] }
        var read: [Int?] = []
        for asset in assets {
            let path = layers.evaluated(asset, in: anchor.layer, stacks[anchor.stack].variables)
            read.append(try path.flatMap { (path) throws(ReadError) in try layers.layer(path, from: anchor.layer) })
        }
        // A list without files or times hides the clips of weaker layers.
        let active = list.active.compactMap { entry in places[entry.clip].map { (time: entry.time, clip: $0) } }
            .sorted { $0.time < $1.time }
        guard !active.isEmpty else { return nil }
        let pairs = list.isTemplate ? list.times.filter { $0.file.map { places[$0] != nil } ?? true } : list.times
        guard let times = USDClipTimes(pairs.map { ($0.stage, $0.clip) }, offset: anchor.offset) else {
            return refuse("'times' has a time that is no number, or three entries of one stage time")
        }
        let clips = active.indices.map { index in
            USDClipSet.Clip(
                layer: read[active[index].clip], authoredStart: active[index].time,
                start: index == 0 ? -.infinity : active[index].time,
                end: index + 1 < active.count ? active[index + 1].time : .infinity)
        }
        var set = USDClipSet(
            clips: clips, times: times, prim: path.prims.map { String($0) }, stack: anchor.stack, layer: anchor.layer,
            path: anchor.path)
        if case .integer(.bool, let flag)? = value("interpolateMissingClipValues") {
            set.interpolatesMissing = flag != 0
        }
        if case .text(.asset, let manifest)? = value("manifestAssetPath"), !manifest.isEmpty {
            set.manifest = try layers.layer(manifest, from: anchor.layer)
            set.hasManifest = set.manifest != nil
        }
        guard repetitions(of: set) <= Self.mostClipSamples else {
            return refuse("their times go back and forth over more than \(Self.mostClipSamples) samples")
        }
        return set
    }

    /// More samples than that come only of times that go back and forth.
    private static let mostClipSamples = 1 << 22

    /// At most how many samples an attribute gets by times that go back and forth; 0 where they don't.
    private func repetitions(of set: USDClipSet) -> Int {
        guard !set.times.isAscending else { return 0 }
        var most = 0
        for layer in Set(set.clips.compactMap(\.layer)) {
            for spec in layers.layers[layer].layer.specs {
                if case .samples(let samples)? = spec["timeSamples"] { most = max(most, samples.count) }
            }
        }
        let (total, overflow) = most.multipliedReportingOverflow(by: set.times.pieceCount)
        return overflow ? .max : total
    }
}

extension USDEntry {
    fileprivate var namesClipFiles: Bool {
        switch (name, value) {
        case ("assetPaths", .texts(.asset, _)), ("templateAssetPath", .text(.string, _)): true
        default: false
        }
    }

    /// The entry with the stage times of `active` and `times` moved.
    fileprivate func withClipTimes(movedBy offset: USDOffset) -> USDEntry {
        guard name == "active" || name == "times", offset != USDOffset(), case .array(let array) = value,
            array.type == .double2
        else { return self }
        var numbers = array.values.doubles()
        for index in stride(from: 0, to: numbers.count, by: 2) { numbers[index] = offset.time(numbers[index]) }
        let moved = USDArray(type: .double2, values: Column(ContiguousArray(numbers), components: 2))
        return USDEntry(name: name, value: .array(moved))
    }
}
