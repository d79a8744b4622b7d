import MeshFormats
import MeshModel

// Links attributes of the file to those of the scene, and reports what changes in them.

extension GLTFPlanner {
    /// Reports what a plan changes.
    ///
    /// - Returns: the form that reading back restores.
    mutating func report(
        _ plan: GLTFAttributePlan, _ vertices: GLTFVertices, _ elements: GLTFElements, _ restored: GLTFRestored
    ) -> GLTFOrigin.Form {
        let semantic = plan.source.semantic
        if case .elements(let pool) = plan.owner { return report(plan, pool, vertices, elements, restored) }
        link(plan, plan.path, vertices.path(plan.name), isOfOthers: plan.exchangesNames)
        let change = plan.change(weights: plan.isOfVertices ? nil : vertices.cornerCounts)
        var form = GLTFOrigin.Form(plan)
        form.attribute.isRestored = plan.isRestorable(change)
        // Reading back restores its name. Other readers may find another attribute under this name, such as that of splats.
        if plan.name != semantic.name {
            link(
                plan, plan.path, ScenePath.vertexAttribute(set: vertices.number, semantic),
                isOfRecord: plan.hasSplatBeside || plan.exchangesNames)
        }
        report(
            plan, plan.path, vertices, plan.source.count, plan.isOfVertices ? "vertices" : "values", change, form)
        return form
    }

    /// Reports what a plan changes in element values, for each primitive of the scene.
    private mutating func report(
        _ plan: GLTFAttributePlan, _ pool: GLTFElementPool, _ vertices: GLTFVertices, _ elements: GLTFElements,
        _ restored: GLTFRestored
    ) -> GLTFOrigin.Form {
        let semantic = plan.source.semantic
        let sources = pool.places.map { elements.sources[$0.mesh][$0.index] }
        let changes = sources.map { source in
            var counts = ContiguousArray<Int32>(repeating: 0, count: vertices.count)
            for part in elements.parts(of: source) { for vertex in part.vertices ?? [] { counts[Int(vertex)] += 1 } }
            return plan.change(weights: counts)
        }
        var form = GLTFOrigin.Form(plan)
        // Inexact values are not restored to elements, and stay as they are in the file.
        form.isNamed = changes.allSatisfy { $0.count == 0 }
        form.attribute.isRestored = form.isNamed && changes.allSatisfy(plan.isRestorable)
        for (source, change) in zip(sources, changes) {
            let path = source.place.path(semantic)
            link(plan, path, vertices.path(plan.name))
            report(plan, path, vertices, source.place.primitive.elementCount, "elements", change, form)
            guard form.isNamed else { continue }
            // Reading back restores the elements' values in each primitive of the file.
            form.elements += elements.places(of: source)
            for place in restored.places(of: source.place, elements) {
                link(
                    plan, path, ScenePath.elementAttribute(mesh: place.mesh, primitive: place.primitive, semantic))
            }
        }
        lose(
            .attributeFilled, form.isNamed ? .reencoded : .generated, vertices.path(plan.name), semantic.plainName,
            plan.rows.picks?.missingCount ?? 0, "vertices", "filled in, because glTF needs a value at every vertex")
        return form
    }

    /// - Parameters:
    ///   - isOfRecord: whether only readers that know the origin record find the target.
    ///   - isOfOthers: whether only the others find it.
    private mutating func link(
        _ plan: GLTFAttributePlan, _ path: String, _ target: String, isOfRecord: Bool = false, isOfOthers: Bool = false
    ) {
        let link = Correspondence.AttributeLink(path, target, codec: plan.codec)
        if isOfRecord { linksOfRecord.append(link) } else { links.attributes.append(link) }
        if isOfOthers { linksOfOthers.insert(link) }
    }

    /// Reports changes of name, type, components and values.
    private mutating func report(
        _ plan: GLTFAttributePlan, _ path: String, _ vertices: GLTFVertices, _ count: Int, _ unit: String,
        _ change: ValueChange, _ form: GLTFOrigin.Form
    ) {
        let name = plan.source.semantic.plainName
        if plan.name != plan.source.semantic.name, plan.kind == .custom {
            lose(
                .nameChanged, form.isNamed ? .reencoded : .approximated, path, name, 1, "names", plan.causeOfName)
        }
        if !plan.hasSameForm {
            lose(
                plan.kind == .color ? .colorReencoded : .attributeReencoded,
                form.attribute.isRestored
                    ? .reencoded : plan.rows.type == plan.source.values.type ? .approximated : .narrowed,
                path, name, count, unit, plan.causeOfForm)
        }
        let (width, written) = (plan.source.values.components, plan.rows.components)
        let cause = "glTF stores exactly \(written) components here"
        for component in min(width, written)..<max(width, written) {
            let own = "component \(component) of \(name)"
            if component < width {
                lose(.attributeDropped, .dropped, ScenePath.component(path, component), own, count, unit, cause)
            } else {
                lose(
                    .attributeFilled, form.isNamed ? .reencoded : .generated,
                    ScenePath.component(vertices.path(plan.name), component), own, vertices.count, "vertices", cause)
            }
        }
        guard change.count > 0 else { return }
        let words = plan.words(for: change)
        lose(
            words.code, words.severity, path, name, change.count, plan.isOfVertices ? "vertices" : "corners",
            error: change.largestError, words.cause, remedy: words.remedy)
        // Other weights are other places of points.
        if plan.rows.encoding == .share, words.severity == .approximated {
            losses[losses.count - 1].rank = .visible
        }
    }
}
